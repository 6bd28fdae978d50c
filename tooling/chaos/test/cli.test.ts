import { expect, test } from "vitest";
import { mutants } from "../src/mutants/all.js";
import { simulateCommand } from "./command.js";

test("--help says what there is", async () => {
  const { code, stdout } = await simulateCommand("--help");
  expect(code).toBe(0);
  for (const option of ["--seeds", "--shrink", "--save", "--coverage", "--mutant", "--jobs"])
    expect(stdout).toContain(option);
});

test("wrong use ends with 2 and the help", async () => {
  const { code, stderr } = await simulateCommand("--seeds", "many");
  expect(code).toBe(2);
  expect(stderr).toContain("--seeds takes a range like 1..5000 or one seed, not many");
  expect(stderr).toContain("--help");
});

test("a failing seed is named, explained and shrunk, and the exit code is 1", async () => {
  const mutant = ["--mutant", "ignores ttl"];
  const { code, stdout } = await simulateCommand("--seeds", "1..20", "--shrink", ...mutant);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^seed \d+ fails$/m);
  expect(stdout).toMatch(/^no resurrection: task \d+ was delivered .* after it had expired$/m);
  expect(stdout).toMatch(/^again: pnpm simulate --seeds \d+ --shrink --mutant "ignores ttl"$/m);
  expect(stdout).toMatch(/^seed \d+, shrunk from \d+ steps to \d:$/m);
  expect(stdout).toMatch(/^its history:$/m);
});

test("--mutant list names all of them", async () => {
  const { stdout } = await simulateCommand("--mutant", "list");
  expect(stdout.trim().split("\n")).toHaveLength(mutants.length);
});

test("the faults, calls, states and ways of a plan do happen, in many seeds", async () => {
  const { stdout } = await simulateCommand("--seeds", "1..300", "--coverage");
  const shares = new Map<string, number>();
  for (const [, share, name] of stdout.matchAll(/^ *([\d.]+) % +\d+ {2}(.+)$/gm))
    shares.set(name ?? "", Number(share));
  const least = (share: number, ...names: string[]) => {
    for (const name of names) expect(shares.get(name), name).toBeGreaterThan(share);
  };
  const faults = ["refuse", "read-only", "cut-before", "cut-after", "slow-request", "slow-answer"];
  least(10, ...[...faults, "lost-request", "lost-answer"].map((kind) => `fault ${kind}`));
  least(
    10,
    ...["throw", "hang", "crash", "block", "stubborn", "leave"].map((kind) => `act ${kind}`),
  );
  least(20, "worker killed", "worker frozen", "worker stopped", "put repeated");
  least(40, ...["ready", "delayed", "taken", "blocked"].map((state) => `state ${state} seen`));
  least(30, "way: taken -> ready (timeout)", "way: taken -> ready (release)");
  least(20, "way: waiting or dead -> gone (expiry)", "way: waiting or dead -> gone (cancel)");
  least(3, "way: by kickTask", "way: by runNow", "way: by buryWaiting", "way: by clearQueue");
  least(10, "doneTask lost", "touchTask lost", "suspect delivered");
  least(5, "worker logs: a handler does not return; it is abandoned");
  least(2, "worker logs: leases ended before their tasks could be handled");
  const settles = ["doneTask", "retryTask", "touchTask", "getTask", "putTask", "commit"];
  least(1, ...settles.map((method) => `call ${method} of unknown outcome`));
});
