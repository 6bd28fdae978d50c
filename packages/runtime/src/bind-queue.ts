import { QueueError } from "./errors.js";
import {
  checkedDuration,
  checkInteger,
  checkOptions,
  checkQueueNum,
  refuse,
  show,
} from "./guard/arguments.js";
import type { BatchHandler, HandledTask, QueueBinding, QueuePolicy } from "./handler.js";
import { LIMITS } from "./limits.js";
import type { QueueNum } from "./storage.js";

/** A queue as its contract describes it. */
export interface QueueDefinition<Payload extends object> {
  readonly queueNum: QueueNum;
  /** For people: logs and messages. */
  readonly name: string;
  /** Throws for bytes that are no payload of this queue. */
  decode(data: Uint8Array): Payload;
}

/** Binds a queue to the handler of its tasks. */
export function bindQueue<Payload extends object>(
  definition: QueueDefinition<Payload>,
  handler: BatchHandler<Payload & HandledTask>,
  policy: QueuePolicy = {},
): QueueBinding {
  const { queueNum, name } = definition;
  checkQueueNum(queueNum);
  if (typeof name !== "string" || name === "") refuse("name", `must be a text, not ${show(name)}`);
  if (typeof handler !== "function")
    refuse("handler", `of queue ${name} must be a function, not ${show(handler)}`);
  checkPolicy(name, policy);
  const binding = {
    queueNum,
    name,
    policy,
    decode: ({ data, taskId, attempts, prevStartTime }: Parameters<QueueBinding["decode"]>[0]) => ({
      ...checkedPayload(definition.decode(data), definition),
      taskId,
      attempts,
      prevStartTime,
    }),
    handle: handler,
    origin: new Error(`queue ${name} was bound`).stack ?? "",
  };
  // The tasks a handler gets are those that its own `decode` made, which the erased type cannot say.
  return binding as unknown as QueueBinding;
}

/** A text or a list would be spread into its parts, and nobody would notice. */
function checkedPayload<Payload extends object>(
  payload: Payload,
  { queueNum, name }: QueueDefinition<Payload>,
): Payload {
  if (typeof payload === "object" && payload !== null && !Array.isArray(payload)) return payload;
  const text = `decode of queue ${name} must return an object, not ${kindOf(payload)}`;
  throw new QueueError("DECODE", text, { details: { queueNum } });
}

/** Never the value itself: it is a payload. */
function kindOf(payload: unknown): string {
  return Array.isArray(payload) ? "an array" : payload === null ? "null" : typeof payload;
}

const POLICY = new Set<string>([
  "batchSize",
  "visibilityTimeoutMs",
  "handlerTimeoutMs",
  "maxAttempts",
  "backoff",
  "onDecodeError",
  "onHandlerError",
  "renewLeases",
  "weight",
  "targetDelayMs",
] satisfies (keyof QueuePolicy)[]);

function checkPolicy(name: string, policy: QueuePolicy): void {
  const its = (field: string) => `${field} of queue ${name}`;
  checkOptions(policy, its("the policy"), POLICY);
  if (policy.batchSize !== undefined)
    checkInteger(policy.batchSize, its("batchSize"), 1, LIMITS.entries);
  if (policy.maxAttempts !== undefined)
    checkInteger(policy.maxAttempts, its("maxAttempts"), 1, Number.MAX_SAFE_INTEGER);
  for (const field of ["visibilityTimeoutMs", "handlerTimeoutMs", "targetDelayMs"] as const)
    if (policy[field] !== undefined) checkedDuration(policy[field], its(field), 1);
  if (policy.weight !== undefined && !(policy.weight > 0 && policy.weight < 1e9))
    refuse(its("weight"), `must be a number above 0, not ${show(policy.weight)}`);
  if (policy.backoff !== undefined && typeof policy.backoff !== "function")
    refuse(its("backoff"), `must be a function such as exponential(...) makes`);
  checkChoice(policy.onDecodeError, its("onDecodeError"), ["retry", "bury"]);
  checkChoice(policy.onHandlerError, its("onHandlerError"), ["retry", "leave"]);
}

function checkChoice(value: string | undefined, field: string, choices: readonly string[]): void {
  if (value !== undefined && !choices.includes(value))
    refuse(field, `must be ${choices.join(" or ")}, not ${show(value)}`);
}
