const KIB = 1024;
const MIB = 1024 * KIB;
const YEAR_MS = 365.25 * 24 * 3_600_000;

/** What one call may ask for. The same in every storage; the payload's limit is a storage's option. */
export const LIMITS = {
  queueNum: 65_535,
  priority: 255,
  /** Entries of a list, counts and page sizes. */
  entries: 10_000,
  /** Keys, put ids and record keys, in bytes of UTF-8. */
  nameBytes: 512,
  headersBytes: 4 * KIB,
  payloadBytes: MIB,
  recordBytes: MIB,
  /** All payloads or values of one call together. */
  callBytes: 32 * MIB,
  /** A batch or a page stops before it grows past this, but never before its first entry. */
  pageBytes: 8 * MIB,
  /** Longer error texts are cut: a settle must not fail because its error was long. */
  errorChars: 4096,
  durationMs: 100 * YEAR_MS,
  /** The end of the year 9999. */
  timeMs: Date.UTC(9999, 11, 31, 23, 59, 59, 999),
} as const;
