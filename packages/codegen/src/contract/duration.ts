const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A duration as text; a bare number is seconds, as in the settings of a Worker. */
export const DURATION = "^0*[1-9][0-9]*(ms|s|m|h)?$";

/** A hundred years: no storage takes more. */
export const MAX_DURATION_MS = 100 * 365.25 * 24 * 3_600_000;

export const DURATION_FORM =
  "a whole number of seconds, or one with a unit (500ms, 90s, 2m, 1h), above 0, up to 100 years";

const pattern = /^(\d+)(ms|s|m|h)?$/;

/** Whether it has the form of a duration; it may still be too short or too long. */
export function isDuration(text: string): boolean {
  return pattern.test(text);
}

/** In milliseconds, or `undefined` if it is no such duration. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit = "s"] = pattern.exec(text) ?? [];
  const ms = Number(digits) * UNIT_MS[unit as keyof typeof UNIT_MS];
  return ms > 0 && ms <= MAX_DURATION_MS ? ms : undefined;
}

/** As a person would write it: 90000 is `90s`. */
export function formatDuration(ms: number): string {
  for (const unit of ["h", "m", "s"] as const)
    if (ms % UNIT_MS[unit] === 0) return `${ms / UNIT_MS[unit]}${unit}`;
  return `${ms}ms`;
}
