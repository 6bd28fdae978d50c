import { Story } from "../story.js";
import { type Case, first, second, timedOut, whole } from "./case.js";

export const noResurrection: readonly Case[] = [
  { name: "a task that stays done", story: whole().at(9).census() },
  {
    name: "a dead letter that was kicked",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .settle("buryTask", first)
      .at(7)
      .call(
        { method: "kickTask", queueNum: 1, which: [1] },
        { kind: "changed", changed: 1, skipped: [] },
      )
      .at(8)
      .get({ ...second, startTime: 7 }),
  },
  {
    name: "a done task that is delivered again",
    story: whole()
      .at(2_000)
      .get({ ...second, ...timedOut }),
    broken: ["no resurrection", "was done (lease 1) and delivered again"],
  },
  {
    name: "a done task that is still stored",
    story: whole().at(9).census(first),
    broken: ["no resurrection", "done and is still stored"],
  },
  {
    name: "a task that its handler was told is done",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .work("told", first)
      .at(2_000)
      .get({ ...second, ...timedOut }),
    broken: ["no resurrection", "after its handler was told"],
  },
  {
    name: "a cancelled task",
    story: new Story()
      .put(1)
      .call({ method: "cancelTask", ids: [1] }, { kind: "changed", changed: 1, skipped: [] })
      .at(5)
      .get(first),
    broken: ["no resurrection", "was cancelled and came back"],
  },
  {
    name: "an expired task",
    story: new Story().put(1, { ttlMs: 10 }).at(20).get(first),
    broken: ["no resurrection", "after it had expired"],
  },
  {
    name: "a dead letter that nobody kicked",
    story: new Story().put(1).at(5).get(first).settle("buryTask", first).at(9).get(second),
    broken: ["no resurrection", "without a kick"],
  },
  {
    name: "an id that is used again",
    story: whole().at(9).put(1),
    broken: ["no resurrection", "a new put got its id"],
  },
];
