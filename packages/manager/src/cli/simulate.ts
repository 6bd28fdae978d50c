import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { pictureOf } from "../simulator/picture.js";
import { POLICIES } from "../simulator/policies.js";
import { tableOf, verdictLine } from "../simulator/report.js";
import { type Study, studyWorkload } from "../simulator/study.js";
import { judgeStudy } from "../simulator/verdicts.js";
import { WORKLOADS } from "../simulator/workloads.js";
import { EXIT, type Output, WrongUse, whole } from "./output.js";

export const SIMULATE_HELP = `queue-manager simulate [options]

Runs the Manager's plans on a simulated fleet, beside other policies on the same tasks, and prints how long
tasks waited, in target delays. The same seeds give the same figures.

  --workload <name>   only this one; may be given again
  --seeds <n>         how many runs of each, 1 to 1000 (default 20)
  --first-seed <n>    the seed of the first run (default 1)
  --svg <file>        draw the waiting times, too

Workloads:
${WORKLOADS.map(({ name, title }) => `  ${name.padEnd(20)}${title}`).join("\n")}

Policies:
${POLICIES.map(({ name, title }) => `  ${name.padEnd(20)}${title}`).join("\n")}

Exit code: 0 if every figure that the README promises is reached, 1 if one is not.`;

export function simulateCommand(args: readonly string[], output: Output): number {
  const { workloads, seeds, svg } = optionsOf(args);
  const studies: Study[] = [];
  for (const workload of workloads) {
    const study = studyWorkload(workload, POLICIES, seeds, (seed) =>
      output.note(`${workload.name}: seed ${seed} of ${seeds.at(-1)}`),
    );
    studies.push(study);
    output.print(`${tableOf(study)}\n`);
  }
  const verdicts = studies.flatMap(judgeStudy);
  for (const verdict of verdicts) output.print(verdictLine(verdict));
  if (svg !== undefined) {
    writeFileSync(svg, pictureOf(studies));
    output.note(`${svg} written`);
  }
  return verdicts.every(({ holds }) => holds) ? EXIT.fine : EXIT.failed;
}

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      workload: { type: "string", multiple: true },
      seeds: { type: "string", default: "20" },
      "first-seed": { type: "string", default: "1" },
      svg: { type: "string" },
    },
  });
  const names = values.workload ?? WORKLOADS.map(({ name }) => name);
  const workloads = names.map((name) => {
    const found = WORKLOADS.find((workload) => workload.name === name);
    if (found !== undefined) return found;
    const known = WORKLOADS.map((workload) => workload.name).join(", ");
    throw new WrongUse(`--workload "${name}" is unknown; there are: ${known}.`);
  });
  const count = whole(values.seeds, "--seeds", 1, 1_000);
  const first = whole(values["first-seed"], "--first-seed", 0, 1_000_000);
  const seeds = Array.from({ length: count }, (_, i) => first + i);
  return { workloads, seeds, ...(values.svg !== undefined && { svg: values.svg }) };
}
