import type { HistoryEvent, StatRecord } from "../history/event.js";

/** Ways a task may go, and the counter that shows how often it went. */
const WAYS = {
  "put -> stored": "putTotal",
  "taken -> gone (done)": "doneTotal",
  "taken -> ready or delayed (retry)": "retriedTotal",
  "taken -> ready (timeout)": "timedOutTotal",
  "taken -> ready (release)": "releasedTotal",
  "taken or waiting -> dead (bury)": "buriedTotal",
  "waiting or dead -> gone (expiry)": "expiredTotal",
  "waiting or dead -> gone (cancel)": "cancelledTotal",
} as const satisfies Record<string, keyof StatRecord>;

const STATES = ["ready", "delayed", "taken", "blocked", "dead"] as const;

/** What a history shows: calls and their outcomes, states, ways from one to the other. */
export function countHistory(events: readonly HistoryEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string, times = 1) => {
    if (times > 0) counts.set(name, (counts.get(name) ?? 0) + times);
  };
  const methods = new Map<string, string>();
  const last = new Map<number, StatRecord>();
  for (const event of events) {
    if (event.kind === "invoke") methods.set(`${event.actor} ${event.op}`, event.call.method);
    if (event.kind !== "ok" && event.kind !== "fail" && event.kind !== "info") continue;
    const method = methods.get(`${event.actor} ${event.op}`) ?? "";
    count(`call ${method} ${OUTCOMES[event.kind]}`);
    if (event.kind !== "ok") continue;
    const { answer } = event;
    if (answer.kind === "settled") count(`${method} lost`, answer.lost.length);
    if (answer.kind === "changed") count(`way: by ${method}`, answer.changed);
    if (answer.kind === "tasks")
      for (const { timeouts, lease } of answer.tasks) {
        if (lease > 1) count("task delivered again");
        if (timeouts > 0) count("suspect delivered");
      }
    if (answer.kind !== "stats") continue;
    for (const stat of answer.stats) {
      last.set(stat.queueNum, stat);
      for (const state of STATES) if (stat[`${state}Tasks`] > 0) count(`state ${state} seen`);
    }
  }
  for (const stat of last.values())
    for (const [way, total] of Object.entries(WAYS)) count(`way: ${way}`, stat[total]);
  return counts;
}

const OUTCOMES = { ok: "answered", fail: "failed", info: "of unknown outcome" } as const;

/** What many seeds have met. */
export class Coverage {
  readonly #totals = new Map<string, { seeds: number; times: number }>();

  add(counts: Iterable<readonly [name: string, times: number]>): void {
    for (const [name, times] of counts) this.#note(name, 1, times);
  }

  merge(other: readonly (readonly [name: string, seeds: number, times: number])[]): void {
    for (const [name, seeds, times] of other) this.#note(name, seeds, times);
  }

  entries(): [name: string, seeds: number, times: number][] {
    return [...this.#totals].map(([name, { seeds, times }]) => [name, seeds, times]);
  }

  /** A table: what, in how many of the seeds, how often. */
  table(seeds: number): string {
    const rows = this.entries().sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = rows.map(([name, hit, times]) => {
      const share = `${((100 * hit) / seeds).toFixed(1)} %`;
      return `${share.padStart(8)} ${String(times).padStart(9)}  ${name}`;
    });
    return ["   seeds     times", ...lines].join("\n");
  }

  #note(name: string, seeds: number, times: number): void {
    const total = this.#totals.get(name) ?? { seeds: 0, times: 0 };
    total.seeds += seeds;
    total.times += times;
    this.#totals.set(name, total);
  }
}
