import { expect, test } from "vitest";
import { createRandom } from "../simulation/random.js";
import { countWhile } from "./binary-search.js";
import { Heap } from "./heap.js";

test("a heap gives out in order whatever is put in, also in between", () => {
  const random = createRandom(1);
  const heap = new Heap<number>((a, b) => a < b);
  const model: number[] = [];
  for (let i = 0; i < 2_000; i++) {
    if (random.chance(0.6)) {
      const number = random.int(0, 50);
      heap.push(number);
      model.push(number);
      model.sort((a, b) => a - b);
    } else if (model.length > 0) {
      expect(heap.first()).toBe(model.shift());
      heap.removeFirst();
    }
  }
  expect(heap.first()).toBe(model[0]);
});

test("countWhile counts the items before a limit", () => {
  for (const [limit, count] of [
    [0, 0],
    [2, 1],
    [3, 3],
    [9, 4],
  ] as const)
    expect(countWhile([1, 2, 2, 5], (item) => item < limit)).toBe(count);
  expect(countWhile([], () => true)).toBe(0);
});
