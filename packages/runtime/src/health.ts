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
}

/** The sweep polls every second: ten in a row are missing. */
const SILENT_MS = 10_000;

export function healthOf(facts: HealthFacts): Health {
  const reasons: string[] = [];
  const { abandoned, maxProcessors } = facts;
  if (abandoned > 0) reasons.push(`handlers that do not return: ${abandoned}`);
  const silentMs = facts.now - (facts.lastPollAt ?? facts.startedAt);
  if (facts.running && silentMs > SILENT_MS) {
    const why = facts.lastError === undefined ? "" : `: ${facts.lastError}`;
    reasons.push(`no answer from the storage for ${Math.round(silentMs / 1_000)} s${why}`);
  }
  const failingMs = facts.now - (facts.takeFailingSince ?? facts.now);
  if (facts.running && silentMs <= SILENT_MS && failingMs > SILENT_MS)
    reasons.push(`no batch for ${Math.round(failingMs / 1_000)} s: ${facts.lastError}`);
  const dead = maxProcessors > 0 && abandoned > maxProcessors;
  return {
    status: dead ? "dead" : reasons.length > 0 ? "degraded" : "ok",
    reasons,
    lastPollAt: facts.lastPollAt === undefined ? null : new Date(facts.lastPollAt),
    processors: facts.processors,
    abandoned,
  };
}
