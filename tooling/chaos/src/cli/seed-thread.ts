import { parentPort, workerData } from "node:worker_threads";
import { findMutant } from "../mutants/all.js";
import { type Extras, type SeedRange, trySeeds } from "../simulation/try-seeds.js";

/** A thread of the command: tries the seeds it is sent, and answers. */
const { mutant, extras } = workerData as { mutant?: string; extras: Extras };
const alter = mutant === undefined ? undefined : findMutant(mutant).alter;

parentPort?.on("message", async (range: SeedRange) => {
  parentPort?.postMessage(await trySeeds(range, alter, extras));
});
