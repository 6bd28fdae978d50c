import assert from "node:assert/strict";
import { cpus, loadavg } from "node:os";
import { isNativeAccelerationEnabled } from "msgpackr";
import { type Contender, documentContenders, OURS, PEER, recordContenders } from "./contenders.js";
import { documents, records } from "./records.js";
import { KINDS, type Kind, measure, type RoundsOptions, ratio, type Spread } from "./rounds.js";

export interface BenchResult {
  /** As the README shows it. */
  readonly text: string;
  /** Floors that were missed. */
  readonly missed: readonly string[];
}

const VALUES = 64;
/** What a generated serialiser must reach beside msgpackr, on records. */
const FLOORS: Partial<Readonly<Record<Kind, number>>> = { encode: 2, "round trip": 1.2 };

export function runBench(options: RoundsOptions, progress: (line: string) => void): BenchResult {
  const load = loadavg()[0] ?? 0;
  const rows = compare("a record", recordContenders, records(VALUES), options, progress);
  const documentRows = compare("json", documentContenders, documents(VALUES), options, progress);
  const text = [
    `A run on Node ${process.versions.node}, ${cpus().length} cores shared with other work (load ${load.toFixed(1)}),`,
    `msgpackr ${isNativeAccelerationEnabled ? "with" : "without"} its native part; multiples of msgpackr's rate, with quartiles:`,
    "",
    table("a record", rows),
    "",
    table("a `json` field", documentRows),
  ].join("\n");
  const ours = rows.find(({ name }) => name === OURS);
  const missed = Object.entries(FLOORS).flatMap(([kind, floor]) => {
    const measured = ours?.ratios.get(kind as Kind)?.median ?? Number.NaN;
    // Written so that NaN is a miss.
    return measured >= floor ? [] : [`${kind}: ${measured.toFixed(2)}, at least ${floor}`];
  });
  return { text, missed };
}

interface Row {
  readonly name: string;
  readonly bytes: number;
  readonly ratios: ReadonlyMap<Kind, Spread>;
  readonly perSecond: number;
}

function compare<Value>(
  what: string,
  contenders: readonly Contender<Value>[],
  values: readonly Value[],
  options: RoundsOptions,
  progress: (line: string) => void,
): Row[] {
  for (const contender of contenders) checkContender(contender, values);
  const rates = new Map(
    KINDS.map((kind) => {
      progress(`${what}: ${kind}`);
      return [kind, measure(contenders, values, kind, options)];
    }),
  );
  return contenders.map(({ name, encode }) => ({
    name,
    bytes: Math.round(values.reduce((sum, value) => sum + encode(value).length, 0) / values.length),
    ratios: new Map([...rates].map(([kind, each]) => [kind, ratio(each, name, PEER)])),
    perSecond: Math.max(...(rates.get("round trip")?.get(name) ?? [])),
  }));
}

/** Whoever loses something may not take part. */
function checkContender<Value>(
  { encode, decode }: Contender<Value>,
  values: readonly Value[],
): void {
  for (const value of values) {
    const back = decode(encode(value)) as Record<string, unknown>;
    for (const [name, content] of Object.entries(value as Record<string, unknown>))
      assert.deepEqual(
        content instanceof Uint8Array ? Uint8Array.from(back[name] as Uint8Array) : back[name],
        content,
      );
  }
}

function table(what: string, rows: readonly Row[]): string {
  return [
    `| ${what} | ${KINDS.join(" | ")} | bytes | best round trips/s |`,
    `| --- | ${KINDS.map(() => "---").join(" | ")} | --- | --- |`,
    ...rows.map(({ name, bytes, ratios, perSecond }) => {
      const cells = KINDS.map((kind) => cell(ratios.get(kind), name === OURS));
      return `| ${name} | ${cells.join(" | ")} | ${bytes} | ${(perSecond / 1_000).toFixed(0)}k |`;
    }),
  ].join("\n");
}

function cell(spread: Spread | undefined, bold: boolean): string {
  if (spread === undefined) return "";
  const { median, low, high } = spread;
  const middle = bold ? `**${median.toFixed(2)}**` : median.toFixed(2);
  return low === 1 && high === 1 ? middle : `${middle} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}
