import { Story } from "../story.js";
import { type Case, first, second } from "./case.js";

export const punctuality: readonly Case[] = [
  {
    name: "a delivery at its start",
    story: new Story()
      .put(1, { delayMs: 50 })
      .at(50)
      .get({ ...first, startTime: 50 }),
  },
  {
    name: "a task that waits while nobody idles",
    story: new Story().mark("calm").put(1).at(9_000).get(first),
  },
  {
    name: "a delivery before its start",
    story: new Story()
      .put(1, { delayMs: 50 })
      .at(40)
      .get({ ...first, startTime: 50 }),
    broken: ["punctuality", "10 ms before its start time"],
  },
  {
    name: "a start that was moved",
    story: new Story()
      .put(1, { delayMs: 50 })
      .at(40)
      .get({ ...first, startTime: 40 }),
    broken: ["punctuality", "10 ms before the one it was given"],
  },
  {
    name: "a retry that comes early",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .retry(first, 100)
      .at(60)
      .get({ ...second, attempts: 1, startTime: 60, prevStartTime: 0 }),
    broken: ["punctuality", "45 ms before the one it was given"],
  },
  {
    name: "a task that waits beside a long poll",
    story: new Story()
      .mark("calm")
      .open({ method: "waitTask", queueNums: [1], timeoutMs: 30_000 }, "idler")
      .at(10)
      .put(1)
      .at(3_000)
      .get({ ...first, startTime: 10 }),
    broken: ["punctuality", "had a long poll open"],
  },
  {
    name: "a task that waits beside an idle worker",
    story: new Story()
      .mark("calm")
      .up("idler")
      .at(10)
      .put(1)
      .at(5_000)
      .get({ ...first, startTime: 10 }),
    broken: ["punctuality", "idler had nothing to do"],
  },
];
