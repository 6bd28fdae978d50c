import { LINE_UP } from "../line-up.js";
import { type Figure, median, quantile, type Result } from "../result.js";
import { reaches, type Verdict, verdicts } from "./verdicts.js";

/** Everything that was seen, as Markdown tables. */
export function report(result: Result): string {
  return [describe(result), figuresTable(result), verdictsTable(result)].join("\n\n");
}

export function describe({ date, machine, rounds, absent, size }: Result): string {
  const { cpu, cores, memoryGb, system, node, load } = machine;
  const busy = load === undefined ? "" : ` (load average ${load})`;
  const missing = Object.keys(absent);
  return [
    `${date.slice(0, 10)}, ${cpu}, ${cores} cores${busy}, ${memoryGb} GiB, ${system}, Node ${node.slice(1)}; `,
    `medians of ${rounds} rounds, in brackets lowest and highest.`,
    size === "short" ? " A short run: the figures mean nothing." : "",
    missing.length > 0 ? ` Absent: ${missing.join(", ")}.` : "",
  ].join("");
}

export function figuresTable({ figures }: Result): string {
  const lines = [
    "| | | median | CPU a task: client, server | survives |",
    "| --- | --- | --- | --- | --- |",
  ];
  for (const figure of figures) {
    const { workload, who, unit } = figure;
    const durability = LINE_UP.find(({ name }) => name === who)?.durability ?? "";
    lines.push(
      `| ${workload} | ${who} | ${spread(figure)} ${unit} | ${cpu(figure)} | ${durability} |`,
    );
  }
  return lines.join("\n");
}

export function verdictsTable(result: Result): string {
  const lines = ["| | seen | floor | goal | |", "| --- | --- | --- | --- | --- |"];
  for (const verdict of verdicts(result)) {
    const { promise, seen, floor, goal, unit } = verdict;
    const mark = goal === undefined ? "" : `${goal}${unit}`;
    lines.push(
      `| ${promise} | ${show(seen)}${unit} | ${floor}${unit} | ${mark} | ${judged(verdict)} |`,
    );
  }
  return lines.join("\n");
}

function judged(verdict: Verdict): string {
  if (reaches(verdict, verdict.goal)) return "goal reached";
  if (!reaches(verdict, verdict.floor)) return "**below the floor**";
  return verdict.goal === undefined ? "reached" : "floor passed";
}

function spread({ values, unit }: Figure): string {
  const middle = unit === "MiB" ? (values.at(-1) ?? Number.NaN) : median(values);
  if (values.length < 2) return show(middle);
  return `${show(middle)} (${show(quantile(values, 0))} to ${show(quantile(values, 1))})`;
}

function cpu({ clientCpu, serverCpu }: Figure): string {
  if (clientCpu === undefined || serverCpu === undefined) return "";
  return `${show(median(clientCpu))}, ${show(median(serverCpu))} us`;
}

export function show(value: number): string {
  if (Math.abs(value) >= 1_000)
    return Math.round(Number(value.toPrecision(3))).toLocaleString("en");
  return String(Number(value.toPrecision(2)));
}
