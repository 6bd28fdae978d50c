import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type BreakingChange, breaksOf, compareContracts } from "../breaking/index.js";
import { type Problem, readContract } from "../contract/index.js";
import { type Command, EXIT_HELP, FORMAT_HELP, FORMAT_OPTION, textOption } from "./command.js";
import { type ContractFile, openContract, openContracts } from "./contract-files.js";
import { readAtRef } from "./git.js";
import { type Io, painter, UsageError } from "./io.js";
import {
  annotation,
  countOf,
  type Format,
  formatOption,
  refuseContracts,
  reportJson,
  textOf,
} from "./report.js";

export const breakingCommand: Command = {
  summary: "name changes that break queued tasks or programs",
  help: `Usage: queue-codegen breaking [contract…] --against REF|FILE [options]

Compares contracts with what they were at a git commit, or with another file. WIRE:
waiting tasks would not be read, or old and new programs not read each other's.
SOURCE: programs that put or handle tasks would not compile.

      --against WHAT a file, if one has that name; else a git branch, tag or commit
      --wire-only    leave out what breaks SOURCE alone: the compiler finds it, too
${FORMAT_HELP}

  queue-codegen breaking --against origin/main

${EXIT_HELP}`,
  options: {
    against: { type: "string" },
    "wire-only": { type: "boolean" },
    ...FORMAT_OPTION,
  },
  async run(values, files, io) {
    const format = formatOption(values);
    const against = textOption(values, "against");
    if (against === undefined)
      throw new UsageError("breaking needs --against with a git ref or a file");
    const contracts = await openContracts(files, io);
    const compared = await Promise.all(
      contracts.map((contract) => compare(contract, against, contracts.length, io)),
    );
    const problems = compared.flatMap((each) => each.problems);
    if (problems.length > 0) return refuseContracts(problems, format, io);
    const changes = compared
      .flatMap((each) => each.changes)
      .filter(({ breaks }) => values["wire-only"] !== true || breaks.includes("WIRE"));
    const ok = changes.length === 0;
    reportJson({ ok, changes }, format, io);
    if (format !== "json") for (const change of changes) report(change, format, io);
    if (format === "text")
      (ok ? io.stdout : io.stderr).write(
        `${countOf(changes.length, "breaking change")} against ${against}\n`,
      );
    return ok ? 0 : 1;
  },
};

/** A change with the place in the new contract where it shows. */
interface PlacedChange extends Omit<BreakingChange, "at"> {
  readonly breaks: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

interface Comparison {
  readonly problems: readonly Problem[];
  readonly changes: readonly PlacedChange[];
}

async function compare(
  contract: ContractFile,
  against: string,
  count: number,
  io: Io,
): Promise<Comparison> {
  const old = await oldContract(contract, against, count, io);
  const now = readContract(contract.bytes, contract.file);
  if (!now.ok) return { problems: now.problems, changes: [] };
  if (old === undefined) {
    io.stderr.write(`${contract.file} is not in ${against}: all of it is new\n`);
    return { problems: [], changes: [] };
  }
  const before = readContract(old.bytes, old.file);
  if (!before.ok) return { problems: before.problems, changes: [] };
  const changes = compareContracts(before.contract, now.contract).map(({ at, ...change }) => {
    const { line, col } = (at && now.places.get(at)) ?? { line: 1, col: 1 };
    return { ...change, breaks: breaksOf(change.rule), file: contract.file, line, col };
  });
  return { problems: [], changes };
}

async function oldContract(contract: ContractFile, against: string, count: number, io: Io) {
  const isFile = await stat(resolve(io.cwd, against)).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) {
    if (count > 1) throw new UsageError("a file can be compared with one contract only; name one");
    return openContract(against, io);
  }
  const bytes = await readAtRef(against, contract.path);
  return bytes && { file: `${against}:${contract.file}`, bytes };
}

function report(change: PlacedChange, format: Format, io: Io): void {
  const { rule, breaks, file, line, col } = change;
  const text = textOf(change);
  if (format === "github") {
    io.stdout.write(annotation({ file, line, col, title: `${rule} (${breaks.join(", ")})`, text }));
    return;
  }
  const paint = painter(io, io.stderr);
  const place = paint("bold", `${file}:${line}:${col}:`);
  io.stderr.write(`${place} ${paint("red", `[${rule}]`)} ${breaks.join(", ")}: ${text}\n`);
}
