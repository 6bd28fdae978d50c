import { expect, test } from "vitest";
import { planFromSeed } from "../src/simulation/plan-from-seed.js";
import { simulate } from "../src/simulation/simulate.js";
import { hashOf, trySeeds } from "../src/simulation/try-seeds.js";
import { simulateCommand } from "./command.js";

const SEEDS = { from: 1, to: 30 };

async function oneByOne(): Promise<[number, string][]> {
  const hashes: [number, string][] = [];
  for (let seed = SEEDS.from; seed <= SEEDS.to; seed++)
    hashes.push([seed, hashOf((await simulate(planFromSeed(seed))).events)]);
  return hashes;
}

test("the same seed gives the same history: alone, beside others, again, in another process and thread", async () => {
  const alone = await oneByOne();
  const beside = await trySeeds(SEEDS, undefined, { hash: true });
  expect(beside.hashes).toEqual(alone);
  expect((await trySeeds(SEEDS, undefined, { hash: true })).hashes).toEqual(alone);
  const lines = alone.map(([seed, hash]) => `${seed} ${hash}`);
  for (const jobs of ["1", "2"]) {
    const range = `${SEEDS.from}..${SEEDS.to}`;
    const { stdout } = await simulateCommand("--seeds", range, "--hash", "--jobs", jobs);
    const printed = stdout.split("\n").filter((line) => /^\d+ [0-9a-f]{16}$/.test(line));
    expect(printed.sort()).toEqual([...lines].sort());
  }
});

test("another seed gives another history", async () => {
  const hashes = (await trySeeds(SEEDS, undefined, { hash: true })).hashes.map(([, hash]) => hash);
  expect(new Set(hashes).size).toBe(hashes.length);
});

test("a plan is plain data: written down and read again it gives the same history", async () => {
  const plan = planFromSeed(7);
  const copy = JSON.parse(JSON.stringify(plan));
  expect(hashOf((await simulate(copy)).events)).toBe(hashOf((await simulate(plan)).events));
});
