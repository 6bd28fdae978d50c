import type { Field, QueueContract } from "@queue/codegen/contract";
import type { FieldContent } from "@queue/runtime/wire";
import type { FormField, QueueForm } from "../http/payloads.js";
import { showField } from "./field-json.js";

/** What a contract says of a queue's payload, in the words of the contract and the values of JSON. */
export function formOf({ id, name, description, fields, policy }: QueueContract): QueueForm {
  const { priority, ttlMs, key } = policy;
  return {
    queueNum: id,
    name,
    ...(description !== undefined && { description }),
    fields: fields.map(formField),
    ...(key !== undefined && { keyField: key }),
    ...(priority !== undefined && { priority }),
    ...(ttlMs !== undefined && { ttlMs }),
  };
}

function formField({ name, type, optional, description, default: preset }: Field): FormField {
  return {
    name,
    type,
    optional,
    // A default goes the way of a payload, so that what the form shows can be sent back as it is.
    ...(preset !== undefined && { default: showField(type, preset as FieldContent) }),
    ...(description !== undefined && { description }),
  };
}
