import { QueueError, type QueueNum } from "@queue/runtime";

/** The fields of a JSON object; what is missing or of a wrong kind is refused by its name. */
export interface Fields {
  /** A text that is not empty. */
  text(field: string): string;
}

/** Refusals name the field, never its content: they end up in logs. */
export function fieldsOf(queueNum: QueueNum, value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new QueueError("DECODE", "The payload must be a JSON object.", { details: { queueNum } });
  const object = new Map<string, unknown>(Object.entries(value));
  return {
    text(field) {
      const content = object.get(field);
      if (typeof content === "string" && content !== "") return content;
      throw new QueueError("DECODE", `The field "${field}" must be a text that is not empty.`, {
        details: { queueNum, field },
      });
    },
  };
}

export function encodeJson(payload: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(payload));
}

export function decodeJson(queueNum: QueueNum, data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));
  } catch {
    // Without the cause: the message of a SyntaxError quotes the payload.
    throw new QueueError("DECODE", "The payload is not JSON.", { details: { queueNum } });
  }
}
