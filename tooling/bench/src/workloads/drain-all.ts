import type { Contender } from "../contender.js";

const QUIET_MS = 3_000;

/** Drains whatever is there: until the expected number, or until nothing has come for a while. */
export async function drainAll(
  contender: Contender,
  { expected, quietMs = QUIET_MS }: { readonly expected: number; readonly quietMs?: number },
): Promise<{ readonly drained: number }> {
  let drained = 0;
  let last = performance.now();
  const consumer = await contender.consume(
    { batch: 100 },
    () => undefined,
    (tasks) => {
      drained += tasks;
      last = performance.now();
    },
  );
  while (drained < expected && performance.now() - last < quietMs)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await consumer.flush();
  await consumer.stop();
  return { drained };
}
