import type { Logger } from "@queue/runtime";

/** Lines for people: a level, a sentence, and its fields. */
export function noteLogger(note: (line: string) => void, bound: object = {}): Logger {
  const log = (level: string) => (fields: object, message: string) =>
    note(`${level} ${message} ${JSON.stringify({ ...bound, ...fields }, plain)}`);
  return {
    debug: () => {},
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
    child: (fields) => noteLogger(note, { ...bound, ...fields }),
  };
}

/** Errors have no fields of their own that JSON would show. */
function plain(_: string, value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}
