import { type FullStorage, LIMITS, type PutTaskRequest, type QueueNum } from "@queue/runtime";
import { isBase64 } from "../contract/field-json.js";
import { changeSettings, checkedSettings } from "../queue-settings.js";
import { HttpProblem, json } from "./answer.js";
import { checkFields, idsOf, integerOf, queryOf, queueNumIn, textOf } from "./parameters.js";
import type { Payloads } from "./payloads.js";
import { readJsonObject } from "./request-body.js";
import type { Call, Route } from "./route.js";

export interface ChangeDeps {
  readonly storage: FullStorage;
  readonly payloads: Payloads | undefined;
  bounded<T>(call: Promise<T>): Promise<T>;
}

const BODY_LIMIT = 64 * 1024;
/** A payload of the largest size, in base64, and what comes with it. */
const PUT_LIMIT = 2 * 1024 * 1024;

type Body = Record<string, unknown>;

export function changeRoutes({ storage, payloads, bounded }: ChangeDeps): Route[] {
  const route = (
    path: string,
    fields: readonly string[],
    change: (body: Body, call: Call) => Promise<unknown>,
    limit = BODY_LIMIT,
  ): Route => ({
    method: "POST",
    path: `/api/v1${path}`,
    access: "operator",
    async answer(call) {
      queryOf(call.url, []);
      const body = await readJsonObject(call.request, limit);
      checkFields(body, fields);
      return json(await bounded(change(body, call)));
    },
  });
  return [
    route("/queues/:num/kick", ["ids", "count"], async ({ ids, count }, { path }) => {
      if ((ids === undefined) === (count === undefined))
        throw new HttpProblem(400, "Send either ids or a count.");
      const which = ids === undefined ? integerOf(count, "count", 1, LIMITS.entries) : idsOf(ids);
      return storage.kickTask(queueNumIn(path), which);
    }),
    route("/queues/:num/clear", [], async (_, { path }) => ({
      changed: await storage.clearQueue(queueNumIn(path)),
    })),
    ...(["pause", "resume"] as const).map((verb) =>
      route(`/queues/:num/${verb}`, [], async (_, { path }) => {
        await storage.pauseQueue(queueNumIn(path), verb === "pause");
        return { paused: verb === "pause" };
      }),
    ),
    route(
      "/queues/:num/settings",
      ["weight", "targetDelayMs", "minProcessors", "maxProcessors"],
      async (body, { path }) => ({
        settings: await changeSettings(storage, queueNumIn(path), checkedSettings(body)),
      }),
    ),
    route(
      "/queues/:num/tasks",
      ["payload", "base64", "delayMs", "priority", "key", "ttlMs"],
      async (body, { path }) => ({
        taskId: await storage.putTask(putRequest(queueNumIn(path), body, payloads)),
      }),
      PUT_LIMIT,
    ),
    route("/tasks/run-now", ["ids"], ({ ids }) => storage.runNow(idsOf(ids))),
    route("/tasks/cancel", ["ids"], ({ ids }) => storage.cancelTask(idsOf(ids))),
    route("/tasks/bury", ["ids", "error"], ({ ids, error }) =>
      storage.buryWaiting(idsOf(ids), textOf(error, "error", LIMITS.errorChars)),
    ),
  ];
}

function putRequest(
  queueNum: QueueNum,
  body: Body,
  payloads: Payloads | undefined,
): PutTaskRequest {
  const { delayMs, priority, key, ttlMs } = body;
  const data = payloadOf(queueNum, body, payloads);
  const { keyField, ...policy } = payloads?.policyOf(queueNum, data) ?? {};
  if (key !== undefined && keyField !== undefined)
    throw new HttpProblem(400, `By the contract the key is the field ${keyField}: leave key out.`);
  return {
    queueNum,
    data,
    ...policy,
    ...(delayMs !== undefined && { delayMs: integerOf(delayMs, "delayMs", 0, LIMITS.durationMs) }),
    ...(priority !== undefined && {
      priority: integerOf(priority, "priority", 0, LIMITS.priority),
    }),
    ...(key !== undefined && { key: textOf(key, "key", LIMITS.nameBytes) }),
    ...(ttlMs !== undefined && { ttlMs: integerOf(ttlMs, "ttlMs", 1, LIMITS.durationMs) }),
  } as PutTaskRequest;
}

/** By the contract where there is one: nobody should put bytes there that no worker can read. */
function payloadOf(queueNum: QueueNum, body: Body, payloads: Payloads | undefined): Uint8Array {
  const { payload, base64 } = body;
  if ((payload === undefined) === (base64 === undefined))
    throw new HttpProblem(400, "Send either a payload, by the contract, or its bytes in base64.");
  if (payload !== undefined) {
    if (payloads === undefined)
      throw new HttpProblem(400, "This Manager has no contract: send the bytes in base64.");
    return payloads.encode(queueNum, payload);
  }
  if (!isBase64(base64)) throw new HttpProblem(400, "base64 must be base64, with its padding.");
  const data = new Uint8Array(Buffer.from(base64, "base64"));
  try {
    payloads?.decode(queueNum, data);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HttpProblem(400, `By the contract these bytes are no payload of the queue: ${why}`);
  }
  return data;
}
