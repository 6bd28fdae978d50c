import { expect, it } from "vitest";
import { systemNeeds } from "./system-needs.mjs";

const plain = { dir: "packages/a", manifest: { name: "a" } };
const needing = (...systemPackages: string[]) => ({
  dir: "packages/b",
  manifest: { name: "b", queue: { systemPackages } },
});

it("needs nothing when no package declares a need", () => {
  expect(systemNeeds([plain])).toEqual([]);
});

it("needs what some package declares, once", () => {
  const names = systemNeeds([plain, needing("tarantool"), needing("chromium", "tarantool")]);
  expect(names.map(({ name }) => name)).toEqual(["tarantool", "chromium"]);
});

it("refuses a name it does not know, and says where it stands", () => {
  expect(() => systemNeeds([needing("tarantol")])).toThrow(
    'packages/b/package.json: unknown system package "tarantol"',
  );
});
