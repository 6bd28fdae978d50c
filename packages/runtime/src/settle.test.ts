import { expect, test } from "vitest";
import { QueueError } from "./errors.js";
import { settleThrough } from "./settle.js";
import { createManualClock } from "./testing/index.js";

const cut = new QueueError("UNAVAILABLE", "cut off", { details: { outcome: "unknown" } });

/** A done whose first answer was lost, and whose repeat is answered `lost` after `answerMs`. */
async function settleTwice(leaseMs: number, answerMs: number) {
  const clock = createManualClock();
  const aliveUntil = clock.now() + leaseMs;
  let calls = 0;
  const settled = settleThrough(
    [{ taskId: 1, lease: 1 }],
    async () => {
      if (++calls === 1) throw cut;
      await new Promise<void>((resolve) => clock.setTimer(answerMs, resolve));
      return { settled: 0, lost: [1] };
    },
    {
      clock,
      random: () => 0.5,
      aliveUntil: () => aliveUntil,
      signals: [],
      onFailure: () => {},
    },
  );
  await clock.advance(60_000);
  return settled;
}

test("lost after an unknown outcome is settled: who else could have ended a living lease", async () => {
  expect(await settleTwice(10_000, 1_000)).toEqual({ settled: 1, lost: [] });
});

test("unless the lease may have timed out before the answer came: then nobody knows, and it is lost", async () => {
  expect(await settleTwice(10_000, 20_000)).toEqual({ settled: 0, lost: [1] });
});
