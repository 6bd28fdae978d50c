import type { ParsedNode } from "yaml";
import type { QueuePolicyContract } from "./contract.js";
import { formatDuration } from "./duration.js";
import { type Mapping, readMapping, type Shape } from "./mapping.js";
import type { Reading } from "./reading.js";
import { kindOf, numberOf, readDuration, readInteger, readText } from "./scalars.js";

/** Limits of the runtime, which the generated code hands these to. */
export const POLICY_RANGES = {
  batch_size: [1, 10_000],
  priority: [0, 255],
  max_attempts: [1, Number.MAX_SAFE_INTEGER],
} as const satisfies Record<string, readonly [number, number]>;

export const POLICY_KEYS = [
  "batch_size",
  "visibility_timeout",
  "priority",
  "ttl",
  "max_attempts",
  "backoff",
  "key",
] as const;
type PolicyKey = (typeof POLICY_KEYS)[number];

const BACKOFF: Shape<"min" | "max" | "jitter"> = {
  what: "backoff",
  required: [],
  optional: ["min", "max", "jitter"],
};

/** Those of the Worker, for the parts of a backoff that a contract leaves out. */
export const BACKOFF_DEFAULTS = { minMs: 1_000, maxMs: 3_600_000, jitter: 0.2 } as const;

/** `key` is only read here: whether it names a field is for who knows the fields. */
export function readPolicy(queue: Mapping<PolicyKey>, reading: Reading): QueuePolicyContract {
  const integer = (key: keyof typeof POLICY_RANGES) =>
    queue.read(key, (node) => readInteger(node, key, POLICY_RANGES[key], reading));
  const duration = (key: PolicyKey) => queue.read(key, (node) => readDuration(node, key, reading));
  return given({
    batchSize: integer("batch_size"),
    visibilityTimeoutMs: duration("visibility_timeout"),
    priority: integer("priority"),
    ttlMs: duration("ttl"),
    maxAttempts: integer("max_attempts"),
    backoff: queue.read("backoff", (node) => readBackoff(node, reading)),
    key: queue.read("key", (node) => readText(node, "key", reading)),
  });
}

function readBackoff(node: ParsedNode, reading: Reading): QueuePolicyContract["backoff"] {
  const mapping = readMapping(node, BACKOFF, reading);
  const duration = (key: "min" | "max") =>
    mapping.read(key, (value) => readDuration(value, `${key} of backoff`, reading));
  const backoff = {
    ...BACKOFF_DEFAULTS,
    ...given({
      minMs: duration("min"),
      maxMs: duration("max"),
      jitter: mapping.read("jitter", (value) => readShare(value, "jitter of backoff", reading)),
    }),
  };
  if (backoff.minMs > backoff.maxMs) {
    const [min, max] = [formatDuration(backoff.minMs), formatDuration(backoff.maxMs)];
    reading.complain("out-of-range", node, `the min of backoff, ${min}, is above its max, ${max}`);
  }
  return backoff;
}

function readShare(node: ParsedNode, what: string, reading: Reading): number | undefined {
  const value = numberOf(node);
  if (value !== undefined && value >= 0 && value <= 1) return value;
  const code = value === undefined ? "wrong-kind" : "out-of-range";
  reading.complain(code, node, `${what} must be a number from 0 to 1, not ${kindOf(node)}`);
  return undefined;
}

/** Without the keys that are `undefined`. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
