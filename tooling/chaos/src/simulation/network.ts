import { type FullStorage, QueueError, type Task } from "@queue/runtime";
import type { SimulatedProcess } from "./simulated-process.js";
import type { SimulatedTime } from "./simulated-time.js";

/** What may become of a call on its way. */
export type FaultKind =
  /** Refused at once: certainly without effect, and the caller is told so. */
  | "refuse"
  | "read-only"
  /** The connection breaks before the request arrives, or after: the caller cannot tell. */
  | "cut-before"
  | "cut-after"
  /** The request or the answer takes seconds. */
  | "slow-request"
  | "slow-answer"
  /** No answer, ever. */
  | "lost-request"
  | "lost-answer";

export interface CallFate {
  readonly fault: FaultKind | undefined;
  readonly requestMs: number;
  readonly answerMs: number;
}

export interface NetworkDeps {
  readonly storage: FullStorage;
  readonly time: SimulatedTime;
  fate(method: keyof FullStorage): CallFate;
}

/** Where the options stand among the arguments of each method; the others have none. */
const OPTIONS_AT = {
  getTask: 2,
  doneTask: 1,
  retryTask: 1,
  releaseTask: 1,
  buryTask: 1,
  touchTask: 2,
  putTask: 1,
  putTasks: 1,
  waitTask: 1,
  getStat: 0,
  peekTask: 1,
  listTasks: 2,
  kickTask: 2,
  runNow: 1,
  buryWaiting: 2,
  cancelTask: 1,
  clearQueue: 1,
  pauseQueue: 2,
  getRecords: 1,
  listRecords: 0,
  commit: 1,
} as const satisfies Partial<Record<keyof FullStorage, number>>;

type Method = keyof typeof OPTIONS_AT;

const unavailable = (outcome: "none" | "unknown") =>
  new QueueError("UNAVAILABLE", `the simulated connection broke, outcome ${outcome}`, {
    details: { outcome },
  });

/** The storage as a process reaches it: over a connection that is slow and breaks. */
export function connect(deps: NetworkDeps, process: SimulatedProcess): FullStorage {
  const port: Partial<Record<keyof FullStorage, unknown>> = { close: async () => {} };
  for (const method of Object.keys(OPTIONS_AT) as Method[])
    port[method] = (...args: unknown[]) => send(deps, process, method, args);
  return port as unknown as FullStorage;
}

function send(deps: NetworkDeps, process: SimulatedProcess, method: Method, args: unknown[]) {
  const { storage, time } = deps;
  const options = args[OPTIONS_AT[method]] as { signal?: AbortSignal } | undefined;
  const signal = options?.signal;
  return new Promise<unknown>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const { fault, requestMs, answerMs } = deps.fate(method);
    // The server sees that a connection has ended, and wakes nobody for it any more.
    const server = method === "waitTask" ? new AbortController() : undefined;
    const forget = server && process.onDeath(() => server.abort());
    let over = false;
    const end = (settle: () => void) => {
      over = true;
      forget?.();
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const abort = () => {
      server?.abort();
      end(() => reject(signal?.reason));
    };
    signal?.addEventListener("abort", abort, { once: true });

    const answer = (settle: () => void, late?: () => void) => {
      if (fault === "lost-answer") return;
      after(time, answerMs, () => process.enter(() => (over ? late?.() : end(settle))));
    };
    if (fault === "lost-request") return;
    if (fault === "refuse") return answer(() => reject(unavailable("none")));
    if (fault === "cut-before") return answer(() => reject(unavailable("unknown")));
    if (fault === "read-only")
      return answer(() => reject(new QueueError("READ_ONLY", "the simulated node is read-only")));
    after(time, requestMs, () => {
      if (server?.signal.aborted) return;
      execute(storage, method, args, server?.signal).then(
        (value) => {
          if (fault === "cut-after") answer(() => reject(unavailable("unknown")));
          else answer(() => resolve(value), giveBack(storage, method, value));
        },
        (error) => answer(() => reject(error)),
      );
    });
  });
}

function after(time: SimulatedTime, ms: number, fn: () => void): void {
  if (ms === 0) fn();
  else time.setTimer(ms, fn);
}

/** What has been sent cannot be called back; only a wait ends with its connection. */
function execute(storage: FullStorage, method: Method, args: unknown[], server?: AbortSignal) {
  const at = OPTIONS_AT[method];
  const sent = [...args];
  if (sent[at] !== undefined) {
    const { signal: _signal, ...options } = sent[at] as { signal?: AbortSignal };
    sent[at] = server === undefined ? options : { ...options, signal: server };
  }
  return (storage[method] as (...args: unknown[]) => Promise<unknown>)(...sent);
}

/** A get that was aborted after the storage had taken tasks releases them: the port promises it. */
function giveBack(storage: FullStorage, method: Method, value: unknown): (() => void) | undefined {
  if (method !== "getTask" || (value as Task[]).length === 0) return undefined;
  return () => void storage.releaseTask(value as Task[]);
}
