import { expect, it } from "vitest";
import { PutIds } from "./put-ids.js";

const HOUR_MS = 3_600_000;

it("a put is known for an hour", () => {
  const putIds = new PutIds();
  putIds.remember("p", 1, 0);
  expect(putIds.find("p", HOUR_MS - 1)).toBe(1);
  expect(putIds.find("p", HOUR_MS)).toBeUndefined();
});

it("forgetting an old put leaves a newer one of the same id alone", () => {
  const putIds = new PutIds();
  // More than one `remember` forgets, so that the old entry of the last is still there after the new one.
  for (let i = 0; i < 10; i++) putIds.remember(`p${i}`, i, 0);
  putIds.remember("p9", 100, HOUR_MS);
  for (let i = 0; i < 5; i++) putIds.remember(`later${i}`, 200 + i, HOUR_MS);
  expect(putIds.find("p9", HOUR_MS)).toBe(100);
});

it("takes up no more memory than a few hours' puts do, however long it is used", () => {
  const putIds = new PutIds();
  for (let hour = 0; hour < 10; hour++)
    for (let i = 0; i < 5_000; i++) putIds.remember(`${hour}/${i}`, i, hour * HOUR_MS);
  expect(putIds.size).toBeLessThan(15_000);
});

it("forgets thousands without losing those of the last hour", () => {
  const putIds = new PutIds();
  for (let i = 0; i < 5_000; i++) putIds.remember(`old${i}`, i, 0);
  for (let i = 0; i < 5_000; i++) putIds.remember(`new${i}`, i, HOUR_MS);
  expect(putIds.find("old4999", HOUR_MS)).toBeUndefined();
  for (let i = 0; i < 5_000; i++) expect(putIds.find(`new${i}`, HOUR_MS)).toBe(i);
});
