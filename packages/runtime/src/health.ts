import { textOf } from "./failure.js";

/** How a worker is: for a health check, and for a person. */
export interface Health {
  /** `dead`: it should be restarted. `degraded`: it works, but somebody should look. */
  readonly status: "ok" | "degraded" | "dead";
  /** In words, one per problem. */
  readonly reasons: readonly string[];
  /** When the storage last answered; `null` if it never has. */
  readonly lastPollAt: Date | null;
  readonly processors: number;
  /** Handlers that were abandoned and still run. */
  readonly abandoned: number;
}

export interface HealthFacts {
  readonly now: number;
  readonly running: boolean;
  readonly startedAt: number;
  readonly lastPollAt: number | undefined;
  readonly lastError: string | undefined;
  /** Since when no batch could be taken though one was asked for. */
  readonly takeFailingSince: number | undefined;
  readonly processors: number;
  readonly maxProcessors: number;
  readonly abandoned: number;
  /** How often the storage is asked at least. */
  readonly pollEveryMs: number;
  /** What ended a JobProcessor that should not end. */
  readonly crash: { readonly error: unknown } | undefined;
}

/** By default the storage is asked every second: ten answers in a row are missing. */
const SILENT_MS = 10_000;
/** Where it is asked less often: so many are missing. */
const SILENT_POLLS = 3;

export function healthOf(facts: HealthFacts): Health {
  const reasons: string[] = [];
  const { abandoned, maxProcessors, crash } = facts;
  if (crash !== undefined) reasons.push(`a JobProcessor has crashed: ${textOf(crash.error)}`);
  if (abandoned > 0) reasons.push(`handlers that do not return: ${abandoned}`);
  const silentMs = facts.now - (facts.lastPollAt ?? facts.startedAt);
  const silent = silentMs > Math.max(SILENT_MS, SILENT_POLLS * facts.pollEveryMs);
  if (facts.running && silent) {
    const why = facts.lastError === undefined ? "" : `: ${facts.lastError}`;
    reasons.push(`no answer from the storage for ${Math.round(silentMs / 1_000)} s${why}`);
  }
  const failingMs = facts.now - (facts.takeFailingSince ?? facts.now);
  if (facts.running && !silent && failingMs > SILENT_MS)
    reasons.push(`no batch for ${Math.round(failingMs / 1_000)} s: ${facts.lastError}`);
  const dead = crash !== undefined || (maxProcessors > 0 && abandoned > maxProcessors);
  return {
    status: dead ? "dead" : reasons.length > 0 ? "degraded" : "ok",
    reasons,
    lastPollAt: facts.lastPollAt === undefined ? null : new Date(facts.lastPollAt),
    processors: facts.processors,
    abandoned,
  };
}
