import { type Clock, type Logger, systemClock } from "@queue/runtime";

/** The same words again within this time are only counted: a broken provider must not flood. */
const REPEAT_MS = 10_000;

export interface ConsoleLoggerOptions {
  print?(line: string): void;
  readonly clock?: Pick<Clock, "now">;
}

/** pino's shape, for people at a terminal: warnings and errors only. A service would inject pino. */
export function createConsoleLogger(options: ConsoleLoggerOptions = {}): Logger {
  const { print = console.error, clock = systemClock } = options;
  const printed = new Map<string, { at: number; repeats: number }>();

  function write(text: string, fields: object): void {
    const last = printed.get(text);
    if (last !== undefined && clock.now() - last.at < REPEAT_MS) {
      last.repeats++;
      return;
    }
    const more = last?.repeats ? ` [and ${last.repeats} more like it]` : "";
    printed.set(text, { at: clock.now(), repeats: 0 });
    print(`${text}${shown(fields)}${more}`);
  }

  function bind(bound: object): Logger {
    return {
      debug: () => {},
      info: () => {},
      warn: (fields, message) => write(`warning: ${message}`, { ...bound, ...fields }),
      error: (fields, message) => write(`error: ${message}`, { ...bound, ...fields }),
      child: (fields) => bind({ ...bound, ...fields }),
    };
  }
  return bind({});
}

function shown(fields: object): string {
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`);
  return texts.length === 0 ? "" : ` (${texts.join(", ")})`;
}

/** Logging must not throw, whatever it is given. */
function textOf(value: unknown): string {
  if (value instanceof Error) return value.message;
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "something that has no JSON";
  }
}
