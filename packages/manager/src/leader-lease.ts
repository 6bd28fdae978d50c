import type { Clock, Records, StoredRecord } from "@queue/runtime";

export const LEADER_KEY = "queue-manager/leader";

/** What the record of the lease says: who leads, and for which time. */
interface Leadership {
  /** `null`: the last leader has gone, and said so. */
  readonly id: string | null;
  readonly term: number;
}

export interface LeaderLeaseDeps {
  readonly storage: Pick<Records, "commit">;
  readonly clock: Clock;
  /** Names this run of a Manager; nobody else ever writes it. */
  readonly id: string;
  /** How long the record must have stood still before somebody else takes over. */
  readonly takeOverMs: number;
}

/**
 * One of several Managers leads: whoever last wrote the record, as long as the record moves. A leader stops
 * leading by itself when it could not renew in time, so two lead at once only where clocks run at
 * different speeds; and then the workers go by the higher term.
 */
export class LeaderLease {
  readonly #deps: LeaderLeaseDeps;
  /** The record as it was when it last moved, and when that was noticed. */
  #seen: { readonly version: number; readonly since: number } | undefined;
  #leader: string | null = null;
  #term = 0;
  #renewedAt: number | undefined;

  constructor(deps: LeaderLeaseDeps) {
    this.#deps = deps;
  }

  get leading(): boolean {
    const { clock, takeOverMs } = this.#deps;
    return this.#renewedAt !== undefined && clock.now() - this.#renewedAt < takeOverMs;
  }

  /** Of the present leader, whoever it is. Grows with every leader. */
  get term(): number {
    return this.#term;
  }

  get leader(): string | null {
    return this.#leader;
  }

  /**
   * Renews the lease, takes over where nobody leads, or learns who does. `atLeast` is the highest term
   * heard of: a record that was lost must not make terms go backwards.
   */
  async look(record: StoredRecord | undefined, atLeast: number): Promise<void> {
    const now = this.#deps.clock.now();
    const version = record?.version ?? 0;
    if (this.#seen?.version !== version) this.#seen = { version, since: now };
    const { id, term } = readLeadership(record);
    this.#leader = id;
    this.#term = term;
    const ours = id === this.#deps.id;
    if (ours && term >= atLeast) return this.#write(version, { id, term });
    this.#renewedAt = undefined;
    const vacant = id === null || ours || now - this.#seen.since >= this.#deps.takeOverMs;
    if (vacant)
      await this.#write(version, { id: this.#deps.id, term: Math.max(term, atLeast) + 1 });
  }

  /** Lets the next one lead at once. */
  async resign(record: StoredRecord | undefined): Promise<void> {
    const { id, term } = readLeadership(record);
    if (id === this.#deps.id) await this.#write(record?.version ?? 0, { id: null, term });
    this.#renewedAt = undefined;
  }

  async #write(version: number, leadership: Leadership): Promise<void> {
    // Counted from before the call: others count from after it.
    const now = this.#deps.clock.now();
    const { ok } = await this.#deps.storage.commit({
      expect: [{ key: LEADER_KEY, version }],
      set: [{ key: LEADER_KEY, value: new TextEncoder().encode(JSON.stringify(leadership)) }],
    });
    if (!ok) {
      this.#renewedAt = undefined;
      return;
    }
    this.#seen = { version: version + 1, since: now };
    this.#leader = leadership.id;
    this.#term = leadership.term;
    if (leadership.id !== null) this.#renewedAt = now;
  }
}

/** A record that cannot be read is nobody's. */
function readLeadership(record: StoredRecord | undefined): Leadership {
  try {
    const { id, term } = JSON.parse(new TextDecoder().decode(record?.value)) as Partial<Leadership>;
    if (typeof id === "string" && isTerm(term)) return { id, term };
    return { id: null, term: isTerm(term) ? term : 0 };
  } catch {
    return { id: null, term: 0 };
  }
}

function isTerm(term: unknown): term is number {
  return Number.isSafeInteger(term) && (term as number) >= 0;
}
