import type { TaskId } from "@queue/runtime";

const REMEMBERED_MS = 3_600_000;
/** Old entries to look at per new one: more than one, so that the list shrinks while it is used. */
const FORGET_PER_PUT = 4;

interface Entry {
  readonly putId: string;
  readonly id: TaskId;
  readonly until: number;
}

/** Which puts were made in the last hour: what makes a put safe to repeat. */
export class PutIds {
  readonly #known = new Map<string, Entry>();
  /** In the order of `until`; those before `#oldest` are forgotten. */
  #entries: Entry[] = [];
  #oldest = 0;

  /** How many take up memory: those of the last hour, and some that are not forgotten yet. */
  get size(): number {
    return Math.max(this.#known.size, this.#entries.length);
  }

  find(putId: string, now: number): TaskId | undefined {
    const entry = this.#known.get(putId);
    return entry !== undefined && now < entry.until ? entry.id : undefined;
  }

  remember(putId: string, id: TaskId, now: number): void {
    this.#forget(now);
    const entry = { putId, id, until: now + REMEMBERED_MS };
    this.#known.set(putId, entry);
    this.#entries.push(entry);
  }

  #forget(now: number): void {
    for (let i = 0; i < FORGET_PER_PUT; i++) {
      const entry = this.#entries[this.#oldest];
      if (entry === undefined || entry.until > now) break;
      // The same id may have been put anew after its hour.
      if (this.#known.get(entry.putId) === entry) this.#known.delete(entry.putId);
      this.#oldest++;
    }
    if (this.#oldest > 1024 && this.#oldest * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#oldest);
      this.#oldest = 0;
    }
  }
}
