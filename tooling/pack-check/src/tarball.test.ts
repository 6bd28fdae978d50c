import { expect, it } from "vitest";
import { unwantedFiles } from "./tarball.js";

it("wants sources and what is built from them", () => {
  expect(
    unwantedFiles(["dist/index.js", "dist/testing/clock.d.ts", "src/a.ts", "LICENSE", "README.md"]),
  ).toEqual([]);
});

it.each([
  "src/a.test.ts",
  "dist/a.test.d.ts",
  "test/server.ts",
  "lua/test/task.lua",
  "node_modules/x/index.js",
  ".turbo/turbo-build.log",
  "dist/.tsbuildinfo",
  "dist/tsconfig.build.tsbuildinfo",
])("does not want %s", (file) => {
  expect(unwantedFiles(["dist/index.js", file])).toEqual([file]);
});
