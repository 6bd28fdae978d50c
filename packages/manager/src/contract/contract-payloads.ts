import type { Contract, Field, QueueContract } from "@queue/codegen/contract";
import { QueueError, type QueueNum } from "@queue/runtime";
import { createPayloadCodec, type FieldContent, keyOf, type Payload } from "@queue/runtime/wire";
import type { Payloads } from "../http/payloads.js";
import { readField, showField, Unfit } from "./field-json.js";
import { formOf } from "./queue-form.js";

/** Payloads as a contract describes them, in JSON by the contract's names of their fields. */
export function createContractPayloads({ queues }: Contract): Payloads {
  const known = new Map(
    queues.map((queue) => [queue.id, { queue, codec: createPayloadCodec(queue) }]),
  );
  return {
    forms: queues.map(formOf),
    nameOf: (queueNum) => known.get(queueNum)?.queue.name,
    decode(queueNum, data) {
      const one = known.get(queueNum);
      return one && shown(one.queue, one.codec.decode(data));
    },
    encode(queueNum, payload) {
      const one = known.get(queueNum) ?? unknownQueue(queueNum, queues);
      return one.codec.encode(payloadOf(one.queue, payload));
    },
    policyOf(queueNum, data) {
      const one = known.get(queueNum);
      if (one === undefined) return {};
      const { priority, ttlMs } = one.queue.policy;
      const field = one.queue.fields.find(({ name }) => name === one.queue.policy.key);
      // Read back from the bytes: defaults are in them, whoever wrote them.
      const content = field && one.codec.decode(data)[field.property];
      const key = keyOf(content as string | number | bigint | undefined);
      return {
        ...(priority !== undefined && { priority }),
        ...(ttlMs !== undefined && { ttlMs }),
        ...(field !== undefined && { keyField: field.name }),
        ...(key !== undefined && { key }),
      };
    },
  };
}

function shown({ fields }: QueueContract, payload: Payload): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, property, type }) => {
      const value = payload[property];
      return value === undefined ? [] : [[name, showField(type, value)]];
    }),
  );
}

function payloadOf(queue: QueueContract, json: unknown): Payload {
  const names = queue.fields.map(({ name }) => name);
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw refusal(queue, `the payload must be an object with the fields ${names.join(", ")}`);
  const unknown = Object.keys(json).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw refusal(
      queue,
      `there is no field "${unknown.slice(0, 40)}"; the fields are ${names.join(", ")}`,
    );
  const given = new Map<string, unknown>(Object.entries(json));
  return Object.fromEntries(
    queue.fields.map((field) => [field.property, contentOf(queue, field, given.get(field.name))]),
  );
}

function contentOf(queue: QueueContract, field: Field, json: unknown): FieldContent | undefined {
  const mayBeAbsent = field.optional || field.default !== undefined;
  if (json === undefined && mayBeAbsent) return undefined;
  try {
    if (json === undefined) throw new Unfit("is missing");
    if (json === null && mayBeAbsent) throw new Unfit("must not be null: leave it out");
    return readField(field.type, json);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw refusal(queue, `field ${field.name}: ${error.message}`);
  }
}

function refusal(queue: QueueContract, text: string): QueueError {
  return new QueueError("INVALID_ARGUMENT", `queue ${queue.name}, ${text}`, {
    details: { queueNum: queue.id },
  });
}

function unknownQueue(queueNum: QueueNum, queues: readonly QueueContract[]): never {
  const there = queues.map(({ id, name }) => `${id} (${name})`).join(", ");
  throw new QueueError("CONTRACT", `The contract has no queue ${queueNum}; it has ${there}.`, {
    details: { queueNum },
  });
}
