import { expect, it } from "vitest";
import { RowIndex } from "./row-index.js";
import type { TaskRow } from "./task-row.js";

const row = (id: number) => ({ id }) as TaskRow;

it("finds the rows that were added and not deleted, across pages", () => {
  const index = new RowIndex();
  const ids = [1, 255, 256, 257, 511, 512, 2 ** 40];
  for (const id of ids) index.add(row(id));
  for (const id of [255, 256, 257, 511]) index.delete(id);
  expect(ids.filter((id) => index.get(id)?.id === id)).toEqual([1, 512, 2 ** 40]);
  for (const unknown of [2, 3000, Number.MAX_SAFE_INTEGER])
    expect(index.get(unknown)).toBeUndefined();
});

it("takes a page anew after its last row has gone", () => {
  const index = new RowIndex();
  index.add(row(300));
  index.delete(300);
  index.add(row(301));
  expect([index.get(300), index.get(301)?.id]).toEqual([undefined, 301]);
});

it("agrees with a Map, whatever is added, asked for and deleted in between", () => {
  const index = new RowIndex();
  const map = new Map<number, TaskRow>();
  for (let step = 0; step < 20_000; step++) {
    // Ids of a few pages, in an order that comes back to each of them after it was given up.
    const id = 1 + ((step * 7_919) % 1_500);
    if (map.has(id)) {
      index.delete(id);
      map.delete(id);
    } else {
      map.set(id, row(id));
      index.add(map.get(id) as TaskRow);
    }
    const asked = 1 + ((step * 104_729) % 1_500);
    expect(index.get(asked)).toBe(map.get(asked));
  }
});
