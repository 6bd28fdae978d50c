import type { Contract, QueueContract } from "../contract/contract.js";
import { generatedNames } from "../contract/generated-names.js";
import { emitBinding, emitPuts } from "./binding.js";
import { type Lines, layOut, object } from "./layout.js";
import { text } from "./literal.js";
import { emitTypes } from "./payload.js";
import { emitDeserializer, emitSerializer } from "./serializer.js";

export interface EmitOptions {
  /** The file name of the contract, which the output names. */
  readonly source: string;
  readonly generatorVersion: string;
  /** One file for each queue. */
  readonly split: boolean;
}

/** The TypeScript of a contract, by file name: the same text wherever and whenever it is made. */
export function emit(contract: Contract, options: EmitOptions): ReadonlyMap<string, string> {
  const base = options.source.replace(/\.ya?ml$/, "");
  if (!options.split)
    return new Map([[`${base}.gen.ts`, emitFile(contract, contract.queues, options)]]);
  return new Map(
    contract.queues.map((queue) => [
      `${base}.${queue.name.replaceAll("_", "-")}.gen.ts`,
      emitFile(contract, [queue], options),
    ]),
  );
}

function emitFile(
  contract: Contract,
  queues: readonly QueueContract[],
  { source, generatorVersion }: EmitOptions,
): string {
  const lines = [
    // Of the name, nothing may leave the comment.
    `// Generated from ${source.replace(/\s+/g, " ")} by @queue/codegen ${generatorVersion}. Do not edit.`,
    ...comment(contract.description),
    'import * as runtime from "@queue/runtime";',
    'import * as wire from "@queue/runtime/wire";',
    ...queues.flatMap(emitQueue),
  ];
  return `${lines.join("\n")}\n`;
}

function comment(description: string | undefined): Lines {
  if (description === undefined) return [];
  return [
    "//",
    ...description
      .trim()
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) => `// ${line}`.trimEnd()),
  ];
}

function emitQueue(queue: QueueContract): Lines {
  const { num, wire } = generatedNames(queue.name);
  const descriptor = [`queueNum: ${num}`, `name: ${text(queue.name)}`];
  const sections = [
    [`export const ${num} = ${queue.id};`],
    emitTypes(queue),
    layOut(object(descriptor), 0, `const ${wire}: wire.WireQueue = `, ";"),
    emitSerializer(queue),
    emitDeserializer(queue),
    emitPuts(queue),
    emitBinding(queue),
  ];
  return sections.flatMap((section) => ["", ...section]);
}
