/** Where a command writes to. */
export interface Output {
  print(text: string): void;
  /** Beside the result: progress and complaints. */
  note(text: string): void;
}

/** What a command ends with. */
export const EXIT = { fine: 0, failed: 1, wrongUse: 2 } as const;

/** Thrown by a command that was called wrongly; the message says how to call it. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** An option that is a whole number. */
export function whole(text: string, option: string, min: number, max: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new WrongUse(`${option} must be a whole number from ${min} to ${max}, not "${text}".`);
}
