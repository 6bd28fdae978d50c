import { expect, it } from "vitest";
import { parseArguments } from "./arguments.js";

const memory = { kind: "memory" };

it("serves on port 8080 from memory with a load of its own unless told otherwise", () => {
  expect(parseArguments([])).toEqual({ kind: "serve", port: 8080, load: true, storage: memory });
  expect(parseArguments(["--port", "0", "--no-load"])).toEqual({
    kind: "serve",
    port: 0,
    load: false,
    storage: memory,
  });
});

it("keeps tasks in Tarantool if asked, with --once in a place that is removed", () => {
  const tarantool = ["--storage", "tarantool"];
  expect(parseArguments(tarantool)).toMatchObject({
    storage: { kind: "tarantool", dir: ".queue-tarantool" },
  });
  expect(parseArguments([...tarantool, "--dir", "/d"])).toMatchObject({
    storage: { kind: "tarantool", dir: "/d" },
  });
  expect(parseArguments(["--once", ...tarantool])).toEqual({
    kind: "once",
    storage: { kind: "tarantool" },
  });
});

it.each(["65536", "-1", "1.5", "http", ""])("refuses --port=%s", (port) => {
  expect(parseArguments([`--port=${port}`])).toMatchObject({
    kind: "wrong",
    reason: expect.stringContaining("from 0 to 65535"),
  });
});

it.each([
  ["--fast"],
  ["fast"],
  ["--port"],
  ["--once", "--port", "1"],
  ["--storage", "paper"],
  ["--dir", "/d"],
])("says what is wrong with %s", (...args) => {
  expect(parseArguments(args)).toMatchObject({ kind: "wrong", reason: expect.any(String) });
});

it("helps, whatever else is asked", () => {
  expect(parseArguments(["--once", "-h"])).toEqual({ kind: "help" });
});
