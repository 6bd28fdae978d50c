import { Story } from "../story.js";
import { type Case, first, lease } from "./case.js";

export const order: readonly Case[] = [
  {
    name: "by priority, start and id",
    story: new Story()
      .put(1)
      .put(2)
      .put(3, { priority: 1 })
      .at(5)
      .get(first, lease(2, 1), { ...lease(3, 1), priority: 1 }),
  },
  {
    name: "a task of a key behind one that may have been buried",
    story: new Story()
      .put(1, { key: "a" })
      .put(2, { key: "a" })
      .at(5)
      .get({ ...first, key: "a" })
      .open({ method: "buryTask", leases: [first] })
      .at(6)
      .get({ ...lease(2, 1), key: "a", startTime: 5 }),
  },
  {
    name: "a batch in the wrong order",
    story: new Story().put(1).put(2).at(5).get(lease(2, 1), first),
    broken: ["order", "comes after task 2"],
  },
  {
    name: "a task that is overtaken",
    story: new Story().put(1).put(2).at(5).get(lease(2, 1)).at(6).get(first),
    broken: ["order", "task 1 was ready and left behind"],
  },
  {
    name: "a task that is left though there was room",
    story: new Story().put(1).at(5).get().at(6).get(first),
    broken: ["order", "only 0 tasks were taken"],
  },
  {
    name: "a key's turn that a retry loses",
    story: new Story()
      .put(1, { key: "a" })
      .put(2, { key: "a" })
      .at(5)
      .get({ ...first, key: "a" })
      .retry(first, 100)
      .at(6)
      .get({ ...lease(2, 1), key: "a", startTime: 5 }),
    broken: ["order", "before task 1 of the same key a had gone"],
  },
];
