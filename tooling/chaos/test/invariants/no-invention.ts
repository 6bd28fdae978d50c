import { putOf, Story } from "../story.js";
import { type Case, first, lease } from "./case.js";

export const noInvention: readonly Case[] = [
  {
    name: "a task of a put of unknown outcome",
    story: new Story()
      .open({ method: "putTask", puts: [putOf({})] }, "producer")
      .at(5)
      .get(first),
  },
  {
    name: "a repeated put",
    story: new Story().put(1, { putId: "a" }).at(1).put(1, { putId: "a" }),
  },
  {
    name: "a task that nobody put",
    story: new Story().at(5).get(first),
    broken: ["no invention", "nobody put"],
  },
  {
    name: "other bytes",
    story: new Story()
      .put(1)
      .at(5)
      .get({ ...first, data: "y" }),
    broken: ["no invention", 'data "y" instead of "x"'],
  },
  {
    name: "another key",
    story: new Story()
      .put(1, { key: "a" })
      .at(5)
      .get({ ...first, key: "b" }),
    broken: ["no invention", 'key "b"'],
  },
  {
    name: "two tasks of one putId",
    story: new Story().put(1, { putId: "a" }).at(1).put(2, { putId: "a" }),
    broken: ["no invention", "made tasks 1 and 2"],
  },
  {
    name: "two tasks of one put of unknown outcome",
    story: new Story()
      .open({ method: "putTask", puts: [putOf({})] }, "producer")
      .at(5)
      .get(first)
      .get(lease(2, 1)),
    broken: ["no invention", "the same put as task 1"],
  },
];
