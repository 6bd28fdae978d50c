import type { Field, QueueContract } from "../contract/contract.js";
import type { Note } from "./breaking-change.js";

/** What handlers and producers may rely on. */
type Presence = "required" | "optional" | "defaulted";

export function compareFields(old: QueueContract, now: QueueContract, note: Note): void {
  const successors = new Map(old.fields.map((field) => [field, successorOf(field, old, now)]));
  for (const [field, successor] of successors)
    if (successor === undefined) noteRemoval(field, now, note);
    else compareField(field, successor, now, note);
  const known = new Set(successors.values());
  for (const field of now.fields) if (!known.has(field)) noteAddition(field, old, now, note);
  for (const position of old.reservedPositions) compareReserved(position, now, note);
}

/** The same name, or, where that is gone, a new name in the same place. */
function successorOf(field: Field, old: QueueContract, now: QueueContract): Field | undefined {
  const sameName = now.fields.find(({ name }) => name === field.name);
  if (sameName !== undefined) return sameName;
  const samePlace = now.fields.find(({ position }) => position === field.position);
  return old.fields.some(({ name }) => name === samePlace?.name) ? undefined : samePlace;
}

function noteRemoval(field: Field, now: QueueContract, note: Note): void {
  const its = nameIn(now, field);
  note("FIELD_REMOVED", `${its} is gone`, { at: now });
  if (now.reservedPositions.includes(field.position)) return;
  const suggestion =
    now.codec === "go-le"
      ? "payloads of go-le cannot change: make a new queue instead"
      : `put \`- { reserved: ${field.name} }\` in its place`;
  note("FIELD_NOT_RESERVED", `nothing holds the place of ${its}`, { suggestion, at: now });
}

function compareField(old: Field, now: Field, queue: QueueContract, note: Note): void {
  const its = nameIn(queue, now);
  if (now.name !== old.name) note("FIELD_RENAMED", `${its} was \`${old.name}\``, { at: now });
  if (now.position !== old.position)
    note(
      "FIELD_MOVED",
      `${its} was in place ${old.position + 1} and is now in place ${now.position + 1}`,
      {
        suggestion: "add new fields at the end, and leave `reserved` in the place of a removed one",
        at: now,
      },
    );
  if (now.type !== old.type)
    note("FIELD_TYPE_CHANGED", `${its} was ${old.type} and is now ${now.type}`, {
      suggestion: "add another field at the end instead",
      at: now,
    });
  const [was, is] = [presenceOf(old), presenceOf(now)];
  if (was === is) return;
  if (is === "optional")
    note("FIELD_BECAME_OPTIONAL", `${its} was ${was} and is now optional`, {
      suggestion: was === "required" ? "give it a default instead" : undefined,
      at: now,
    });
  if (is === "defaulted" && was === "required" && now.type === "json")
    note("JSON_NULL_LOST", `${its} has a default now, which null stands for`, { at: now });
  if (is === "required")
    note("FIELD_BECAME_REQUIRED", `${its} was ${was} and is now required`, { at: now });
}

function noteAddition(field: Field, old: QueueContract, now: QueueContract, note: Note): void {
  const its = nameIn(now, field);
  const taken = [...old.fields.map(({ position }) => position), ...old.reservedPositions];
  if (field.position <= Math.max(...taken)) {
    if (!old.reservedPositions.includes(field.position))
      note("FIELD_INSERTED", `${its} is new and stands before older fields`, {
        suggestion: "move it to the end",
        at: field,
      });
  } else if (now.codec === "go-le") {
    note("FIELD_ADDED_GO_LE", `${its} is new, and payloads of go-le cannot change`, {
      suggestion: "make a new queue instead",
      at: field,
    });
  }
  if (presenceOf(field) === "required")
    note("FIELD_ADDED_REQUIRED", `${its} is new, and producers do not give it yet`, {
      suggestion: now.codec === "go-le" ? undefined : "make it optional, or give it a default",
      at: field,
    });
}

function compareReserved(position: number, now: QueueContract, note: Note): void {
  if (now.reservedPositions.includes(position)) return;
  const field = now.fields.find((each) => each.position === position);
  const suggestion = "put the `reserved` back in its place";
  if (field === undefined)
    note(
      "RESERVED_FIELD_REMOVED",
      `place ${position + 1} of queue \`${now.name}\` is no longer reserved`,
      {
        suggestion,
        at: now,
      },
    );
  else
    note("RESERVED_FIELD_REUSED", `${nameIn(now, field)} stands in a place that was reserved`, {
      suggestion,
      at: field,
    });
}

function presenceOf(field: Field): Presence {
  if (field.optional) return "optional";
  return field.default === undefined ? "required" : "defaulted";
}

function nameIn(queue: QueueContract, { name }: Field): string {
  return `field \`${name}\` of queue \`${queue.name}\``;
}
