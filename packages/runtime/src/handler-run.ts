import { LazyAbort, type SharedAbort } from "./abort.js";
import type { Clock } from "./clock.js";
import { HandlerAborted, type HandlerStats } from "./handler.js";

/** How long a handler may take to return after its signal was aborted for its time. */
const ABANDON_GRACE_MS = 5_000;

export type HandlerOutcome =
  | { readonly kind: "returned"; readonly stats: HandlerStats | undefined }
  | { readonly kind: "threw"; readonly error: unknown }
  /** It did not return in time. `ended` resolves if it ever does. */
  | { readonly kind: "abandoned"; readonly ended: Promise<void> };

export interface HandlerRunOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Aborted when the worker must end: the handler is told, and waited for by whoever ends it. */
  readonly abort: SharedAbort;
  /** When the time is up: renewal has to end, too. */
  onTimeout(): void;
}

/** Runs a handler: it may throw, reject, overrun its time or never return, and this does not. */
export async function runHandler(
  handle: (abort: { readonly signal: AbortSignal }) => Promise<HandlerStats>,
  { clock, timeoutMs, abort, onTimeout }: HandlerRunOptions,
): Promise<HandlerOutcome> {
  const controller = new LazyAbort();
  let cancel = () => {};
  const stop = () => {
    cancel(); // nobody will be there to abandon it
    controller.abort(abort.reason);
  };

  const work = guarded(() => handle(controller));
  const leave = abort.listen(stop);
  const outcome = await new Promise<HandlerOutcome>((resolve) => {
    void work.then(resolve);
    cancel = clock.setTimer(timeoutMs, () => {
      onTimeout();
      controller.abort(new HandlerAborted("timeout", `the handler took over ${timeoutMs} ms`));
      cancel = clock.setTimer(ABANDON_GRACE_MS, () =>
        resolve({ kind: "abandoned", ended: work.then(() => {}) }),
      );
    });
    if (abort.aborted) stop(); // by the first steps of the handler itself, say
  });
  cancel();
  leave();
  return outcome;
}

async function guarded(handle: () => Promise<HandlerStats>): Promise<HandlerOutcome> {
  try {
    return { kind: "returned", stats: await handle() };
  } catch (error) {
    return { kind: "threw", error };
  }
}
