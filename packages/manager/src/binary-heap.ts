/** Whatever is first by `before`, in O(log n). */
export class BinaryHeap<T> {
  readonly #entries: T[] = [];
  readonly #before: (a: T, b: T) => boolean;

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

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
      if (!this.#before(entry, above)) break;
      entries[hole] = above;
      hole = parent;
    }
    entries[hole] = entry;
  }

  pop(): T | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (last === undefined || entries.length === 0) return first;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= entries.length) break;
      if (child + 1 < entries.length && this.#before(entries[child + 1] as T, entries[child] as T))
        child++;
      const below = entries[child] as T;
      if (!this.#before(below, last)) break;
      entries[hole] = below;
      hole = child;
    }
    entries[hole] = last;
    return first;
  }
}
