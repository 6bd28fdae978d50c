import { type Clock, type FullStorage, type Logger, QueueError } from "@queue/runtime";

export interface ManagerOptions {
  readonly storage: FullStorage;
  /** How often it plans; 2 s by default. */
  readonly planEveryMs?: number;
  /** How long a leader may be silent before another takes over; 6 s by default. */
  readonly takeOverMs?: number;
  /** How long a call to the storage may take; 5 s by default. */
  readonly storageTimeoutMs?: number;
  /** What it costs a processor to change its queue; 0 by default. */
  readonly switchMs?: number;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** From 0 up to 1; `Math.random` by default. */
  readonly random?: () => number;
}

const OPTIONS = new Set<string>([
  "storage",
  "planEveryMs",
  "takeOverMs",
  "storageTimeoutMs",
  "switchMs",
  "logger",
  "clock",
  "random",
] satisfies (keyof ManagerOptions)[]);

const HOUR_MS = 3_600_000;

export function checkManagerOptions(options: ManagerOptions): void {
  for (const key of Object.keys(options))
    if (!OPTIONS.has(key))
      refuse(`Manager has no option "${key}"; known are ${[...OPTIONS].join(", ")}`);
  const { storage, planEveryMs = 2_000, takeOverMs = 6_000 } = options;
  if (typeof storage?.commit !== "function" || typeof storage.getStat !== "function")
    refuse("storage must be a full storage, such as createMemoryStorage() makes");
  for (const [name, least] of [
    ["planEveryMs", 1],
    ["takeOverMs", 1],
    ["storageTimeoutMs", 1],
    ["switchMs", 0],
  ] as const) {
    const value = options[name];
    if (value !== undefined && !(value >= least && value <= HOUR_MS))
      refuse(`${name} must be milliseconds from ${least} to an hour, not ${value}`);
  }
  // Who plans less often than that would lose the lead between two looks.
  if (takeOverMs < 2 * planEveryMs)
    refuse(`takeOverMs (${takeOverMs}) must be at least twice planEveryMs (${planEveryMs})`);
}

function refuse(message: string): never {
  throw new QueueError("INVALID_ARGUMENT", message);
}
