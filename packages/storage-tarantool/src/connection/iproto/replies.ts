import type { Answer } from "../wire.js";

export type Reply = (answer: Answer) => void;

/** Who waits for which answer, by a number that is free again with it. Not a Map: call-list.ts says why. */
export class Replies {
  readonly #replies: (Reply | undefined)[] = [];
  readonly #free: number[] = [];

  add(reply: Reply): number {
    const sync = this.#free.pop() ?? this.#replies.length;
    this.#replies[sync] = reply;
    return sync;
  }

  /** Once for each; nobody waits for a number that was never given. */
  take(sync: number): Reply | undefined {
    const reply = this.#replies[sync];
    if (reply === undefined) return undefined;
    this.#replies[sync] = undefined;
    this.#free.push(sync);
    return reply;
  }

  clear(): void {
    this.#replies.length = 0;
    this.#free.length = 0;
  }
}
