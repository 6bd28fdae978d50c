import { expect, it } from "vitest";
import { cpuTimeOf } from "./cpu-time.js";

it("counts the CPU time of a process as the process itself does", () => {
  const end = performance.now() + 60;
  while (performance.now() < end);
  const { user, system } = process.cpuUsage();
  const counted = cpuTimeOf(process.pid);
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeGreaterThanOrEqual(user + system - 40_000);
});

it("is nothing for a process that is not there", () => {
  expect(cpuTimeOf(2 ** 22 + 1)).toBe(0);
});
