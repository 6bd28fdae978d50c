/**
 * WIRE: tasks that wait in the storage, or that old and new programs exchange during a deploy, would not be read,
 * or not as what they are. SOURCE: programs that put or handle tasks would not compile.
 */
export type Break = "WIRE" | "SOURCE";

export const RULES = {
  QUEUE_REMOVED: { breaks: "SOURCE", what: "a queue is gone" },
  QUEUE_NOT_RESERVED: { breaks: "WIRE", what: "a queue is gone and its id is not in `reserved`" },
  QUEUE_RENAMED: { breaks: "SOURCE", what: "a queue has another name under its id" },
  QUEUE_ID_CHANGED: { breaks: "WIRE", what: "a queue has another id" },
  QUEUE_ID_REUSED: { breaks: "WIRE", what: "a queue has the id that another queue had" },
  RESERVED_ID_REMOVED: { breaks: "WIRE", what: "an id is no longer in `reserved`" },
  CODEC_CHANGED: { breaks: "WIRE", what: "a queue has another codec" },
  KEY_ADDED: { breaks: "SOURCE", what: "a queue has a `key`, so its puts no longer take one" },
  FIELD_REMOVED: { breaks: "SOURCE", what: "a field is gone" },
  FIELD_NOT_RESERVED: {
    breaks: "WIRE",
    what: "a field is gone and left no `reserved` in its place",
  },
  FIELD_RENAMED: { breaks: "SOURCE", what: "a field has another name in its place" },
  FIELD_MOVED: { breaks: "WIRE", what: "a field has another place" },
  FIELD_INSERTED: { breaks: "WIRE", what: "a new field stands before an old one" },
  FIELD_TYPE_CHANGED: { breaks: "WIRE, SOURCE", what: "a field has another type" },
  FIELD_ADDED_REQUIRED: {
    breaks: "SOURCE",
    what: "a new field is neither optional nor has a default",
  },
  FIELD_ADDED_GO_LE: { breaks: "WIRE", what: "a queue of codec go-le has a new field" },
  FIELD_BECAME_OPTIONAL: { breaks: "SOURCE", what: "handlers may get `undefined` for a field" },
  FIELD_BECAME_REQUIRED: { breaks: "SOURCE", what: "producers may no longer leave a field out" },
  JSON_NULL_LOST: {
    breaks: "SOURCE",
    what: "a json field has a default now, so producers may no longer give it `null`",
  },
  RESERVED_FIELD_REMOVED: { breaks: "WIRE", what: "a `reserved` in `fields` is gone" },
  RESERVED_FIELD_REUSED: { breaks: "WIRE", what: "a field stands where a `reserved` was" },
} as const satisfies Record<string, { breaks: Break | "WIRE, SOURCE"; what: string }>;

export type RuleId = keyof typeof RULES;

export function breaksOf(rule: RuleId): readonly Break[] {
  return RULES[rule].breaks.split(", ") as Break[];
}
