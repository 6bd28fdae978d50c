import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createWorld, SMALL, type World } from "./world.js";

const bin = fileURLToPath(new URL("../../bin/queue-codegen.js", import.meta.url));

let world: World;
beforeEach(() => {
  world = createWorld();
  world.write("contract.yaml", SMALL);
});
afterEach(() => world.remove());

function run(...args: string[]) {
  return spawnSync(process.execPath, [bin, ...args], { cwd: world.dir, encoding: "utf8" });
}

it("the process exits with the code of the command, and prints no colours into a pipe", () => {
  expect(run("generate")).toMatchObject({ status: 0, stderr: "" });
  world.write("contract.yaml", SMALL.replace("to", "cc"));
  expect(run("check")).toMatchObject({ status: 1, stdout: "" });
  expect(run("check").stderr).not.toContain("\u001b");
  world.write("contract.yaml", "queues: []\n");
  expect(run("check").status).toBe(2);
});

it("a reader that has seen enough is no error", () => {
  const fields = Array.from({ length: 5000 }, (_, i) => `      - { name: f${i}, type: string }\n`);
  world.write("contract.yaml", SMALL + fields.join("")); // a page larger than the buffer of a pipe
  const line = `"${process.execPath}" "${bin}" docs | head -n 1`;
  const shell = spawnSync("bash", ["-o", "pipefail", "-c", line], {
    cwd: world.dir,
    encoding: "utf8",
  });
  expect(shell).toMatchObject({ status: 0, stdout: "# contract.yaml\n", stderr: "" });
});

it.each(["SIGINT", "SIGTERM"] as const)("watch ends with 0 on %s", async (signal) => {
  const watch = spawn(process.execPath, [bin, "watch"], { cwd: world.dir });
  let printed = "";
  watch.stdout.setEncoding("utf8");
  for await (const text of watch.stdout.iterator({ destroyOnReturn: false })) {
    printed += text;
    if (printed.includes("watching")) break;
  }
  watch.kill(signal);
  expect(await once(watch, "exit")).toEqual([0, null]);
});
