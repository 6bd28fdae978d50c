import type { Study } from "./study.js";
import type { Verdict } from "./verdicts.js";

const COLUMNS = ["", "missed", "p50", "p99", "p99.9", "re-homed/min"];

/** A study as a table for the terminal. Waiting times are in target delays. */
export function tableOf({ workload, seeds, figures }: Study): string {
  const { name, title, workers, processorsPerWorker } = workload;
  const tasks = Math.round((figures[0]?.tasks ?? 0) / seeds.length);
  const head = `${name}: ${title}\n  ${workers} workers x ${processorsPerWorker} processors, about ${tasks} tasks, ${seeds.length} seeds`;
  const rows = figures.map((one) => [
    one.policy,
    percent(one.misses),
    delays(one.p50),
    delays(one.p99),
    delays(one.p999),
    one.movedPerMinute > 0 ? percent(one.movedPerMinute) : "",
  ]);
  return [head, ...aligned([COLUMNS, ...rows])].join("\n");
}

export function verdictLine({ workload, promise, measured, limit, holds }: Verdict): string {
  const [word, value] = "atMost" in limit ? ["at most", limit.atMost] : ["at least", limit.atLeast];
  return `  ${holds ? "PASS" : "MISS"} ${workload}: ${promise}: ${round(measured)} (${word} ${value})`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = COLUMNS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) => {
    const cells = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    return `  ${cells.join("  ")}`.trimEnd();
  });
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function delays(wait: number): string {
  return Number.isFinite(wait) ? wait.toFixed(3) : "never";
}

function round(figure: number): string {
  return String(Number(figure.toPrecision(3)));
}
