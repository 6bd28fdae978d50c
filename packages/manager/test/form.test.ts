import { FIELD_TYPES, readContract } from "@queue/codegen/contract";
import { describe, expect, it } from "vitest";
import { createContractPayloads } from "../src/index.js";
import { createHttpWorld } from "./http-world.js";
import { reporting } from "./manager-world.js";

/** A default for every type: each has its own form in JSON. */
const PRESETS = `
version: 1
queues:
  - id: 4
    name: presets
    description: Every kind of default.
    priority: 9
    ttl: 1h
    key: an_int64
    fields:
      - { name: an_int, type: int, default: -3, description: Any number. }
      - { name: an_int64, type: int64, default: 9223372036854775807 }
      - { name: a_string, type: string, default: "Zoë" }
      - { name: a_bool, type: bool, default: false }
      - { name: some_bytes, type: "[]byte", default: [0, 255, 128] }
      - { name: some_ints, type: "[]int", default: [1, 2] }
      - { name: some_int64s, type: "[]int64", default: [9007199254740993] }
      - { name: a_float, type: float64, default: 1.5 }
      - { name: a_time, type: timestamp, default: "2026-01-31T12:00:00.250Z" }
      - { name: some_strings, type: "[]string", default: ["", "b"] }
      - { name: any_json, type: json, default: { deep: [null, 1.5] } }
      - { name: maybe, type: string, optional: true }
      - { name: must, type: string }
  - id: 5
    name: plain
    fields:
      - { name: must, type: string }
`;

const read = readContract(new TextEncoder().encode(PRESETS), "contract.yaml");
if (!read.ok) throw new Error(JSON.stringify(read.problems));
const payloads = createContractPayloads(read.contract);

const FIELDS = [
  { name: "an_int", type: "int", optional: false, default: -3, description: "Any number." },
  { name: "an_int64", type: "int64", optional: false, default: "9223372036854775807" },
  { name: "a_string", type: "string", optional: false, default: "Zoë" },
  { name: "a_bool", type: "bool", optional: false, default: false },
  { name: "some_bytes", type: "[]byte", optional: false, default: "AP+A" },
  { name: "some_ints", type: "[]int", optional: false, default: [1, 2] },
  { name: "some_int64s", type: "[]int64", optional: false, default: ["9007199254740993"] },
  { name: "a_float", type: "float64", optional: false, default: 1.5 },
  { name: "a_time", type: "timestamp", optional: false, default: "2026-01-31T12:00:00.250Z" },
  { name: "some_strings", type: "[]string", optional: false, default: ["", "b"] },
  { name: "any_json", type: "json", optional: false, default: { deep: [null, 1.5] } },
  { name: "maybe", type: "string", optional: true },
  { name: "must", type: "string", optional: false },
];

describe("the form of a queue", () => {
  it("says its fields, their types and defaults, and the key, as the contract does", async () => {
    await using world = await createHttpWorld({ payloads });
    expect((await world.get("/api/v1/queues/4/form")).body).toEqual({
      kind: "fields",
      queueNum: 4,
      name: "presets",
      description: "Every kind of default.",
      fields: FIELDS,
      keyField: "an_int64",
      priority: 9,
      ttlMs: 3_600_000,
    });
  });

  it("says nothing of what the contract leaves open", async () => {
    await using world = await createHttpWorld({ payloads });
    expect((await world.get("/api/v1/queues/5/form")).body).toEqual({
      kind: "fields",
      queueNum: 5,
      name: "plain",
      fields: [{ name: "must", type: "string", optional: false }],
    });
  });

  it("is there for every queue of the contract, before any has had a task", async () => {
    await using world = await createHttpWorld({ payloads });
    const { body } = await world.get("/api/v1/forms");
    expect(body.forms.map(({ name }: { name: string }) => name)).toEqual(["presets", "plain"]);
    expect(body.forms[0]).toEqual((await world.get("/api/v1/queues/4/form")).body);
  });

  it("can be sent back as it is: every default is a value of its field", async () => {
    await using world = await createHttpWorld({ payloads });
    const { body } = await world.get("/api/v1/queues/4/form");
    const filled = Object.fromEntries(
      body.fields.flatMap((field: object) =>
        "default" in field && "name" in field ? [[field.name, field.default]] : [],
      ),
    );
    expect(new Set(FIELDS.map(({ type }) => type))).toEqual(new Set(FIELD_TYPES));
    const put = await world.post("/api/v1/queues/4/tasks", { payload: { ...filled, must: "x" } });
    const left = await world.post("/api/v1/queues/4/tasks", { payload: { must: "x" } });
    const [a, b] = await world.storage.peekTask([put.body.taskId, left.body.taskId]);
    expect(a?.data).toEqual(b?.data);
  });

  it("is bytes for a queue that the contract does not know, by whatever name a worker gives it", async () => {
    await using world = await createHttpWorld({ payloads });
    const form = async () => (await world.get("/api/v1/queues/9/form")).body;
    expect(await form()).toEqual({ kind: "bytes", queueNum: 9, name: null });
    await reporting("a", [9]).exchange(world.manager);
    expect(await form()).toEqual({ kind: "bytes", queueNum: 9, name: "queue-9" });
  });

  it("is bytes for every queue where there is no contract", async () => {
    await using world = await createHttpWorld();
    expect((await world.get("/api/v1/forms")).body).toEqual({ forms: [] });
    expect((await world.get("/api/v1/queues/4/form")).body.kind).toBe("bytes");
  });
});
