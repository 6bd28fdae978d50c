import { readFileSync } from "node:fs";
import { formatProblems, readContract } from "@queue/codegen/contract";
import { createContractPayloads } from "../contract/contract-payloads.js";
import type { Payloads } from "../http/payloads.js";
import { WrongUse } from "./output.js";

/** What the contract in a file says of payloads; throws all that is wrong with it. */
export function loadContract(file: string): Payloads {
  const read = readContract(sourceOf(file), file);
  if (read.ok) return createContractPayloads(read.contract);
  throw new WrongUse(formatProblems(read.problems).trimEnd());
}

function sourceOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new WrongUse(`--contract "${file}" cannot be read: ${(error as Error).message}`);
  }
}
