import { expect, it } from "vitest";
import { Replies } from "./replies.js";

it("knows who waits for an answer, once, and never gives a number twice at a time", () => {
  const replies = new Replies();
  const who = Array.from({ length: 5 }, () => () => {});
  const numbers = who.map((reply) => replies.add(reply));
  expect(new Set(numbers).size).toBe(5);
  expect(replies.take(numbers[2] as number)).toBe(who[2]);
  expect(replies.take(numbers[2] as number)).toBeUndefined();
  expect(replies.take(99)).toBeUndefined();
  const late = () => {};
  const again = replies.add(late);
  expect(numbers.filter((number) => number === again)).toEqual([numbers[2]]);
  expect(replies.take(again)).toBe(late);
  expect([0, 1, 3, 4].map((i) => replies.take(numbers[i] as number))).toEqual([
    who[0],
    who[1],
    who[3],
    who[4],
  ]);
  replies.add(late);
  replies.clear();
  expect(replies.take(0)).toBeUndefined();
});
