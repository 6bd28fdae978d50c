import { isSeq, type ParsedNode } from "yaml";
import { checkQueueNames } from "./check-names.js";
import type { Codec, Contract, Field, QueueContract } from "./contract.js";
import { readMapping, type Shape } from "./mapping.js";
import { parseYaml } from "./parse-yaml.js";
import type { Place, Problem } from "./problem.js";
import { readDescription } from "./read-fields.js";
import { MAX_QUEUE_ID, type ReadQueue, readCodec, readQueue, readQueueId } from "./read-queue.js";
import { createReading, inOrder, type Reading } from "./reading.js";
import { integerOf, kindOf } from "./scalars.js";

/** Where the queues and fields of a contract stand in its file. */
export type Places = ReadonlyMap<QueueContract | Field, Place>;

export type ReadContract =
  | { readonly ok: true; readonly contract: Contract; readonly places: Places }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const CONTRACT: Shape<"queues" | "version" | "description" | "codec" | "reserved"> = {
  what: "a contract",
  required: ["queues"],
  optional: ["version", "description", "codec", "reserved"],
};

/** Reads a contract, or finds all that is wrong with it. `file` is only its name in problems. */
export function readContract(source: string | Uint8Array, file: string): ReadContract {
  const reading = createReading(file);
  const root = parseYaml(source, reading);
  const read = root && readRoot(root, reading);
  if (read === undefined || reading.problems.length > 0)
    return { ok: false, problems: inOrder(reading.problems) };
  return { ok: true, ...read };
}

function readRoot(root: ParsedNode, reading: Reading) {
  const mapping = readMapping(root, CONTRACT, reading);
  mapping.read("version", (node) => checkVersion(node, reading));
  const description = mapping.read("description", (node) => readDescription(node, reading));
  const codec = mapping.read("codec", (node) => readCodec(node, reading)) ?? "msgpack";
  const queues = mapping.read("queues", (node) => readQueues(node, codec, reading)) ?? [];
  checkQueueNames(
    queues.flatMap(({ name }) => name ?? []),
    reading,
  );
  const reservedIds = mapping.read("reserved", (node) => readReservedIds(node, reading)) ?? [];
  checkIds(queues, reservedIds, reading);
  const contract: Contract = {
    version: 1,
    ...(description !== undefined && { description }),
    queues: queues.map(({ queue }) => queue),
    reservedIds,
  };
  return { contract, places: placesOf(queues, reading) };
}

function checkVersion(node: ParsedNode, reading: Reading): void {
  if (integerOf(node) === 1n) return;
  const message = `this generator reads version 1 of the contract format, not ${kindOf(node)}`;
  reading.complain("unknown-value", node, message, "write `version: 1`, or update @queue/codegen");
}

function readQueues(node: ParsedNode, codec: Codec, reading: Reading): ReadQueue[] {
  const items = listItems(node, "queues", reading, "begin each queue with a dash: `- id: …`");
  if (items?.length === 0) reading.complain("no-queues", node, "the contract has no queues");
  return items?.map((item) => readQueue(item, codec, reading)) ?? [];
}

function listItems(node: ParsedNode, what: string, reading: Reading, suggestion?: string) {
  if (isSeq(node)) return node.items;
  reading.complain("wrong-kind", node, `${what} must be a list, not ${kindOf(node)}`, suggestion);
  return undefined;
}

function readReservedIds(node: ParsedNode, reading: Reading): number[] {
  const ids = new Set<number>();
  for (const item of listItems(node, "reserved", reading) ?? []) {
    const id = readQueueId(item, "a reserved id", reading)?.value;
    if (id === undefined) continue;
    if (ids.has(id)) reading.complain("reserved-id", item, `the id ${id} is reserved twice`);
    ids.add(id);
  }
  return [...ids];
}

function checkIds(
  queues: readonly ReadQueue[],
  reserved: readonly number[],
  reading: Reading,
): void {
  const taken = new Set(reserved);
  const names = new Map<number, string>();
  const next =
    1 + [...taken, ...queues.map(({ queue }) => queue.id)].reduce((a, b) => Math.max(a, b), 0);
  const suggestion = next > MAX_QUEUE_ID ? undefined : `the next free id is ${next}`;
  for (const { id, queue } of queues) {
    if (id === undefined) continue;
    const { value, node } = id;
    const other = names.get(value);
    if (other === undefined) names.set(value, queue.name);
    else {
      const message = `the queues \`${other}\` and \`${queue.name}\` both have the id ${value}`;
      reading.complain("duplicate-id", node, message, suggestion);
    }
    if (taken.has(value)) {
      const message = `the id ${value} was in use once and is reserved`;
      reading.complain("reserved-id", node, message, suggestion);
    }
  }
}

function placesOf(queues: readonly ReadQueue[], reading: Reading): Places {
  const places = new Map<QueueContract | Field, Place>();
  for (const { queue, node, name, fields } of queues) {
    places.set(queue, reading.placeOf(name?.node ?? node));
    for (const { field, ...at } of fields)
      places.set(field, reading.placeOf(at.name?.node ?? at.node));
  }
  return places;
}
