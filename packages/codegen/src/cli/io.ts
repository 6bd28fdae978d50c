/** Where a command reads and writes: the process, or a test. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Ends `watch`. */
  readonly signal: AbortSignal;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** 0: fine. 1: stale or breaking. 2: an invalid contract, or wrong use. */
export type ExitCode = 0 | 1 | 2;

/** Wrong use of the command: a person reads the message, nothing else happens. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1 } as const;
export type Colour = keyof typeof CODES;

/** Colours text for a terminal, unless NO_COLOR says otherwise (https://no-color.org). */
export function painter({ env }: Io, output: Output): (colour: Colour, text: string) => string {
  const plain = output.isTTY !== true || (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  return (colour, text) => (plain ? text : `\u001b[${CODES[colour]}m${text}\u001b[0m`);
}
