import type { PendingCall } from "./pending-call.js";

/**
 * Calls in an order; a call is in at most one list.
 *
 * Not a `Set` or a `Map`: whenever V8 grows or cleans one, the old table goes on pointing to the new one. Once a
 * single table has grown old, all later ones outlive their time with it, and with them every call that was under
 * way at such a moment, with its answer: half of what a drain allocates stayed until the next full collection.
 * What leaves this list points to nothing in it.
 */
export class CallList {
  #first: PendingCall | undefined;
  #last: PendingCall | undefined;
  #size = 0;
  #bytes = 0;

  get first(): PendingCall | undefined {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(call: PendingCall): boolean {
    return call.list === this;
  }

  add(call: PendingCall): void {
    call.list = this;
    call.before = this.#last;
    if (this.#last === undefined) this.#first = call;
    else this.#last.after = call;
    this.#last = call;
    this.#size++;
    this.#bytes += call.bytes;
  }

  /** Whether it was there. */
  remove(call: PendingCall): boolean {
    if (call.list !== this) return false;
    const { before, after } = call;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    call.list = undefined;
    call.before = undefined;
    call.after = undefined;
    this.#size--;
    this.#bytes -= call.bytes;
    return true;
  }

  /** As they are now: what changes meanwhile changes nothing here. */
  all(): readonly PendingCall[] {
    const all: PendingCall[] = [];
    for (let call = this.#first; call !== undefined; call = call.after) all.push(call);
    return all;
  }
}
