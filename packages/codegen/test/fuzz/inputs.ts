/** Chance that can be repeated: mulberry32. */
export function createChance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** First bytes of every kind, and lengths that promise too much. */
const TOKENS = [
  [0xc0],
  [0xc1],
  [0xc2],
  [0xc3],
  [0x80],
  [0x90],
  [0xa0],
  [0x7f],
  [0xe0],
  [0xff],
  [0x9f],
  [0x8f],
  [0xc4, 0xff],
  [0xc5, 0xff, 0xff],
  [0xc6, 0xff, 0xff, 0xff, 0xff],
  [0xc7, 0x01],
  [0xd4, 0x00],
  [0xd8, 0x01],
  [0xca],
  [0xcb],
  [0xcc],
  [0xcd],
  [0xce],
  [0xcf],
  [0xd0],
  [0xd1],
  [0xd2],
  [0xd3],
  [0xd9, 0x05],
  [0xda, 0xff, 0xff],
  [0xdb, 0xff, 0xff, 0xff, 0xff],
  [0xdc, 0xff, 0xff],
  [0xdd, 0xff, 0xff, 0xff, 0xff],
  [0xde, 0xff, 0xff],
  [0xdf, 0xff, 0xff, 0xff, 0xff],
  [0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0],
  [0xff, 0xff, 0xff, 0xff],
  [0xed, 0xa0, 0x80],
  [0xc3, 0x28],
];

/** An endless row of bytes that somebody might send: invented ones, and valid ones with damage. */
export function* hostileInputs(
  valid: readonly Uint8Array[],
  chance: () => number,
): Generator<Uint8Array, never> {
  const below = (limit: number) => Math.floor(chance() * limit);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const damages: readonly ((bytes: number[]) => void)[] = [
    (bytes) => bytes.splice(below(bytes.length + 1)),
    (bytes) => bytes.splice(below(bytes.length + 1), 1 + below(4)),
    (bytes) => bytes.splice(below(bytes.length + 1), 0, ...pick(TOKENS)),
    (bytes) => bytes.splice(below(bytes.length + 1), 1, ...pick(TOKENS)),
    (bytes) => bytes.splice(below(bytes.length), 1, below(256)),
    (bytes) => bytes.splice(below(bytes.length), 1, (bytes[0] ?? 0) ^ (1 << below(8))),
    (bytes) => bytes.splice(below(bytes.length + 1), 0, ...pick(valid).slice(0, below(64))),
    (bytes) => bytes.splice(below(bytes.length), 0, ...Array<number>(below(80)).fill(0x91)),
  ];
  for (;;) {
    if (chance() < 0.25) {
      yield Uint8Array.from({ length: below(64) }, () => below(256));
      continue;
    }
    const bytes = [...pick(valid)];
    for (let left = 1 + below(3); left > 0; left--) pick(damages)(bytes);
    yield Uint8Array.from(bytes);
  }
}
