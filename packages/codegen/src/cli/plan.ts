import { relative, resolve, sep } from "node:path";
import type { Problem } from "../contract/index.js";
import { generate } from "../generate.js";
import type { OutputChoice } from "./command.js";
import type { ContractFile } from "./contract-files.js";
import { type Io, UsageError } from "./io.js";

/** Which files should lie in the output folder, and what should be in them. */
export interface Plan {
  /** As it is shown. */
  readonly out: string;
  readonly dir: string;
  readonly files: readonly PlannedFile[];
}

export interface PlannedFile {
  readonly name: string;
  readonly text: string;
  readonly contract: string;
}

export type Planned =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** All contracts or none: a broken one leaves the output of the others alone, too. */
export function planOutput(
  contracts: readonly ContractFile[],
  choice: OutputChoice,
  io: Io,
): Planned {
  const dir = resolve(io.cwd, choice.out);
  const out = relative(io.cwd, dir).split(sep).join("/") || ".";
  const problems: Problem[] = [];
  const files: PlannedFile[] = [];
  for (const { file, bytes } of contracts) {
    const generated = generate(bytes, { file, split: choice.split });
    if (!generated.ok) problems.push(...generated.problems);
    else for (const [name, text] of generated.files) files.push({ name, text, contract: file });
  }
  if (problems.length > 0) return { ok: false, problems };
  refuseCollisions(files);
  return { ok: true, plan: { out, dir, files } };
}

/** Some file systems take names that differ only in case for one. */
function refuseCollisions(files: readonly PlannedFile[]): void {
  const owners = new Map<string, string>();
  for (const { name, contract } of files) {
    const owner = owners.get(name.toLowerCase());
    if (owner === contract) throw new UsageError(`${contract} is named twice`);
    if (owner !== undefined)
      throw new UsageError(
        `${owner} and ${contract} would both be ${name}; rename one, or give them folders of their own by --out`,
      );
    owners.set(name.toLowerCase(), contract);
  }
}
