import { LIMITS } from "../limits.js";

/** How a setting is written, and what it may be. */
export interface SettingKind {
  /** For people: what would have been right. */
  readonly allowed: string;
  /** `undefined` if the text is no such value. */
  parse(text: string): number | undefined;
}

export function wholeNumber(min: number, max: number): SettingKind {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    parse(text) {
      const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** In milliseconds; a bare number is seconds, as the specification has it. */
export const duration: SettingKind = {
  allowed:
    "a whole number of seconds, or one with a unit (500ms, 90s, 2m, 1h), above 0, up to 100 years",
  parse(text) {
    const [, digits, unit = "s"] = /^(\d+)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
    const ms = Number(digits) * (UNIT_MS[unit] ?? Number.NaN);
    return ms > 0 && ms <= LIMITS.durationMs ? ms : undefined;
  },
};
