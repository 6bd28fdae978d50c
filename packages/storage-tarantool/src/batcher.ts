import { LIMITS } from "@queue/runtime";
import type { TurnEnd } from "./turn-end.js";

/** What one caller wants done; its `size` counts tasks. */
export interface BatchEntry {
  readonly size: number;
  readonly bytes: number;
}

/** Sends what several callers want. It settles each of them, or rejects for all. */
export type SendBatch<Entry extends BatchEntry, Result> = (
  callers: readonly Caller<Entry, Result>[],
  signal: AbortSignal | undefined,
) => Promise<void>;

export interface BatcherDeps {
  readonly turnEnd: TurnEnd;
  /**
   * A call with this many tasks goes out at once; what else is asked for in the same turn goes into the
   * next. All in one would let client and server wait for each other by turns: the callers of one call get
   * their answers together, and so ask together again.
   */
  readonly full: number;
}

/** Collects what is asked for in one turn of the event loop, within the limits of one call. */
export class Batcher<Entry extends BatchEntry, Result> {
  readonly #send: SendBatch<Entry, Result>;
  readonly #deps: BatcherDeps;
  #batch: Batch<Entry, Result> | undefined;

  constructor(send: SendBatch<Entry, Result>, deps: BatcherDeps) {
    this.#send = send;
    this.#deps = deps;
  }

  add(entry: Entry, signal: AbortSignal | undefined): Promise<Result> {
    const { full, turnEnd } = this.#deps;
    if (this.#batch?.hasRoomFor(entry, full) === false) this.#flush();
    if (this.#batch === undefined) {
      const batch = new Batch<Entry, Result>();
      this.#batch = batch;
      if (entry.size < full)
        turnEnd.do(() => {
          if (this.#batch === batch) this.#flush();
        });
    }
    const added = this.#batch.add(entry, signal);
    if (this.#batch.size >= full) this.#flush();
    return added;
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = undefined;
    batch?.send(this.#send);
  }
}

/** One caller and what it wants. */
export class Caller<Entry extends BatchEntry, Result> {
  readonly entry: Entry;
  readonly #resolve: (result: Result) => void;
  readonly #reject: (error: unknown) => void;
  readonly #signal: AbortSignal | undefined;
  #onAbort: (() => void) | undefined;
  /** Has been told that nothing comes: an answer finds nobody. */
  gone = false;

  constructor(
    entry: Entry,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
    signal?: AbortSignal,
  ) {
    this.entry = entry;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
  }

  /** Rejects with the signal's reason when it is aborted, and calls `leave`. */
  watch(leave: () => void): void {
    this.#onAbort = () => {
      this.reject(this.#signal?.reason);
      leave();
    };
    this.#signal?.addEventListener("abort", this.#onAbort);
  }

  resolve(result: Result): void {
    this.#unwatch();
    this.#resolve(result);
  }

  reject(error: unknown): void {
    this.gone = true;
    this.#unwatch();
    this.#reject(error);
  }

  #unwatch(): void {
    if (this.#onAbort !== undefined) this.#signal?.removeEventListener("abort", this.#onAbort);
  }
}

class Batch<Entry extends BatchEntry, Result> {
  #callers: Caller<Entry, Result>[] = [];
  /** Aborted when nobody waits for the answer any more; somebody without a signal always does. */
  #abandoned: AbortController | undefined;
  #steadfast = false;
  /** How many are left of those it was sent for; before that, undefined. */
  #waiting: number | undefined;
  #bytes = 0;
  size = 0;

  hasRoomFor({ size, bytes }: Entry, full: number): boolean {
    return this.size + size <= full && this.#bytes + bytes <= LIMITS.callBytes;
  }

  add(entry: Entry, signal: AbortSignal | undefined): Promise<Result> {
    this.size += entry.size;
    this.#bytes += entry.bytes;
    return new Promise((resolve, reject) => {
      const caller = new Caller(entry, resolve, reject, signal);
      this.#callers.push(caller);
      if (signal === undefined) this.#steadfast = true;
      else {
        this.#abandoned ??= new AbortController();
        caller.watch(() => this.#leave(caller, signal));
      }
    });
  }

  /** Before it is sent, the caller is left out; after, its answer finds nobody. */
  #leave(caller: Caller<Entry, Result>, { reason }: AbortSignal): void {
    if (this.#waiting === undefined)
      this.#callers = this.#callers.filter((other) => other !== caller);
    else if (--this.#waiting === 0) this.#abandoned?.abort(reason);
  }

  send(send: SendBatch<Entry, Result>): void {
    const callers = this.#callers;
    if (callers.length === 0) return;
    this.#waiting = callers.length;
    send(callers, this.#steadfast ? undefined : this.#abandoned?.signal).catch((error) => {
      for (const caller of callers) caller.reject(error);
    });
  }
}
