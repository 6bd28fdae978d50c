import { Story } from "../story.js";
import { type Case, first, lease, second, timedOut } from "./case.js";

export const leaseExclusion: readonly Case[] = [
  {
    name: "a delivery after the lease has ended",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(1_005)
      .get({ ...second, ...timedOut }),
  },
  {
    name: "tasks of one key, one after the other",
    story: new Story()
      .put(1, { key: "a" })
      .put(2, { key: "a" })
      .at(5)
      .get({ ...first, key: "a" })
      .settle("doneTask", first)
      .at(6)
      .get({ ...lease(2, 1), key: "a", startTime: 5 }),
  },
  {
    name: "a delivery within another's lease",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(1_004)
      .get({ ...second, ...timedOut }),
    broken: ["lease exclusion", "was given out while"],
  },
  {
    name: "a delivery within a lease that was renewed",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(900)
      .touch(first, 1_000)
      .at(1_100)
      .get({ ...second, ...timedOut }),
    broken: ["lease exclusion", "was given out while"],
  },
  {
    name: "two tasks of one key at once",
    story: new Story()
      .put(1, { key: "a" })
      .put(2, { key: "a" })
      .at(5)
      .get({ ...first, key: "a" })
      .at(6)
      .get({ ...lease(2, 1), key: "a" }),
    broken: ["lease exclusion", "key a) was held"],
  },
  {
    name: "a task that is given back while its handler runs",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .work("begin", first)
      .settle("releaseTask", first)
      .at(10)
      .get(second)
      .work("begin", second),
    broken: ["lease exclusion", "still worked on"],
  },
  {
    name: "work on a task that was given back",
    story: new Story().put(1).at(5).get(first).settle("releaseTask", first).work("begin", first),
    broken: ["lease exclusion", "after it had given it away"],
  },
  {
    name: "work on another's task",
    story: new Story().put(1).at(5).get(first).work("begin", first, "thief"),
    broken: ["lease exclusion", "never given"],
  },
  {
    name: "a batch that is handed over too late",
    story: new Story().put(1).at(5).get(first).at(1_005).work("begin", first),
    broken: ["lease exclusion", "when its lease was over"],
  },
];
