import { expect, test } from "vitest";
import { simulateCommand } from "./command.js";

test("5,000 seeds without a violation", { timeout: 600_000 }, async () => {
  const { code, stdout } = await simulateCommand("--seeds", "1..5000");
  expect(stdout).toMatch(/^5,000 seeds in .*: 0 failed$/m);
  expect(code).toBe(0);
});
