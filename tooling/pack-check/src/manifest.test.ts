import { expect, it } from "vitest";
import { bins, entries, optionalPeers, unresolvedRanges } from "./manifest.js";

const named = { name: "@queue/a", version: "1.0.0" };

it("finds workspace: and catalog: in every dependency field", () => {
  const manifest = {
    ...named,
    dependencies: { one: "workspace:^", fine: "^1.0.0" },
    devDependencies: { two: "catalog:" },
    peerDependencies: { three: "catalog:peers" },
    optionalDependencies: { four: "workspace:*" },
  };
  expect(unresolvedRanges(manifest)).toEqual([
    "dependencies: one@workspace:^",
    "devDependencies: two@catalog:",
    "optionalDependencies: four@workspace:*",
    "peerDependencies: three@catalog:peers",
  ]);
});

it("tells optional peers from required ones", () => {
  const manifest = {
    ...named,
    peerDependencies: { required: "^1.0.0", optional: "^2.0.0" },
    peerDependenciesMeta: { optional: { optional: true } },
  };
  expect(optionalPeers(manifest)).toEqual({ optional: "^2.0.0" });
});

it("lists entries and commands", () => {
  const files = { "./package.json": "./package.json", "./schema.json": "./dist/schema.json" };
  const exports = { ".": {}, "./testing": {}, ...files };
  expect(entries({ ...named, exports })).toEqual(["@queue/a", "@queue/a/testing"]);
  expect(bins({ ...named, bin: { "queue-a": "./bin/queue-a.js" } })).toEqual(["queue-a"]);
  expect(bins({ ...named, bin: "./bin/a.js" })).toEqual(["a"]);
  expect(bins(named)).toEqual([]);
});
