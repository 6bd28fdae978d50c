import type { QueueContract } from "../contract/contract.js";
import { type GeneratedNames, generatedNames } from "../contract/generated-names.js";
import { hasDefault, typeOf } from "./field-type.js";
import { fits, indent, type Lines, layOutPair, layOutUnion } from "./layout.js";
import { text } from "./literal.js";
import { tsdoc } from "./tsdoc.js";

/** The payload, what a producer gives for it, the task, and who handles it. */
export function emitTypes(queue: QueueContract): Lines {
  const names = generatedNames(queue.name);
  return [
    ...tsdoc(queue.description ?? `What a task of the queue ${queue.name} says.`),
    `export interface ${names.payload} {`,
    ...indent(queue.fields.flatMap(emitProperty)),
    "}",
    "",
    ...emitInput(queue),
    `/** A task of the queue ${queue.name}, as its handler gets it. */`,
    ...taskType(names),
    "",
    `/** Handles the tasks of the queue ${queue.name}, batch by batch. */`,
    `export interface ${names.handler} {`,
    `  ${names.handle}(`,
    "    ctx: runtime.HandlerContext,",
    "    storage: runtime.HandlerStorage,",
    `    tasks: readonly ${names.task}[],`,
    "  ): Promise<runtime.HandlerStats>;",
    "}",
  ];
}

function emitProperty(field: QueueContract["fields"][number]): Lines {
  const type = typeOf(field);
  return [
    ...tsdoc(field.description),
    ...(field.optional
      ? layOutUnion([type, "undefined"], 1, `readonly ${field.property}?:`, ";")
      : [`readonly ${field.property}: ${type};`]),
  ];
}

function taskType({ task, payload }: GeneratedNames): Lines {
  const line = `export interface ${task} extends ${payload}, runtime.HandledTask {}`;
  if (fits(line, 0)) return [line];
  return [`export interface ${task}`, `  extends ${payload},`, "    runtime.HandledTask {}"];
}

/**
 * Handlers always see a field that has a default; producers may leave it out. Without such a field the
 * two are one type, and still have two names: the first default must not change what producers write.
 */
function emitInput(queue: QueueContract): Lines {
  const names = generatedNames(queue.name);
  const defaulted = queue.fields.filter(hasDefault).map(({ property }) => text(property));
  return [
    `/** ${names.payload} as a producer gives it: fields that have a default may be left out. */`,
    ...(defaulted.length === 0
      ? layOutPair(`export type ${names.input} =`, [`${names.payload};`], 0)
      : inputType(names, defaulted)),
    "",
  ];
}

function inputType({ input, payload }: GeneratedNames, defaulted: readonly string[]): Lines {
  const head = `export type ${input} =`;
  const union = defaulted.join(" | ");
  const line = `${head} wire.WithDefaults<${payload}, ${union}>;`;
  if (fits(line, 0)) return [line];
  const behind = fits(`${head} wire.WithDefaults<`, 0);
  const broken = fits(union, behind ? 1 : 2) ? [union] : defaulted.map((name) => `| ${name}`);
  const body = ["wire.WithDefaults<", ...indent([`${payload},`, ...broken]), ">;"];
  return behind ? [`${head} ${body[0]}`, ...body.slice(1)] : [head, ...indent(body)];
}
