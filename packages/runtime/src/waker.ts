import { STORAGE_BACKOFF } from "./backoff.js";
import type { Clock } from "./clock.js";
import { pause } from "./pause.js";
import type { Readiness } from "./readiness.js";
import type { Scheduler } from "./scheduler/scheduler.js";
import type { QueueNum } from "./storage.js";
import type { StorageCalls } from "./storage-calls.js";

/** How long one long poll waits. Long, because an idle fleet should cost the storage nothing. */
const LONG_POLL_MS = 30_000;

/** How often a scheduler hears how the queues are. */
const STATISTICS_MS = 1_000;

export interface WakerDeps {
  readonly calls: StorageCalls;
  readonly clock: Clock;
  readonly random: () => number;
  readonly readiness: Readiness;
  readonly scheduler: Scheduler;
  readonly queueNums: readonly QueueNum[];
  readonly idleDelayMs: number;
  /** How many batches have been taken so far. */
  batches(): number;
  onPoll(): void;
  onFailure(error: unknown): void;
}

/**
 * A wake-up that finds nothing is normal where several workers wait. After that many in a row the poll
 * slows down: a storage may name a queue for long while it gives nothing out.
 */
const FRUITLESS = 3;

/** While a processor sleeps and no queue is left to look at: asks the storage to say when one is. */
export async function runLongPoll(deps: WakerDeps, stop: AbortSignal): Promise<void> {
  const { calls, readiness, clock, random } = deps;
  let fruitless = 0;
  let failures = 0;
  while (!stop.aborted) {
    const batches = deps.batches();
    await readiness.rest(stop);
    if (deps.batches() > batches) fruitless = 0;
    if (fruitless > FRUITLESS)
      await pause(clock, STORAGE_BACKOFF(fruitless - FRUITLESS, random), stop);
    if (stop.aborted) return;
    const askedAt = clock.now();
    try {
      const queueNums = await calls.waitTask(deps.queueNums, {
        timeoutMs: LONG_POLL_MS,
        signal: stop,
      });
      failures = 0;
      deps.onPoll();
      if (queueNums.length > 0) {
        fruitless++;
        readiness.named(queueNums);
        continue;
      }
      fruitless = 0;
      // A storage past its cap of waiters answers early; one that never waits must not spin us.
      await pause(clock, Math.max(0, askedAt + deps.idleDelayMs - clock.now()), stop);
    } catch (error) {
      if (stop.aborted) return;
      deps.onFailure(error);
      await pause(clock, STORAGE_BACKOFF(failures++, random), stop);
    }
  }
}

/** How many times longer the sweep waits while nothing happens: it is most of what an idle worker costs. */
const QUIET = 4;
/** But not so long that `healthOf` takes it for silence. */
const QUIET_MS = 8_000;

/**
 * Once a second, also while all processors are busy: a wake-up that was lost costs a second, or four where nothing at
 * all has happened since the last look and the long poll waits anyway.
 */
export async function runSweep(deps: WakerDeps, stop: AbortSignal): Promise<void> {
  const { calls, clock, readiness, idleDelayMs } = deps;
  const quietMs = Math.max(idleDelayMs, Math.min(QUIET * idleDelayMs, QUIET_MS));
  let batches = -1;
  const look = async () => {
    readiness.named(await calls.waitTask(deps.queueNums, { timeoutMs: 0, signal: stop }));
    deps.onPoll();
  };
  while (!stop.aborted) {
    await look().catch((error) => stop.aborted || deps.onFailure(error));
    const quiet = readiness.atRest && deps.batches() === batches;
    batches = deps.batches();
    if (quiet && !(await restStirs(deps, quietMs, stop))) continue;
    await pause(clock, idleDelayMs, stop);
  }
}

/** Resolves to true as soon as there is a queue to look at again, to false after `ms` or at the abort. */
function restStirs(
  { clock, readiness }: WakerDeps,
  ms: number,
  stop: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve(false);
    const end = (stirred: boolean) => {
      cancel();
      readiness.onStir = () => {};
      stop.removeEventListener("abort", over);
      resolve(stirred);
    };
    const over = () => end(false);
    const cancel = clock.setTimer(ms, over);
    readiness.onStir = () => end(true);
    stop.addEventListener("abort", over, { once: true });
  });
}

/** For a scheduler that wants them. Apart from the sweep, which a slow `getStat` must not hold up. */
export async function runStatistics(deps: WakerDeps, stop: AbortSignal): Promise<void> {
  const { calls, clock, scheduler } = deps;
  if (scheduler.observe === undefined) return;
  await again(deps, STATISTICS_MS, stop, async () =>
    scheduler.observe?.(await calls.getStat({ signal: stop }), clock.now()),
  );
}

async function again(
  { clock, onFailure }: WakerDeps,
  everyMs: number,
  stop: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  while (!stop.aborted) {
    await work().catch((error) => stop.aborted || onFailure(error));
    await pause(clock, everyMs, stop);
  }
}
