import type { Mutant } from "./mutant.js";
import { putMutants } from "./put-mutants.js";
import { settleMutants } from "./settle-mutants.js";
import { takeMutants } from "./take-mutants.js";
import { workerMutants } from "./worker-mutants.js";

export const mutants: readonly Mutant[] = [
  ...putMutants,
  ...takeMutants,
  ...settleMutants,
  ...workerMutants,
];

/** The first whose name contains the text. */
export function findMutant(text: string): Mutant {
  const found = mutants.find(({ name }) => name.includes(text));
  if (found === undefined) throw new Error(`no mutant has "${text}" in its name`);
  return found;
}
