import type { Logger } from "../../src/logger.js";

type Level = "debug" | "info" | "warn" | "error";

export interface LogLine {
  readonly level: Level;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface RecordingLogger extends Logger {
  readonly lines: LogLine[];
  /** The lines of a level as messages. */
  messages(level: Level): string[];
  /** Resolves with the next line of that level written after this call. */
  next(level: Level): Promise<LogLine>;
}

export function recordingLogger(): RecordingLogger {
  const lines: LogLine[] = [];
  const waiting = new Set<{ level: Level; found: (line: LogLine) => void }>();
  const write = (level: Level) => (fields: object, message: string) => {
    const line = { level, message, fields: fields as Record<string, unknown> };
    lines.push(line);
    for (const waiter of waiting) {
      if (waiter.level !== level) continue;
      waiting.delete(waiter);
      waiter.found(line);
    }
  };
  const logger: RecordingLogger = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: () => logger,
    lines,
    messages: (level) => lines.filter((line) => line.level === level).map((line) => line.message),
    next: (level) => new Promise((found) => waiting.add({ level, found })),
  };
  return logger;
}
