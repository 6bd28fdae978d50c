import { basename } from "node:path";
import { type Problem, readContract } from "./contract/index.js";
import { emit } from "./emit/emit.js";
import { GENERATOR_VERSION } from "./version.js";

export interface GenerateOptions {
  /** The contract's path: problems show it, and the generated files take their names from it. */
  readonly file: string;
  /** One file for each queue; one for all by default. */
  readonly split?: boolean;
}

export type Generated =
  | { readonly ok: true; readonly files: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** From the text of a contract to generated files by name. It reads and writes nothing. */
export function generate(
  source: string | Uint8Array,
  { file, split = false }: GenerateOptions,
): Generated {
  const read = readContract(source, file);
  if (!read.ok) return read;
  const options = { source: basename(file), generatorVersion: GENERATOR_VERSION, split };
  return { ok: true, files: emit(read.contract, options) };
}
