import {
  type Command,
  EXIT_HELP,
  FORMAT_HELP,
  FORMAT_OPTION,
  OUTPUT_HELP,
  OUTPUT_OPTIONS,
  type OutputChoice,
  outputChoice,
} from "./command.js";
import { type ContractFile, openContracts } from "./contract-files.js";
import type { ExitCode, Io } from "./io.js";
import { orphansOf, writePlan } from "./output-files.js";
import { planOutput } from "./plan.js";
import { countOf, type Format, formatOption, refuseContracts, reportJson } from "./report.js";

export const generateCommand: Command = {
  summary: "write the TypeScript of contracts",
  help: `Usage: queue-codegen generate [contract…] [options]

Reads contract.yaml, or the contracts named, and writes <contract>.gen.ts. A file is
written only when it changes. If a contract has a problem, nothing is written.

${OUTPUT_HELP}
${FORMAT_HELP}

${EXIT_HELP}`,
  options: { ...OUTPUT_OPTIONS, ...FORMAT_OPTION },
  async run(values, files, io) {
    const [choice, format] = [outputChoice(values), formatOption(values)];
    return writeOutput(await openContracts(files, io), choice, format, io);
  },
};

export async function writeOutput(
  contracts: readonly ContractFile[],
  choice: OutputChoice,
  format: Format,
  io: Io,
): Promise<ExitCode> {
  const planned = planOutput(contracts, choice, io);
  if (!planned.ok) return refuseContracts(planned.problems, format, io, "; nothing was written");
  const { out, files } = planned.plan;
  const outcomes = await writePlan(planned.plan);
  // Those of other contracts may be as they should be.
  const orphans = (await orphansOf(planned.plan)).filter(({ isOurs }) => isOurs);
  const shown = files.map(({ name }, i) => ({ file: `${out}/${name}`, status: outcomes[i] }));
  const orphanFiles = orphans.map(({ name }) => `${out}/${name}`);
  reportJson({ ok: true, files: shown, orphans: orphanFiles }, format, io);
  if (format === "json") return 0;
  for (const { file, status } of shown)
    if (status === "written") io.stdout.write(`${file} written\n`);
  const unchanged = outcomes.filter((outcome) => outcome === "unchanged").length;
  if (unchanged > 0) io.stdout.write(`${countOf(unchanged, "file")} unchanged\n`);
  for (const { name, source } of orphans)
    io.stderr.write(
      `${out}/${name}, once generated from ${source}, is not generated any more; delete it\n`,
    );
  return 0;
}
