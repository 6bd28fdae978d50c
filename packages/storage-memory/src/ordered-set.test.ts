import { describe, expect, it } from "vitest";
import { OrderedSet } from "./ordered-set.js";

const byNumber = (a: number, b: number) => a - b;

function contents(set: OrderedSet<number>, after?: number): number[] {
  const items: number[] = [];
  set.scan(after, (item) => items.push(item) > 0);
  return items;
}

/** Repeatable chance: the same seed gives the same run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("OrderedSet", () => {
  it("is empty at first", () => {
    const set = new OrderedSet(byNumber);
    expect([set.size, set.first(), set.last(), set.shift(), set.delete(1)]).toEqual([
      0,
      undefined,
      undefined,
      undefined,
      false,
    ]);
    expect(contents(set)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])("agrees with a sorted array under random use, seed %i", (seed) => {
    const pick = random(seed);
    const set = new OrderedSet(byNumber);
    let sorted: number[] = [];
    for (let step = 0; step < 4_000; step++) {
      const growing = Math.floor(step / 1_000) % 2 === 0;
      const choice = pick(10);
      const value = pick(1_500);
      if (choice < (growing ? 7 : 2)) {
        if (!sorted.includes(value)) {
          set.add(value);
          sorted = [...sorted, value].sort(byNumber);
        }
      } else if (choice < 8) {
        const had = sorted.includes(value);
        expect(set.delete(value)).toBe(had);
        sorted = sorted.filter((other) => other !== value);
      } else {
        expect(set.shift()).toBe(sorted.shift());
      }
      expect(set.size).toBe(sorted.length);
      expect(set.first()).toBe(sorted[0]);
      expect(set.last()).toBe(sorted.at(-1));
      if (step % 100 === 0) {
        expect(contents(set)).toEqual(sorted);
        expect(contents(set, value)).toEqual(sorted.filter((other) => other > value));
      }
    }
  });

  it("does not look at items that have left it", () => {
    const pick = random(7);
    const set = new OrderedSet<{ at: number }>((a, b) => a.at - b.at);
    const inside = new Map<number, { at: number }>();
    for (let step = 0; step < 50_000; step++) {
      const at = pick(20_000);
      const old = inside.get(at);
      if (old !== undefined && pick(4) > 0) {
        expect(set.delete(old)).toBe(true);
        inside.delete(at);
        old.at = Number.NaN;
      } else if (old === undefined) {
        const item = { at };
        inside.set(at, item);
        set.add(item);
      }
      const first = pick(5) === 0 ? set.shift() : undefined;
      if (first !== undefined) {
        inside.delete(first.at);
        first.at = Number.NaN;
      }
    }
    const left: number[] = [];
    set.scan(undefined, (item) => left.push(item.at) > 0);
    expect(left).toEqual([...inside.keys()].sort(byNumber));
  });

  it("keeps what comes in order, and gives up emptied leaves", () => {
    const set = new OrderedSet(byNumber);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 10_000; i++) set.add(i);
      for (let i = 0; i < 10_000; i++) expect(set.shift()).toBe(i);
      expect([set.size, set.first()]).toEqual([0, undefined]);
    }
  });

  it("can be emptied and filled again any number of times, in any order", () => {
    const set = new OrderedSet(byNumber);
    for (let round = 0; round < 200; round++) {
      for (const i of [round + 2, round, round + 1]) set.add(i);
      expect([set.size, set.first(), set.last()]).toEqual([3, round, round + 2]);
      for (let i = round; i < round + 3; i++) expect(set.delete(i)).toBe(true);
      expect([set.size, set.first(), set.last(), set.delete(round)]).toEqual([
        0,
        undefined,
        undefined,
        false,
      ]);
    }
  });

  it("stops a scan when asked", () => {
    const set = new OrderedSet(byNumber);
    for (let i = 0; i < 1_000; i++) set.add(i);
    const seen: number[] = [];
    set.scan(497, (item) => seen.push(item) < 3);
    expect(seen).toEqual([498, 499, 500]);
  });
});
