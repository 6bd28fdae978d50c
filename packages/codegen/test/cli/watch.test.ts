import { mkdirSync, renameSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createWorld, SMALL, type World, withField } from "./world.js";

/** A running `watch`, and a way to wait for the next time it has generated. */
function createWatch() {
  const stop = new AbortController();
  let printed = "";
  let turns = 0;
  let woken = () => {};
  const stdout = {
    write(text: string) {
      printed += text;
      if (!text.startsWith("watching")) return;
      turns++;
      woken();
    },
  };
  const stderr = { write: (text: string) => (printed += text) };
  const world = createWorld({ stdout, stderr, signal: stop.signal });
  let seen = 0;
  return {
    world,
    stop: () => stop.abort(),
    /** What was printed until it had generated once more. */
    async turn(): Promise<string> {
      while (turns <= seen)
        await new Promise<void>((resolve) => {
          woken = resolve;
        });
      seen = turns;
      const text = printed;
      printed = "";
      return text;
    },
  };
}

const OUTPUT = "src/generated/contract.gen.ts";
let world: World;
let watch: ReturnType<typeof createWatch>;
let ended: Promise<{ code: number }>;

beforeEach(async () => {
  watch = createWatch();
  world = watch.world;
  world.write("sub/contract.yaml", SMALL);
  ended = world.run("watch", "sub/contract.yaml");
  expect(await watch.turn()).toBe(`${OUTPUT} written\nwatching for changes\n`);
});
afterEach(async () => {
  watch.stop();
  await ended;
  world.remove();
});

it("generates again when the contract changes, also by rename", async () => {
  world.write("sub/contract.yaml", withField(SMALL, "{ name: cc, type: string }"));
  expect(await watch.turn()).toContain(`${OUTPUT} written`);
  expect(world.read(OUTPUT)).toContain("cc: string");
  world.write("sub/contract.yaml.tmp", withField(SMALL, "{ name: bcc, type: string }"));
  renameSync(world.at("sub/contract.yaml.tmp"), world.at("sub/contract.yaml"));
  expect(await watch.turn()).toContain(`${OUTPUT} written`);
  expect(world.read(OUTPUT)).toContain("bcc: string");
});

it("keeps the last good output while the contract has problems, or is gone with its folder", async () => {
  const good = world.read(OUTPUT);
  world.write("sub/contract.yaml", "queues: []\n");
  expect(await watch.turn()).toContain("[no-queues]");
  expect(world.read(OUTPUT)).toBe(good);
  rmSync(world.at("sub"), { recursive: true });
  expect(await watch.turn()).toContain("cannot read sub/contract.yaml: it does not exist");
  expect(world.read(OUTPUT)).toBe(good);
  mkdirSync(world.at("sub"));
  world.write("sub/contract.yaml", withField(SMALL, "{ name: cc, type: string }"));
  expect(await watch.turn()).toContain(`${OUTPUT} written`);
});

it("ends with 0 when it is stopped", async () => {
  watch.stop();
  expect((await ended).code).toBe(0);
});
