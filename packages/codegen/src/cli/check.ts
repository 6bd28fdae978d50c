import { join } from "node:path";
import {
  type Command,
  EXIT_HELP,
  FORMAT_HELP,
  FORMAT_OPTION,
  OUTPUT_HELP,
  OUTPUT_OPTIONS,
  outputChoice,
} from "./command.js";
import { openContracts } from "./contract-files.js";
import { diff } from "./diff.js";
import { type Io, painter } from "./io.js";
import { orphansOf, readOutput } from "./output-files.js";
import { type Plan, planOutput } from "./plan.js";
import {
  annotation,
  countOf,
  type Format,
  formatOption,
  refuseContracts,
  reportJson,
} from "./report.js";

export const checkCommand: Command = {
  summary: "find generated files that are stale, missing or orphaned, for CI",
  help: `Usage: queue-codegen check [contract…] [options]

Compares what \`generate\` would write with what lies in the output folder. Name all
contracts that share the folder: generated files of any other are orphans. Takes the
options that \`generate\` was given.

${OUTPUT_HELP}
${FORMAT_HELP}

${EXIT_HELP}`,
  options: { ...OUTPUT_OPTIONS, ...FORMAT_OPTION },
  async run(values, files, io) {
    const [choice, format] = [outputChoice(values), formatOption(values)];
    const planned = planOutput(await openContracts(files, io), choice, io);
    if (!planned.ok) return refuseContracts(planned.problems, format, io);
    const findings = await findingsOf(planned.plan);
    const ok = findings.length === 0;
    reportJson({ ok, files: findings }, format, io);
    if (format !== "json") for (const finding of findings) report(finding, format, io);
    if (ok && format === "text")
      io.stdout.write(`${countOf(planned.plan.files.length, "file")} up to date\n`);
    if (!ok && format === "text")
      io.stderr.write("run `queue-codegen generate` and commit the result\n");
    return ok ? 0 : 1;
  },
};

interface Finding {
  readonly file: string;
  readonly status: "stale" | "missing" | "orphan";
  readonly message: string;
  readonly diff?: readonly string[];
}

async function findingsOf(plan: Plan): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, text, contract } of plan.files) {
    const file = `${plan.out}/${name}`;
    const present = await readOutput(join(plan.dir, name));
    if (present === undefined)
      findings.push({ file, status: "missing", message: `of ${contract} is not there` });
    else if (present !== text)
      findings.push({
        file,
        status: "stale",
        message: `differs from what ${contract} gives`,
        diff: diff(present, text),
      });
  }
  for (const { name, source, isOurs } of await orphansOf(plan)) {
    const why = isOurs
      ? "no longer gives it; delete it"
      : "was not named; name it, or delete the file";
    const message = `was generated from ${source}, which ${why}`;
    findings.push({ file: `${plan.out}/${name}`, status: "orphan", message });
  }
  return findings;
}

function report(
  { file, status, message, diff: lines = [] }: Finding,
  format: Format,
  io: Io,
): void {
  const text = `${status}: ${file} ${message}`;
  if (format === "github") {
    io.stdout.write(annotation({ file, line: 1, title: status, text }));
    return;
  }
  const paint = painter(io, io.stderr);
  io.stderr.write(`${paint("red", `${status}:`)} ${file} ${message}\n`);
  for (const line of lines) {
    const colour = line.startsWith("-") ? "red" : line.startsWith("+") ? "green" : undefined;
    io.stderr.write(`  ${colour === undefined ? line : paint(colour, line)}\n`);
  }
}
