import { describeStorage, type StorageSuiteOptions } from "@queue/runtime/conformance";
import { createManualClock } from "@queue/runtime/testing";
import { expect, it } from "vitest";
import { createMemoryStorage } from "../src/index.js";

/** The random sequences alone, on a storage that counts a release as done; the report of the failure. */
async function report(options: Partial<StorageSuiteOptions>): Promise<string> {
  let property = async () => {};
  const setup = () => {
    const clock = createManualClock();
    const memory = createMemoryStorage({ clock });
    const storage = { ...memory, releaseTask: memory.doneTask };
    return { storage, advance: clock.advance, now: clock.now, dispose: () => memory.close() };
  };
  describeStorage("broken", setup, {
    order: "queue",
    describe: (_name, body) => body(),
    it: (_name, body) => {
      property = body;
    },
    ...options,
  });
  return property().then(
    () => "nothing failed",
    (error: Error) => error.message,
  );
}

it("a failing sequence is made short, and its seed and path repeat it", async () => {
  const first = await report({});
  const [, seed, path] = /propertyReplay: \{ seed: (-?\d+), path: "([\d:]+)" \}/.exec(first) ?? [];
  expect(first).toMatch(/^ +\d+\. releaseTask/m);
  expect(first.match(/^ +\d+\. /gm)?.length).toBeLessThan(40);

  const replay = { seed: Number(seed), path: String(path) };
  const again = await report({ propertyReplay: replay, propertyShrinks: false });
  const callsOf = (text: string) => text.match(/^ +\d+\. .*$/gm);
  expect(callsOf(again)).toEqual(callsOf(first));
});
