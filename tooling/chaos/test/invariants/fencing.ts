import { Story } from "../story.js";
import { type Case, first, second, timedOut, whole } from "./case.js";

export const fencing: readonly Case[] = [
  {
    name: "an old lease that is lost",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(1_005)
      .get({ ...second, ...timedOut })
      .settle("doneTask", first, true)
      .settle("doneTask", second),
  },
  {
    name: "an old lease that settles",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(1_005)
      .get({ ...second, ...timedOut })
      .settle("releaseTask", first),
    broken: ["fencing", "though lease 2 was given out before"],
  },
  {
    name: "a settle after the timeout",
    story: new Story().put(1).at(5).get(first).at(1_005).settle("doneTask", first),
    broken: ["fencing", "after its lease had timed out"],
  },
  {
    name: "two settles of one lease",
    story: whole().settle("releaseTask", first),
    broken: ["fencing", "took effect though"],
  },
  {
    name: "a living lease that is reported as lost",
    story: new Story().put(1).at(5).get(first).at(6).settle("doneTask", first, true),
    broken: ["fencing", "though its lease lived"],
  },
  {
    name: "settled and lost that do not add up",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .call({ method: "doneTask", leases: [first] }, { kind: "settled", settled: 2, lost: [] }),
    broken: ["fencing", "says 2 settled"],
  },
];
