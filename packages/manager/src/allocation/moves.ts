import type { QueueNum } from "@queue/runtime";

/** A queue of a pool: how many homes it has, should have, and whether it may give any up. */
export interface Position {
  readonly queueNum: QueueNum;
  readonly present: number;
  readonly wanted: number;
  /** It has a maximum, in all pools together: what is too much goes at once. */
  readonly limited: boolean;
  /** It got a home only a moment ago. */
  readonly settling: boolean;
  /** Tasks wait and nobody is at home: it does not wait for its turn to grow. */
  readonly urgent: boolean;
}

/** At most this part of a pool changes its home by one plan. */
const MOVES = 0.1;

/**
 * The next homes of a pool on the way from the present ones to those wanted. Homes are not taken away
 * until another queue wants them, and then from those that have most too many.
 */
export function nextHomes(positions: readonly Position[], slots: number): Map<QueueNum, number> {
  const homes = new Map(
    positions.map(({ queueNum, present, wanted, limited }) => [
      queueNum,
      limited ? Math.min(present, wanted) : present,
    ]),
  );
  const surplus = (at: Position) => (homes.get(at.queueNum) ?? 0) - at.wanted;
  let free = slots;
  for (const count of homes.values()) free -= count;
  let budget = Math.max(1, Math.ceil(slots * MOVES));
  const donors = positions.filter((at) => at.present > at.wanted).sort(bySurplus);

  /** A processor without a home, or else one of another queue: only those are counted as moves. */
  function freeOne(urgent: boolean): boolean {
    if (free > 0) {
      free--;
      return true;
    }
    if (budget <= 0 && !urgent) return false;
    let best: Position | undefined;
    for (const donor of donors)
      if ((urgent || !donor.settling) && surplus(donor) > (best ? surplus(best) : 0)) best = donor;
    if (best === undefined) return false;
    homes.set(best.queueNum, (homes.get(best.queueNum) ?? 0) - 1);
    budget--;
    return true;
  }

  // A worker has left: whoever has homes which no longer exist gives them up first.
  while (free < 0 && freeFromLargest(homes)) free++;
  const growing = positions
    .filter((at) => at.wanted > at.present)
    .sort((a, b) => surplus(a) - surplus(b));
  const grow = (at: Position, urgent: boolean): boolean => {
    if (surplus(at) >= 0 || !freeOne(urgent)) return false;
    homes.set(at.queueNum, (homes.get(at.queueNum) ?? 0) + 1);
    return true;
  };
  for (const at of growing) if (at.urgent && homes.get(at.queueNum) === 0) grow(at, true);
  for (const at of growing) while (grow(at, false));
  return homes;
}

function bySurplus(a: Position, b: Position): number {
  return b.present - b.wanted - (a.present - a.wanted);
}

function freeFromLargest(homes: Map<QueueNum, number>): boolean {
  let largest: QueueNum | undefined;
  for (const [queueNum, count] of homes)
    if (count > (largest === undefined ? 0 : (homes.get(largest) ?? 0))) largest = queueNum;
  if (largest === undefined) return false;
  homes.set(largest, (homes.get(largest) ?? 0) - 1);
  return true;
}
