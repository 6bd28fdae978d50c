import { putOf, Story } from "../story.js";
import { type Case, lease, whole } from "./case.js";

export const conservation: readonly Case[] = [
  {
    name: "counts that add up",
    story: whole()
      .put(2)
      .stat({ totalTasks: 1, readyTasks: 1, putTotal: 2, doneTotal: 1 })
      .census(lease(2, 0)),
  },
  {
    name: "a clear of unknown outcome that met a put of unknown outcome",
    story: new Story()
      .open({ method: "putTask", puts: [putOf({})] }, "producer")
      .open({ method: "clearQueue", queueNum: 1 }, "operator")
      .at(10)
      .stat({ putTotal: 1, cancelledTotal: 1 }),
  },
  {
    name: "states that do not add up",
    story: new Story().put(1).stat({ totalTasks: 1, putTotal: 1 }),
    broken: ["conservation", "the states add up to 0"],
  },
  {
    name: "totals that do not add up",
    story: whole().stat({ putTotal: 1 }),
    broken: ["conservation", "put - done - expired - cancelled is 1"],
  },
  {
    name: "a done that is not counted",
    story: whole().stat({ totalTasks: 1, readyTasks: 1, putTotal: 1 }),
    broken: ["conservation", "doneTotal is 0, but by the calls it is 1"],
  },
  {
    name: "an expiry before its time",
    story: new Story().put(1, { ttlMs: 1_000 }).at(10).stat({ putTotal: 1, expiredTotal: 1 }),
    broken: ["conservation", "expiredTotal is 1"],
  },
  {
    name: "a counter that falls",
    story: whole().stat({ putTotal: 1, doneTotal: 1 }).at(20).stat({}),
    broken: ["conservation", "doneTotal fell from 1 to 0"],
  },
  {
    name: "a list that is shorter than the count",
    story: new Story()
      .put(1)
      .mark("census")
      .stat({ totalTasks: 1, readyTasks: 1, putTotal: 1 })
      .see(),
    broken: ["conservation", "1 ready tasks by the counts, 0 in the list"],
  },
];
