/** Chance that one number decides: the same seed, the same numbers. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  chance(share: number): boolean;
  pick<const T>(list: readonly [T, ...T[]]): T;
  /** Another source, which does not depend on how far this one has been used. */
  fork(name: string): Random;
}

/** 32 bits of a text and a number (FNV-1a). */
function hash(seed: number, text: string): number {
  let bits = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  return bits >>> 0;
}

/** Mulberry32: a counter, well mixed. Plenty for choosing; not for secrets. */
export function createRandom(seed: number): Random {
  let state = hash(seed, "queue") ^ Math.imul(seed, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (list) => list[int(0, list.length - 1)] as (typeof list)[0],
    fork: (name) => createRandom(hash(seed, name)),
  };
}
