import { Story } from "../story.js";
import { type Case, first, lease, whole } from "./case.js";

export const noLoss: readonly Case[] = [
  { name: "a task that is done", story: whole().at(9).census() },
  { name: "a task that is stored", story: new Story().put(1).at(9).census(lease(1, 0)) },
  {
    name: "a task that may have expired",
    story: new Story().put(1, { ttlMs: 5 }).at(9).census(),
  },
  {
    name: "a done of unknown outcome",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .open({ method: "doneTask", leases: [first] })
      .at(9)
      .census(),
  },
  {
    name: "an acknowledged put that is nowhere",
    story: new Story().put(1).at(9).census(),
    broken: ["no loss", "it is not stored any more"],
  },
  {
    name: "a task that went before its ttl was over",
    story: new Story().put(1, { ttlMs: 50 }).at(9).census(),
    broken: ["no loss", "cannot have expired"],
  },
  {
    name: "a task whose done was lost",
    story: new Story().put(1).at(5).get(first).at(2_000).settle("doneTask", first, true).census(),
    broken: ["no loss", "nobody has finished"],
  },
];
