import type { QueueContract, QueuePolicyContract } from "../contract/contract.js";
import { generatedNames } from "../contract/generated-names.js";
import { hasDefault } from "./field-type.js";
import {
  fits,
  group,
  indent,
  type Lines,
  layOut,
  layOutOrLeave,
  layOutUnion,
  object,
  type Piece,
} from "./layout.js";
import { literal, text } from "./literal.js";

/** The functions that put tasks. */
export function emitPuts(queue: QueueContract): Lines {
  const names = generatedNames(queue.name);
  const keyed = queue.policy.key === undefined ? "" : "Keyed";
  const { priority, ttlMs } = queue.policy;
  const key = keyOf(queue);
  const request = group(
    "wire.taskRequest(",
    [
      object([`queueNum: ${names.num}`, ...members({ priority, ttlMs })]),
      `${names.serialize}(payload)`,
      "options",
      ...(key === undefined ? [] : [key]),
    ],
    ")",
  );
  const putOne = group(
    "wire.putOne(",
    ["storage", `${names.request}(payload, options)`, "options"],
    ")",
  );
  const parameters = [`payload: ${names.input}`, `options?: wire.${keyed}PutOptions`];
  return [
    "/** A new task, for `putTasks` and `commit`. */",
    ...layOut(
      group(`export function ${names.request}(`, parameters, "): runtime.PutTaskRequest {"),
      0,
    ),
    ...indent(layOutOrLeave(request, 1, "return ", ";")),
    "}",
    "",
    `export async function ${names.put}(`,
    '  storage: Pick<runtime.Storage, "putTask">,',
    `  payload: ${names.input},`,
    `  options?: wire.${keyed}PutOptions,`,
    "): Promise<runtime.TaskId> {",
    ...indent(layOut(putOne, 1, "return ", ";")),
    "}",
    "",
    "/** All or none. The options are those of every task. */",
    `export async function ${names.putMany}(`,
    '  storage: Pick<runtime.Storage, "putTasks">,',
    `  payloads: readonly ${names.input}[],`,
    `  options?: wire.${keyed}PutManyOptions,`,
    "): Promise<readonly runtime.TaskId[]> {",
    ...indent(mapped(`${names.request}(payload, options)`)),
    "  return wire.putMany(storage, requests, options);",
    "}",
  ];
}

function mapped(request: string): Lines {
  const head = "const requests = payloads.map((payload) =>";
  const line = `${head} ${request});`;
  return fits(line, 1) ? [line] : [head, `  ${request},`, ");"];
}

/** The text of the field that the contract names as the key. */
function keyOf({ fields, policy }: QueueContract): Piece | undefined {
  const field = fields.find(({ name }) => name === policy.key);
  if (field === undefined) return undefined;
  const value = `payload.${field.property}`;
  const given = hasDefault(field) ? `${value} ?? ${literal(field)}` : value;
  return group("wire.keyOf(", [given], ")");
}

/** The function that makes what a Worker takes. */
export function emitBinding(queue: QueueContract): Lines {
  const names = generatedNames(queue.name);
  const { batchSize, visibilityTimeoutMs, maxAttempts, backoff } = queue.policy;
  const policy = [
    ...members({ batchSize, visibilityTimeoutMs, maxAttempts }),
    ...(backoff === undefined ? [] : [`backoff: ${exponential(backoff)}`]),
  ];
  const definition = object([
    `queueNum: ${names.num}`,
    `name: ${text(queue.name)}`,
    `decode: ${names.deserialize}`,
  ]);
  return [
    "/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */",
    `export function ${names.queue}(`,
    ...indent(
      layOutUnion([names.handler, `runtime.BatchHandler<${names.task}>`], 1, "handler:", ","),
    ),
    "  policy: runtime.QueuePolicy = {},",
    "): runtime.QueueBinding {",
    "  return runtime.bindQueue(",
    ...indent(indent(layOut(definition, 2, "", ","))),
    ...indent(
      indent(layOut(group("wire.batchHandler(", ["handler", text(names.handle)], "),"), 2)),
    ),
    ...indent(
      indent(
        policy.length === 0 ? ["policy,"] : layOut(object([...policy, "...policy"]), 2, "", ","),
      ),
    ),
    "  );",
    "}",
  ];
}

function members(values: Readonly<Record<string, number | undefined>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
}

function exponential(backoff: NonNullable<QueuePolicyContract["backoff"]>): string {
  const { minMs, maxMs, jitter } = backoff;
  return `runtime.exponential({ ${members({ minMs, maxMs, jitter }).join(", ")} })`;
}
