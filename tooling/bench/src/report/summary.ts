import { LINE_UP } from "../line-up.js";
import { figureOf, median, type Result } from "../result.js";
import { show } from "./report.js";

const COLUMNS = [
  ["bulk put", "bulk put by 100"],
  ["single puts", "single puts"],
  ["drain", "drain"],
  ["latency p50, ms", "latency p50"],
  ["p99, ms", "latency p99"],
] as const;

/** One line a contender, for those who only want to know. */
export function summaryTable(result: Result): string {
  const lines = [
    `| tasks a second | ${COLUMNS.map(([title]) => title).join(" | ")} | survives |`,
    `| --- |${" --- |".repeat(COLUMNS.length + 1)}`,
  ];
  for (const { name, durability } of LINE_UP) {
    const cells = COLUMNS.map(([, workload]) => {
      const values = figureOf(result, workload, name)?.values;
      return values === undefined ? "" : show(median(values));
    });
    if (cells.every((cell) => cell === "")) continue;
    lines.push(`| ${name} | ${cells.join(" | ")} | ${durability} |`);
  }
  return lines.join("\n");
}
