import type { Contract, Field, FieldValue, QueueContract } from "../contract/contract.js";
import { formatDuration } from "../contract/duration.js";
import { generatedNames } from "../contract/generated-names.js";

/** A contract as a Markdown page, for people who do not read YAML. */
export function contractPage(contract: Contract, title: string): string {
  const sections = [
    `# ${prose(title)}`,
    ...(contract.description === undefined ? [] : [prose(contract.description)]),
    table(
      ["id", "queue", ""],
      contract.queues.map(({ id, name, description }) => [
        String(id),
        `[${name}](#${name})`,
        cell(description ?? ""),
      ]),
    ),
    ...contract.queues.flatMap(queueSections),
    ...(contract.reservedIds.length === 0
      ? []
      : [`Ids of removed queues, never to be used again: ${contract.reservedIds.join(", ")}.`]),
  ];
  return `${sections.join("\n\n")}\n`;
}

function queueSections(queue: QueueContract): string[] {
  const { put, handler, handle } = generatedNames(queue.name);
  return [
    `## ${queue.name}`,
    ...(queue.description === undefined ? [] : [prose(queue.description)]),
    `Queue ${queue.id}, written as ${queue.codec}. Put by \`${put}\`, handled by \`${handler}.${handle}\`.`,
    table(["place", "field", "type", "", ""], placesOf(queue)),
    ...policySection(queue),
  ];
}

/** Fields and removed fields, by their places. */
function placesOf({ fields, reservedPositions }: QueueContract): string[][] {
  const removed = reservedPositions.map((position) => ({ position, row: ["", "", "removed", ""] }));
  const present = fields.map((field) => ({
    position: field.position,
    row: [`\`${field.name}\``, `\`${field.type}\``, presence(field), cell(field.description ?? "")],
  }));
  return [...removed, ...present]
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, row }) => [String(position + 1), ...row]);
}

function presence(field: Field): string {
  if (field.optional) return "optional";
  return field.default === undefined ? "" : `default ${code(literal(field.default))}`;
}

function literal(value: FieldValue): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `[${value.join(", ")}]`;
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return JSON.stringify(value);
}

function policySection({ policy }: QueueContract): string[] {
  const { batchSize, visibilityTimeoutMs, priority, ttlMs, maxAttempts, backoff, key } = policy;
  const duration = (ms: number | undefined) => ms && formatDuration(ms);
  const rows = Object.entries({
    "tasks in a batch": batchSize,
    "visibility timeout": duration(visibilityTimeoutMs),
    priority,
    "time to live": duration(ttlMs),
    "tries before a dead letter": maxAttempts,
    "pause between tries":
      backoff &&
      `${formatDuration(backoff.minMs)} doubling to ${formatDuration(backoff.maxMs)}, ±${Number((backoff.jitter * 100).toFixed(2))} %`,
    "one at a time for each": key && `\`${key}\``,
  }).flatMap(([what, value]) => (value === undefined ? [] : [[what, String(value)]]));
  return rows.length === 0 ? [] : [table(["policy", ""], rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text that means nothing to Markdown or HTML. */
function prose(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, "\\$&");
}

function cell(text: string): string {
  return prose(text).replace(/\s*\n\s*/g, "<br>");
}

/** Code whose own backticks and bars do not end it. */
function code(text: string): string {
  const fence = "`".repeat(
    Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  const padded = text.startsWith("`") || text.endsWith("`") ? ` ${text} ` : text;
  return `${fence}${padded.replaceAll("|", "\\|")}${fence}`;
}
