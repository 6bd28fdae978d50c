import type { Logger } from "../../src/logger.js";

type Level = "debug" | "info" | "warn" | "error";
type Fields = Readonly<Record<string, unknown>>;

export interface LogLine {
  readonly level: Level;
  readonly message: string;
  readonly fields: Fields;
  /** What the logger itself adds to each of its lines, if anything. */
  readonly bound?: Fields;
}

export interface RecordingLogger extends Logger {
  readonly lines: LogLine[];
  /** The lines of a level as messages. */
  messages(level: Level): string[];
  /** Resolves with the next line of that level written after this call. */
  next(level: Level): Promise<LogLine>;
}

const NOTHING: Fields = {};

/** Refuses what pino would print as `{}`: it knows an Error by the name of its field alone. */
function checkErrors(fields: Fields): void {
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Error && name !== "err") throw new Error(`an Error is logged as ${name}`);
}

export function recordingLogger(): RecordingLogger {
  const lines: LogLine[] = [];
  const waiting = new Set<{ level: Level; found: (line: LogLine) => void }>();
  const logger = (bound: Fields): RecordingLogger => {
    const write = (level: Level) => (object: object, message: string) => {
      const fields = object as Fields;
      checkErrors(fields);
      const line = { level, message, fields, ...(bound !== NOTHING && { bound }) };
      lines.push(line);
      for (const waiter of waiting) {
        if (waiter.level !== level) continue;
        waiting.delete(waiter);
        waiter.found(line);
      }
    };
    return {
      debug: write("debug"),
      info: write("info"),
      warn: write("warn"),
      error: write("error"),
      child: (fields) => logger({ ...bound, ...fields }),
      lines,
      messages: (level) => lines.filter((line) => line.level === level).map((line) => line.message),
      next: (level) => new Promise((found) => waiting.add({ level, found })),
    };
  };
  return logger(NOTHING);
}
