import { QueueError } from "./errors.js";
import {
  checkedDuration,
  checkFunction,
  checkInteger,
  checkOptions,
  checkQueueNum,
  refuse,
  show,
} from "./guard/arguments.js";
import type { BatchHandler, HandledTask, QueueBinding, QueuePolicy } from "./handler.js";
import { LIMITS } from "./limits.js";
import type { QueueNum, Task } from "./storage.js";

/** A queue as its contract describes it. */
export interface QueueDefinition<Payload extends object> {
  readonly queueNum: QueueNum;
  /** For people: logs and messages. */
  readonly name: string;
  /** Throws for bytes that are no payload of this queue. */
  decode(data: Uint8Array): Payload;
  /** What the contract says of its processing. */
  readonly policy?: QueuePolicy;
}

/** Binds a queue to the handler of its tasks. `policy` goes before the definition's, field by field. */
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
  if (definition.policy !== undefined) checkPolicy(name, definition.policy);
  const binding = {
    queueNum,
    name,
    policy: { ...definition.policy, ...policy },
    decode({ data, taskId, attempts, prevStartTime }: Task): HandledTask {
      const payload = checkedPayload(definition.decode(data), definition);
      // Not by spreading, which takes V8 twenty times as long when fields follow.
      return Object.assign({}, payload, { taskId, attempts, prevStartTime });
    },
    handle: handler,
    origin: new Error(`queue ${name} was bound`).stack ?? "",
  };
  // The tasks a handler gets are those that its own `decode` made, which the erased type cannot say.
  return binding as unknown as QueueBinding;
}

/** A text or a list would be spread into its parts, a promise into nothing, and nobody would notice. */
function checkedPayload<Payload extends object>(
  payload: Payload,
  { queueNum, name }: QueueDefinition<Payload>,
): Payload {
  if (kindOf(payload) === "object") return payload;
  const text = `decode of queue ${name} must return an object, not ${kindOf(payload)}`;
  throw new QueueError("DECODE", text, { details: { queueNum } });
}

/** Never the value itself: it is a payload. */
function kindOf(payload: unknown): string {
  if (payload instanceof Promise) return "a promise: it cannot be async";
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
  if (policy.backoff !== undefined)
    checkFunction(policy.backoff, its("backoff"), "such as exponential(...) makes");
  checkChoice(policy.onDecodeError, its("onDecodeError"), ["retry", "bury"]);
  checkChoice(policy.onHandlerError, its("onHandlerError"), ["retry", "leave"]);
}

function checkChoice(value: string | undefined, field: string, choices: readonly string[]): void {
  if (value !== undefined && !choices.includes(value))
    refuse(field, `must be ${choices.join(" or ")}, not ${show(value)}`);
}
