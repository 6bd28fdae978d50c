import { expect, it } from "vitest";
import { parseArguments } from "./arguments.js";

it("serves on port 8080 with a load of its own unless told otherwise", () => {
  expect(parseArguments([])).toEqual({ kind: "serve", port: 8080, load: true });
  expect(parseArguments(["--port", "0", "--no-load"])).toEqual({
    kind: "serve",
    port: 0,
    load: false,
  });
});

it.each(["65536", "-1", "1.5", "http", ""])("refuses --port=%s", (port) => {
  expect(parseArguments([`--port=${port}`])).toMatchObject({
    kind: "wrong",
    reason: expect.stringContaining("from 0 to 65535"),
  });
});

it.each([["--fast"], ["fast"], ["--port"], ["--once", "--port", "1"]])(
  "says what is wrong with %s",
  (...args) => {
    expect(parseArguments(args)).toMatchObject({ kind: "wrong", reason: expect.any(String) });
  },
);

it("helps, whatever else is asked", () => {
  expect(parseArguments(["--once", "-h"])).toEqual({ kind: "help" });
});
