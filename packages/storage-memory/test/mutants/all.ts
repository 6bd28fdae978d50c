import { adminMutants } from "./admin-mutants.js";
import { callsMutants } from "./calls-mutants.js";
import { keyMutants } from "./key-mutants.js";
import type { Mutant } from "./mutant.js";
import { putMutants } from "./put-mutants.js";
import { recordsMutants } from "./records-mutants.js";
import { settleMutants } from "./settle-mutants.js";
import { statsMutants } from "./stats-mutants.js";
import { takeMutants } from "./take-mutants.js";
import { timeMutants } from "./time-mutants.js";
import { waitMutants } from "./wait-mutants.js";

export const mutants: readonly Mutant[] = [
  ...putMutants,
  ...takeMutants,
  ...settleMutants,
  ...timeMutants,
  ...keyMutants,
  ...waitMutants,
  ...adminMutants,
  ...statsMutants,
  ...recordsMutants,
  ...callsMutants,
];
