import { FIELD_TYPES, type FieldType } from "./contract.js";
import { DURATION, MAX_DURATION_MS } from "./duration.js";
import {
  MAX_NAME_LENGTH,
  RESERVED_FIELD_NAMES,
  RESERVED_QUEUE_NAMES,
  SNAKE_CASE,
} from "./names.js";
import { TIMESTAMP } from "./read-default.js";
import { POLICY_RANGES } from "./read-policy.js";
import { CODECS, GO_LE_TYPES, MAX_QUEUE_ID } from "./read-queue.js";

export type JsonSchema = { readonly [key: string]: unknown };

/** What may be absent and has no other rule: the reader trims it and drops an empty one. */
const description = { type: "string", description: "For people: becomes TSDoc." };

function name(reserved: readonly string[], what: string): JsonSchema {
  return {
    type: "string",
    pattern: SNAKE_CASE,
    maxLength: MAX_NAME_LENGTH,
    not: { enum: reserved },
    description: what,
  };
}

function integer([minimum, maximum]: readonly [number, number], what: string): JsonSchema {
  return { type: "integer", minimum, maximum, description: what };
}

function object(required: readonly string[], properties: JsonSchema): JsonSchema {
  return { type: "object", additionalProperties: false, required, properties };
}

/** A condition on other parts of the contract. */
function when(condition: JsonSchema, then: JsonSchema, otherwise: JsonSchema = {}): JsonSchema {
  return { if: condition, then, else: otherwise };
}

const has = (key: string, value?: unknown): JsonSchema => ({
  required: [key],
  ...(value !== undefined && { properties: { [key]: { const: value } } }),
});

const duration = (what: string): JsonSchema => ({
  anyOf: [
    { type: "integer", minimum: 1, maximum: MAX_DURATION_MS / 1000 },
    { type: "string", pattern: DURATION },
  ],
  description: `${what} Seconds, or a number with a unit: 500ms, 90s, 2m, 1h.`,
});

const codec = {
  enum: CODECS,
  description: "How payloads are written: msgpack (default), or go-le for services in Go.",
};

const safeInteger = {
  type: "integer",
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
const int64 = { type: "integer", minimum: -(2 ** 63), maximum: 2 ** 63 };
const listOf = (items: JsonSchema) => ({ type: "array", items });

/** What a schema can say of a default; the reader says the rest. */
const DEFAULTS: Readonly<Record<FieldType, JsonSchema>> = {
  int: safeInteger,
  int64,
  string: { type: "string" },
  bool: { type: "boolean" },
  "[]byte": listOf({ type: "integer", minimum: 0, maximum: 255 }),
  "[]int": listOf(safeInteger),
  "[]int64": listOf(int64),
  "[]string": listOf({ type: "string" }),
  float64: { type: "number" },
  timestamp: { type: "string", pattern: TIMESTAMP },
  json: { not: { type: "null" } },
};

const field = {
  ...object(["name", "type"], {
    name: name(RESERVED_FIELD_NAMES, "In snake_case: user_id becomes userId."),
    type: { enum: FIELD_TYPES, description: 'Quote the lists: "[]byte".' },
    description,
    optional: { type: "boolean", description: "May be absent: undefined in TypeScript." },
    default: { description: "What an absent value stands for, in old tasks too." },
  }),
  not: { allOf: [has("optional", true), has("default")] },
  allOf: FIELD_TYPES.map((type) =>
    when(has("type", type), { properties: { default: DEFAULTS[type] } }),
  ),
};

const removedField = object(["reserved"], {
  reserved: {
    type: "string",
    pattern: SNAKE_CASE,
    maxLength: MAX_NAME_LENGTH,
    description: "The name of a field that was removed: it holds the place.",
  },
});

const backoff = {
  ...object([], {
    min: duration("The first pause, 1s by default."),
    max: duration("No pause is longer, 1h by default."),
    jitter: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "The share of a pause that chance may add or take, 0.2 by default.",
    },
  }),
  description: "The pause before a failed task is tried again; each is twice the one before.",
};

const queue = object(["id", "name", "fields"], {
  id: integer([1, MAX_QUEUE_ID], "The queue's number in the storage. It never changes."),
  name: name(RESERVED_QUEUE_NAMES, "In snake_case: emails gives putEmails, EmailsTask and so on."),
  description,
  codec,
  fields: {
    type: "array",
    minItems: 1,
    contains: { type: "object", ...has("name") }, // not only removed ones
    items: when({ type: "object", ...has("reserved") }, removedField, field),
    description:
      "The payload, in order. Append only; a removed field leaves { reserved: its_name }.",
  },
  batch_size: integer(POLICY_RANGES.batch_size, "How many tasks a handler gets at most."),
  visibility_timeout: duration("How long taken tasks stay hidden without a renewal."),
  priority: integer(POLICY_RANGES.priority, "Of new tasks; lower goes first."),
  ttl: duration("How long a task may wait before it is dropped."),
  max_attempts: integer(POLICY_RANGES.max_attempts, "Tries before a task becomes a dead letter."),
  backoff,
  key: {
    type: "string",
    description: "A string, int or int64 field: tasks of one value run one after another.",
  },
});

const goLeQueue = {
  properties: {
    fields: {
      items: {
        not: { anyOf: [has("default"), has("reserved")] },
        properties: { type: { enum: GO_LE_TYPES }, optional: { const: false } },
      },
    },
  },
};

/** For editors: what a schema can say of a contract. The reader refuses all of it, and more. */
export const CONTRACT_SCHEMA: JsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "A contract of @queue/codegen",
  ...object(["queues"], {
    version: { const: 1, description: "Of the contract format." },
    description,
    codec,
    queues: { type: "array", minItems: 1, items: queue },
    reserved: {
      type: "array",
      items: integer([1, MAX_QUEUE_ID], "An id that was in use once."),
      uniqueItems: true,
      description: "Ids of removed queues, which may not come back.",
    },
  }),
  allOf: [
    { properties: { queues: { items: when(has("codec", "go-le"), goLeQueue) } } },
    when(has("codec", "go-le"), {
      properties: { queues: { items: when(has("codec"), {}, goLeQueue) } },
    }),
  ],
};
