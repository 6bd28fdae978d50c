/** What the heap sorts by: the order of a queue. */
export interface HeapEntry {
  readonly priority: number;
  readonly start: number;
  readonly taskId: number;
}

/**
 * The textbook heap in an array, as fast as it goes: the order is compiled in instead of passed as a
 * comparator, and entries move into a hole instead of being swapped.
 */
export class BinaryHeap<T extends HeapEntry> {
  readonly #entries: T[] = [];

  get size(): number {
    return this.#entries.length;
  }

  first(): T | undefined {
    return this.#entries[0];
  }

  push(entry: T): void {
    const entries = this.#entries;
    let hole = entries.length;
    entries.push(entry);
    while (hole > 0) {
      const parent = (hole - 1) >>> 1;
      const above = entries[parent] as T;
      if (isBefore(above, entry)) break;
      entries[hole] = above;
      hole = parent;
    }
    entries[hole] = entry;
  }

  pop(): T | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (last !== undefined && entries.length > 0) this.#sink(last);
    return first;
  }

  /** Puts the entry into the hole at the top and lets it down to its place. */
  #sink(entry: T): void {
    const entries = this.#entries;
    const { length } = entries;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= length) break;
      if (child + 1 < length && isBefore(entries[child + 1] as T, entries[child] as T)) child++;
      const below = entries[child] as T;
      if (isBefore(entry, below)) break;
      entries[hole] = below;
      hole = child;
    }
    entries[hole] = entry;
  }
}

function isBefore(a: HeapEntry, b: HeapEntry): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority;
  return a.start === b.start ? a.taskId < b.taskId : a.start < b.start;
}
