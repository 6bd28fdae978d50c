import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { runCli } from "../src/cli/cli.js";
import { FIRST_CONTRACT } from "../src/cli/init.js";

const cwd = fileURLToPath(new URL("../examples", import.meta.url));

it("the contract of the README is the one that init writes", () => {
  expect(readFileSync(`${cwd}/contract.yaml`, "utf8")).toBe(FIRST_CONTRACT);
});

it("the code of that contract is not stale", async () => {
  let printed = "";
  const output = { write: (text: string) => (printed += text) };
  const io = { cwd, env: {}, stdout: output, stderr: output, signal: new AbortController().signal };
  const code = await runCli(["check", "--out", "generated"], io);
  expect([code, printed]).toEqual([0, "1 file up to date\n"]);
});

it("the first task of the README is handled", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await import("../examples/first-task.js");
    expect(log.mock.calls).toEqual([["Hello, to ada@example.com, 1 copy, 12 bytes"]]);
  } finally {
    log.mockRestore();
  }
});
