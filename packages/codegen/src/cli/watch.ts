import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Command,
  OUTPUT_HELP,
  OUTPUT_OPTIONS,
  type OutputChoice,
  outputChoice,
} from "./command.js";
import { DEFAULT_CONTRACT, openContracts } from "./contract-files.js";
import { writeOutput } from "./generate.js";
import { type Io, UsageError } from "./io.js";

const POLL_MS = 200;

export const watchCommand: Command = {
  summary: "generate whenever a contract changes",
  help: `Usage: queue-codegen watch [contract…] [options]

Generates, and again whenever a contract changes, until it is stopped (Ctrl-C). While
a contract has problems, or is gone, the last good output stays.

${OUTPUT_HELP}`,
  options: OUTPUT_OPTIONS,
  async run(values, files, io) {
    const choice = outputChoice(values);
    const contracts = files.length === 0 ? [DEFAULT_CONTRACT] : files;
    while (!io.signal.aborted) {
      const seen = await stampOf(contracts, io); // before reading: a change meanwhile is a change
      await generateOnce(contracts, choice, io);
      do await pause(POLL_MS, undefined, { signal: io.signal }).catch(() => {});
      while (!io.signal.aborted && (await stampOf(contracts, io)) === seen);
    }
    return 0;
  },
};

/** Looked at again and again: editors replace files by rename, and a folder may vanish and come back. */
async function stampOf(contracts: readonly string[], { cwd }: Io): Promise<string> {
  const stamps = contracts.map((file) =>
    stat(resolve(cwd, file), { bigint: true }).then(
      ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`,
      () => "gone",
    ),
  );
  return (await Promise.all(stamps)).join();
}

async function generateOnce(
  contracts: readonly string[],
  choice: OutputChoice,
  io: Io,
): Promise<void> {
  try {
    await writeOutput(await openContracts(contracts, io), choice, "text", io);
  } catch (error) {
    io.stderr.write(`${error instanceof UsageError ? error.message : error}\n`);
  }
  io.stdout.write("watching for changes\n");
}
