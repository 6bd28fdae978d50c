import type { TaskId } from "../../storage.js";

/** Properties that hold ids of tasks. */
const ID_LISTS = new Set(["lost", "skipped", "ids", "cancel"]);

/**
 * The same value, with every task id translated: a storage numbers its tasks as it likes, the model
 * from 1. Everything else stays as it is.
 */
export function withIds<T>(value: T, translate: (id: TaskId) => TaskId): T {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (part instanceof Map) return new Map([...part].map(([key, entry]) => [key, walk(entry)]));
    if (part === null || typeof part !== "object") return part;
    if (part instanceof Date || part instanceof Uint8Array) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, entry]) => {
        if (name === "taskId") return [name, translate(entry)];
        if (ID_LISTS.has(name) && Array.isArray(entry)) return [name, entry.map(translate)];
        return [name, walk(entry)];
      }),
    );
  };
  return walk(value) as T;
}

/**
 * The same value as a comparison and a person want it: times as milliseconds since the start of the
 * sequence, bytes as text, maps by key, whatever the classes and prototypes were.
 */
export function plain(value: unknown, startMs: number): unknown {
  if (value instanceof Date) return `T${signed(value.getTime() - startMs)}`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  if (Array.isArray(value)) return value.map((entry) => plain(entry, startMs));
  if (value instanceof Map)
    return [...value].sort(([a], [b]) => a - b).map(([, entry]) => plain(entry, startMs));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, plain(entry, startMs)]),
  );
}

const signed = (ms: number) => (ms < 0 ? `${ms}` : `+${ms}`);

/** One line of JavaScript, near enough. */
export function show(value: unknown, startMs: number): string {
  return JSON.stringify(plain(value, startMs)).replaceAll(/"(\w+)":/g, "$1: ");
}
