import type { PendingCall } from "./pending-call.js";

/** Calls that have not been sent, in the order in which they will be. */
export class WaitingCalls {
  /** Those that have lost their answer and may be repeated go before all others. */
  readonly #again = new Set<PendingCall>();
  readonly #fresh = new Set<PendingCall>();
  #bytes = 0;

  get size(): number {
    return this.#again.size + this.#fresh.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(call: PendingCall): void {
    this.#fresh.add(call);
    this.#bytes += call.bytes;
  }

  addAgain(call: PendingCall): void {
    this.#again.add(call);
    this.#bytes += call.bytes;
  }

  remove(call: PendingCall): boolean {
    if (!this.#again.delete(call) && !this.#fresh.delete(call)) return false;
    this.#bytes -= call.bytes;
    return true;
  }

  /** Calls may be removed on the way. */
  *[Symbol.iterator](): Generator<PendingCall> {
    yield* this.#again;
    yield* this.#fresh;
  }
}
