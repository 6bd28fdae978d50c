import type { FieldContent, FieldKind } from "@queue/runtime/wire";

/** Why a value is no value of its field; the sentence goes on after the field's name. */
export class Unfit extends Error {
  override readonly name = "Unfit";
}

interface JsonForm {
  show(value: never): unknown;
  /** What it does not know it leaves as it is, for the codec to refuse. */
  read(json: unknown): unknown;
}

const asIs: JsonForm = { show: (value) => value, read: (json) => json };

const int64: JsonForm = {
  show: (value: bigint) => String(value),
  read(json) {
    if (typeof json === "string" && /^(0|-?[1-9]\d{0,18})$/.test(json)) return BigInt(json);
    throw new Unfit(
      'must be a whole number as text, such as "42": JSON\'s own numbers lose digits',
    );
  },
};

/** What JSON cannot write as a number, or would change. */
const ODD_NUMBERS = ["Infinity", "-Infinity", "-0"];

const float64: JsonForm = {
  show: (value: number) =>
    Object.is(value, -0) ? "-0" : Number.isFinite(value) ? value : String(value),
  read(json) {
    if (typeof json === "number") return json;
    if (typeof json === "string" && ODD_NUMBERS.includes(json)) return Number(json);
    throw new Unfit(`must be a number, or one of the texts ${ODD_NUMBERS.join(", ")}`);
  },
};

const bytes: JsonForm = {
  show: (value: Uint8Array) =>
    Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64"),
  read(json) {
    if (isBase64(json)) return new Uint8Array(Buffer.from(json, "base64"));
    throw new Unfit("must be base64, with its padding");
  },
};

const ISO = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

const timestamp: JsonForm = {
  show: (value: Date) => value.toISOString(),
  read(json) {
    const [text, year, month, day] = (typeof json === "string" && ISO.exec(json)) || [];
    const date = new Date(text ?? Number.NaN);
    // 30 February would quietly become 2 March.
    const sameDay = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
    if (sameDay && !Number.isNaN(date.getTime())) return date;
    throw new Unfit('must be a time such as "2026-01-31T12:00:00.000Z"');
  },
};

const int64s: JsonForm = {
  show: (value: readonly bigint[]) => value.map(String),
  read: (json) => (Array.isArray(json) ? json.map(int64.read) : json),
};

const FORMS: Readonly<Record<FieldKind, JsonForm>> = {
  int: asIs,
  int64,
  string: asIs,
  bool: asIs,
  "[]byte": bytes,
  "[]int": asIs,
  "[]int64": int64s,
  float64,
  timestamp,
  "[]string": asIs,
  json: asIs,
};

/** A value as JSON can show it: int64 as decimal text, bytes in base64, times by ISO 8601. */
export function showField(type: FieldKind, value: FieldContent): unknown {
  return FORMS[type].show(value as never);
}

/** The value that JSON stands for; throws `Unfit`. The codec has the last word. */
export function readField(type: FieldKind, json: unknown): FieldContent {
  return FORMS[type].read(json) as FieldContent;
}

export function isBase64(value: unknown): value is string {
  return (
    typeof value === "string" && /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0
  );
}
