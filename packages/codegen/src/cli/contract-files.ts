import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type Io, UsageError } from "./io.js";

export const DEFAULT_CONTRACT = "contract.yaml";

/** A contract's file, not read for its meaning yet. */
export interface ContractFile {
  /** As it was named on the command line. */
  readonly file: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

export async function openContracts(files: readonly string[], io: Io): Promise<ContractFile[]> {
  const named = files.length === 0 ? [DEFAULT_CONTRACT] : files;
  return Promise.all(named.map((file) => openContract(file, io)));
}

export async function openContract(file: string, io: Io): Promise<ContractFile> {
  // The name stands in a comment of the generated code, and ends there.
  if (/\p{Cc}/u.test(basename(file)))
    throw new UsageError(`the file name ${JSON.stringify(file)} has control characters`);
  const path = resolve(io.cwd, file);
  try {
    return { file, path, bytes: await readFile(path) };
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error, file)}`);
  }
}

function reasonOf(error: unknown, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EISDIR") return "it is a folder; name the contract in it";
  if (code !== "ENOENT") return message;
  return `it does not exist; \`queue-codegen init${file === DEFAULT_CONTRACT ? "" : ` ${file}`}\` writes a contract to begin with`;
}
