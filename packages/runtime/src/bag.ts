/**
 * A few things that come and go often.
 *
 * Not a `Set`: whenever V8 grows or cleans one, the old table goes on pointing to the new one. Once a single table has
 * grown old, all later ones outlive their time with it, with everything that was in them at such a moment: every batch,
 * task by task, stayed until the next full collection.
 */
export class Bag<T> {
  readonly #things: T[] = [];

  get all(): readonly T[] {
    return this.#things;
  }

  /** Returns how to take it out again, once. */
  add(thing: T): () => void {
    this.#things.push(thing);
    return () => {
      const at = this.#things.indexOf(thing);
      if (at < 0) return;
      const last = this.#things.pop() as T;
      if (at < this.#things.length) this.#things[at] = last;
    };
  }
}
