import type { TaskRecord } from "../history/event.js";
import { Heap } from "../sorted/heap.js";
import type { Activation } from "./activation.js";

/**
 * Asked for one span of positions after the other, by their beginnings: the first in order of the tasks
 * that were ready all through it. A heap, because a backlog may be long.
 */
export class ReadySet {
  /** By beginning; those from `#next` on have not been reached yet. */
  readonly #activations: readonly Activation[];
  readonly #ready: Heap<Activation>;
  #next = 0;

  constructor(
    activations: readonly Activation[],
    isBefore: (a: TaskRecord, b: TaskRecord) => boolean,
  ) {
    this.#activations = [...activations].sort((a, b) => a.from - b.from);
    this.#ready = new Heap((a, b) => isBefore(a.delivery.task, b.delivery.task));
  }

  firstDuring(from: number, to: number): Activation | undefined {
    for (;;) {
      const next = this.#activations[this.#next];
      if (next === undefined || next.from >= from) break;
      this.#next++;
      this.#ready.push(next);
    }
    // Those that end within the span may still be ready through a shorter one that comes later.
    const aside: Activation[] = [];
    let found: Activation | undefined;
    while (found === undefined) {
      const first = this.#ready.first();
      if (first === undefined) break;
      if (first.until > to) {
        found = first;
      } else {
        this.#ready.removeFirst();
        if (first.until > from) aside.push(first);
      }
    }
    for (const one of aside) this.#ready.push(one);
    return found;
  }
}
