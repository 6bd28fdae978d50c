import { Story } from "../story.js";
import { type Case, first, lease } from "./case.js";

export const liveness: readonly Case[] = [
  {
    name: "dead letters, and what is not due",
    story: new Story()
      .put(1)
      .put(2, { delayMs: 9_000 })
      .at(9)
      .mark("drained")
      .census(
        { ...lease(1, 1), state: "dead" },
        { ...lease(2, 0), state: "delayed", startTime: 9_000 },
      ),
  },
  {
    name: "a worker that stops in time",
    story: new Story().up().stopping(1_000).at(1_000).down(),
  },
  {
    name: "a stop that names what runs and what was released",
    story: new Story()
      .put(1)
      .put(2)
      .at(5)
      .get(first, lease(2, 1))
      .work("begin", first)
      .settle("releaseTask", lease(2, 1))
      .stopped({ released: [2], stillRunning: [1] }),
  },
  {
    name: "a lease that a restart has renewed",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(900)
      .restart()
      .at(1_800)
      .see({ ...first, state: "taken", deadline: 1_900 }),
  },
  {
    name: "a lease that a restart has renewed for too long",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(900)
      .restart()
      .at(1_800)
      .see({ ...first, state: "taken", deadline: 1_901 }),
    broken: ["liveness", "longer than anybody asked for"],
  },
  {
    name: "a stop that hides what runs",
    story: new Story().put(1).at(5).get(first).work("begin", first).stopped({}),
    broken: ["liveness", "still works on task 1"],
  },
  {
    name: "a stop that says drained while a handler runs",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .work("begin", first)
      .stopped({ drained: true, stillRunning: [1] }),
    broken: ["liveness", "and drained, but it still works on task 1"],
  },
  {
    name: "a stop that has not released what it names",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .stopped({ released: [1] }),
    broken: ["liveness", "released task 1, and has not"],
  },
  {
    name: "a task that is left over",
    story: new Story()
      .put(1)
      .at(9)
      .mark("drained")
      .census({ ...lease(1, 0), state: "ready" }),
    broken: ["liveness", "still ready"],
  },
  {
    name: "a lease that outlives its deadline",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(9_000)
      .see({ ...first, state: "taken", deadline: 1_005 }),
    broken: ["liveness", "7995 ms after its lease had ended"],
  },
  {
    name: "a lease that is longer than anybody asked for",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .at(9)
      .see({ ...first, state: "taken", deadline: 99_999 }),
    broken: ["liveness", "longer than anybody asked for"],
  },
  {
    name: "a worker that does not stop",
    story: new Story().up().stopping(1_000).at(2_000).down(),
    broken: ["liveness", "took 2000 ms"],
  },
];
