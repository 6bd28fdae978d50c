import { LIMITS, QueueError, type QueueNum, type Records, type StoredRecord } from "@queue/runtime";
import type { QueueWish } from "./allocation/queue-demand.js";

export const SETTINGS_KEY = "queue-manager/settings";

/** What an operator has set, by queue; what is absent is the worker's to say. */
export type QueueSettings = ReadonlyMap<QueueNum, Partial<QueueWish>>;

/** What may be set. */
const ALLOWED: Record<keyof QueueWish, (value: number) => boolean> = {
  weight: (value) => value >= 0.001 && value <= 1_000_000,
  targetDelayMs: (value) => Number.isSafeInteger(value) && value >= 1 && value <= 30 * 86_400_000,
  minProcessors: (value) => Number.isSafeInteger(value) && value >= 0 && value <= 100_000,
  maxProcessors: (value) => Number.isSafeInteger(value) && value >= 0 && value <= 100_000,
};

const BOUNDS: Record<keyof QueueWish, string> = {
  weight: "a number from 0.001 to 1,000,000",
  targetDelayMs: "whole milliseconds from 1 to 30 days",
  minProcessors: "a whole number from 0 to 100,000",
  maxProcessors: "a whole number from 0 to 100,000",
};

/** A wish as somebody sent it: `null` takes a setting back. */
export type SettingsChange = { readonly [field in keyof QueueWish]?: number | null };

/** Refuses what is unknown or out of bounds, by a sentence that says so. */
export function checkedSettings(change: unknown): SettingsChange {
  if (typeof change !== "object" || change === null || Array.isArray(change))
    throw new QueueError("INVALID_ARGUMENT", "settings must be an object");
  for (const [field, value] of Object.entries(change)) {
    if (!Object.hasOwn(ALLOWED, field)) {
      const known = Object.keys(ALLOWED).join(", ");
      throw new QueueError(
        "INVALID_ARGUMENT",
        `there is no setting "${field.slice(0, 40)}"; known are ${known}`,
      );
    }
    const name = field as keyof QueueWish;
    if (value !== null && !(typeof value === "number" && ALLOWED[name](value)))
      throw new QueueError(
        "INVALID_ARGUMENT",
        `${name} must be ${BOUNDS[name]}, or null to take it back`,
      );
  }
  return change;
}

export function readSettings(record: StoredRecord | undefined): QueueSettings {
  const settings = new Map<QueueNum, Partial<QueueWish>>();
  if (record === undefined) return settings;
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(record.value));
  } catch {
    return settings;
  }
  for (const [num, wish] of Object.entries(parsed ?? {})) {
    const queueNum = Number(num);
    // What a newer version or a stray hand wrote is left out, not believed.
    const known = Object.entries(wish ?? {}).filter(
      ([field, value]) =>
        Object.hasOwn(ALLOWED, field) &&
        typeof value === "number" &&
        ALLOWED[field as keyof QueueWish](value),
    );
    if (Number.isSafeInteger(queueNum) && queueNum >= 1 && queueNum <= LIMITS.queueNum)
      settings.set(queueNum, Object.fromEntries(known));
  }
  return settings;
}

/** Somebody else writes at the same moment: so many tries. */
const TRIES = 10;

/** Changes the settings of one queue, in the storage, where every Manager reads them. */
export async function changeSettings(
  storage: Pick<Records, "getRecords" | "commit">,
  queueNum: QueueNum,
  change: SettingsChange,
): Promise<Partial<QueueWish>> {
  for (let i = 0; i < TRIES; i++) {
    const [record] = await storage.getRecords([SETTINGS_KEY]);
    const settings = new Map(readSettings(record));
    const merged = Object.entries({ ...settings.get(queueNum), ...change });
    const wish: Partial<QueueWish> = Object.fromEntries(
      merged.filter(([, value]) => value !== null),
    );
    checkRange(wish);
    if (Object.keys(wish).length === 0) settings.delete(queueNum);
    else settings.set(queueNum, wish);
    const text = JSON.stringify(Object.fromEntries(settings));
    const { ok } = await storage.commit({
      expect: [{ key: SETTINGS_KEY, version: record?.version ?? 0 }],
      set: [{ key: SETTINGS_KEY, value: new TextEncoder().encode(text) }],
    });
    if (ok) return wish;
  }
  const details = { outcome: "none" } as const;
  throw new QueueError("UNAVAILABLE", "others change the settings all the time; try again", {
    details,
  });
}

function checkRange({ minProcessors = 0, maxProcessors }: Partial<QueueWish>): void {
  if (maxProcessors !== undefined && minProcessors > maxProcessors)
    throw new QueueError(
      "INVALID_ARGUMENT",
      `minProcessors (${minProcessors}) must not be above maxProcessors (${maxProcessors})`,
    );
}
