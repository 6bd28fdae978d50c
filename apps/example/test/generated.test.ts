import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the committed code is what the contract generates", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const bin = fileURLToPath(new URL("../node_modules/.bin/queue-codegen", import.meta.url));
  const { status, stdout, stderr } = spawnSync(bin, ["check"], { cwd: root, encoding: "utf8" });
  expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
});
