import { QueueError } from "@queue/runtime";
import type { CallList } from "./call-list.js";
import { afterLoss } from "./server-error.js";

export interface CallSettings {
  /** Aborted, the call rejects at once with the signal's reason. What was sent may still happen. */
  readonly signal?: AbortSignal;
  /** How long it may take in all: until there is a connection, and room, and the answer. */
  readonly timeoutMs?: number;
  /** Doing it twice is as good as once: it is repeated when its answer was lost. */
  readonly repeatable?: boolean;
  /** It waits on the server: it travels on a connection of its own. */
  readonly longPoll?: boolean;
  /** The size of the arguments, roughly, where it matters. */
  readonly bytes?: number;
  /** Gets an answer that comes after the abort or the timeout. */
  readonly late?: (answer: unknown) => void;
  /** Told when an answer was lost and the call is repeated: the first try may have happened. */
  readonly lost?: () => void;
}

/** A call from the moment it is made until its caller has been told. */
export class PendingCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly bytes: number;
  readonly repeatable: boolean;
  readonly timeoutMs: number;
  readonly late: ((answer: unknown) => void) | undefined;
  readonly lost: (() => void) | undefined;
  /** Whether it may have had an effect although nobody knows. */
  outcome: "none" | "unknown" = "none";
  settled = false;
  /** How many answers had come on its line before it was sent. */
  answersBefore = 0;
  /** Its place: for `CallList` alone. */
  list: CallList | undefined;
  before: PendingCall | undefined;
  after: PendingCall | undefined;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: unknown) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort: () => void;
  readonly #onDeadline: () => void;
  #timer: NodeJS.Timeout;

  constructor(
    name: string,
    args: readonly unknown[],
    settings: CallSettings & { readonly timeoutMs: number },
    caller: { resolve(value: unknown): void; reject(error: unknown): void },
    events: { onAbort(call: PendingCall): void; onDeadline(call: PendingCall): void },
  ) {
    this.name = name;
    this.args = args;
    this.bytes = settings.bytes ?? 0;
    this.repeatable = settings.repeatable ?? false;
    this.timeoutMs = settings.timeoutMs;
    this.late = settings.late;
    this.lost = settings.lost;
    this.#resolve = caller.resolve;
    this.#reject = caller.reject;
    this.#signal = settings.signal;
    this.#onAbort = () => {
      this.#tell(() => this.#reject(this.#signal?.reason));
      events.onAbort(this);
    };
    this.#signal?.addEventListener("abort", this.#onAbort);
    this.#onDeadline = () => events.onDeadline(this);
    this.#timer = setTimeout(this.#onDeadline, settings.timeoutMs);
  }

  resolve(value: unknown): void {
    clearTimeout(this.#timer);
    if (this.settled) this.late?.(value);
    else this.#tell(() => this.#resolve(value));
  }

  reject(error: QueueError): void {
    clearTimeout(this.#timer);
    const told = this.outcome === "unknown" ? afterLoss(error) : error;
    if (!this.settled) this.#tell(() => this.#reject(told));
  }

  /** The caller is told; the answer is waited for as long again. */
  expire(error: QueueError): void {
    this.#tell(() => this.#reject(error));
    this.#timer = setTimeout(this.#onDeadline, this.timeoutMs);
  }

  /** Nothing more will come of a call whose caller has been told. */
  forget(): void {
    clearTimeout(this.#timer);
  }

  /** The deadline goes on after an abort: it watches over what was sent. */
  #tell(how: () => void): void {
    this.settled = true;
    this.#signal?.removeEventListener("abort", this.#onAbort);
    how();
  }

  /** Why a call gets no answer, in the words of its outcome. */
  unavailable(why: string, cause?: unknown): QueueError {
    const known =
      this.outcome === "none" ? "it was not sent" : "it may or may not have happened there";
    return new QueueError("UNAVAILABLE", `queue.${this.name}: ${why}; ${known}`, {
      ...(cause === undefined ? {} : { cause }),
      details: { outcome: this.outcome },
    });
  }
}
