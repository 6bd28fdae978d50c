import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createPayloadCodec, type PayloadCodec } from "@queue/runtime/wire";
import type { QueueContract } from "../../src/contract/contract.js";
import { generatedNames, readContract } from "../../src/contract/index.js";
import * as everyType from "../golden/every-type/expected.js";
import * as goLe from "../golden/go-le/expected.js";
import * as oddTexts from "../golden/odd-texts/expected.js";

/** A queue with both codecs that it has. */
export interface QueueCodecs {
  readonly name: string;
  readonly queue: QueueContract;
  readonly generated: PayloadCodec;
  readonly descriptor: PayloadCodec;
}

/** Every queue of the golden contracts that says something of the wire. */
export const codecs: readonly QueueCodecs[] = [
  ...codecsOf("every-type", everyType),
  ...codecsOf("go-le", goLe),
  ...codecsOf("odd-texts", oddTexts),
];

function codecsOf(name: string, module: Readonly<Record<string, unknown>>): QueueCodecs[] {
  return goldenContract(name).queues.map((queue) => {
    const { serialize, deserialize } = generatedNames(queue.name);
    return {
      name: `${name}/${queue.name}`,
      queue,
      generated: {
        encode: module[serialize] as PayloadCodec["encode"],
        decode: module[deserialize] as PayloadCodec["decode"],
      },
      descriptor: createPayloadCodec(queue),
    };
  });
}

export function goldenContract(name: string) {
  // From the package's root: compiled, this file lies elsewhere.
  const root = dirname(createRequire(import.meta.url).resolve("@queue/codegen/package.json"));
  const text = readFileSync(join(root, "test/golden", name, "contract.yaml"));
  const read = readContract(text, "contract.yaml");
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
  return read.contract;
}
