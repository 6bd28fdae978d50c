import { describeStorage } from "@queue/runtime/conformance";
import { expect, it } from "vitest";
import { startWorldServer } from "../tarantool-world.js";

const RUNS = Number(process.env.QUEUE_PROPERTY_RUNS ?? 2_000);
const PROGRESS_EVERY = Math.max(1, Math.round(RUNS / 20));

it(`${RUNS} random sequences of up to 100 calls agree with the model`, async () => {
  const server = await startWorldServer("unix");
  try {
    const startedAt = performance.now();
    let sequences = 0;
    const setup = () => {
      sequences += 1;
      if (sequences % PROGRESS_EVERY === 0) {
        const seconds = Math.round((performance.now() - startedAt) / 1_000);
        process.stdout.write(`${sequences} of ${RUNS} sequences, ${seconds} s\n`);
      }
      return server.world();
    };
    let property: (() => Promise<void>) | undefined;
    describeStorage("tarantool", setup, {
      order: "queue",
      describe: (_name, body) => body(),
      // The random sequences are declared last; every other promise is kept in `npm test`.
      it: (_name, body) => {
        property = body;
      },
      propertyRuns: RUNS,
    });
    await property?.();
    expect(sequences).toBe(RUNS);
  } finally {
    if (server.log() !== "") process.stdout.write(`The server's log:\n${server.log()}\n`);
    await server.remove();
  }
}, 3_600_000);
