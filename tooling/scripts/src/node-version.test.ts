import { expect, it } from "vitest";
import { satisfiesMinimum } from "./node-version.mjs";

it.each([
  ["20.19.0", true],
  ["20.18.3", false],
  ["22.0.0", true],
  ["18.20.0", false],
])("Node %s against >=20.19: %s", (version, expected) => {
  expect(satisfiesMinimum(version, ">=20.19")).toBe(expected);
});

it("refuses a range it cannot read", () => {
  expect(() => satisfiesMinimum("20.19.0", "^20.19.0")).toThrow("engines.node");
});
