/** What every history must show. */
export const INVARIANTS = {
  "no loss": "an acknowledged put is done, expired, cancelled or still stored",
  "no invention": "what is delivered was put, byte for byte, and once",
  "lease exclusion":
    "two holdings of a task, or of a key, never overlap; nor does the work on them",
  fencing: "a settle with an old lease changes nothing and is reported as lost",
  counters: "leases grow; attempts, timeouts and prevStartTime say how the task came back",
  punctuality: "nothing before its start; at most a second late while processors idle",
  order: "within a key by id; within a queue by priority, start and id",
  conservation: "the counts add up, and agree with what was acknowledged",
  liveness: "after healing everything drains; nothing stays taken longer than its lease",
  "no resurrection": "what is done, cancelled or expired is never delivered again",
} as const;

export type Invariant = keyof typeof INVARIANTS;

export interface Violation {
  readonly invariant: Invariant;
  /** In words. */
  readonly says: string;
  /** The few events that show it, as positions in the history, in their order. */
  readonly positions: readonly number[];
}

export function violation(
  invariant: Invariant,
  says: string,
  positions: readonly number[],
): Violation {
  const known = positions.filter((position) => position >= 0 && Number.isFinite(position));
  return { invariant, says, positions: [...new Set(known)].sort((a, b) => a - b) };
}
