import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readContract } from "@queue/codegen/contract";
import { createPayloadCodec } from "@queue/runtime/wire";
import { describe, expect, it } from "vitest";
import { createContractPayloads } from "../src/index.js";
import { createHttpWorld, type Reply, TOKENS } from "./http-world.js";
import { reporting } from "./manager-world.js";

const FILE = fileURLToPath(new URL("contract.yaml", import.meta.url));
const read = readContract(readFileSync(FILE), FILE);
if (!read.ok) throw new Error(JSON.stringify(read.problems));
const { contract } = read;
const payloads = createContractPayloads(contract);

const EVERYTHING = {
  an_int: -3,
  an_int64: "-9223372036854775808",
  a_string: "Zoë 🐧",
  a_bool: true,
  some_bytes: "AP+A",
  some_ints: [1, -2, 9007199254740991],
  some_int64s: ["0", "9223372036854775807"],
  a_float: 1.5,
  a_time: "2026-01-31T12:00:00.250Z",
  some_strings: ["", "b"],
  any_json: { deep: [null, 1.5, { x: "y" }] },
};

const tasksOf = (queueNum: number) => `/api/v1/queues/${queueNum}/tasks`;

describe("a payload by a contract", () => {
  it("of every type goes in and comes out again, and workers read the same", async () => {
    await using world = await createHttpWorld({ payloads });
    const { body } = await world.post(tasksOf(1), {
      payload: { ...EVERYTHING, maybe_time: "+010000-01-01T00:00:00.000Z" },
    });
    const shown = await world.get(`/api/v1/tasks/${body.taskId}?payload=1`);
    expect(shown.body.payload).toEqual({
      kind: "decoded",
      value: { ...EVERYTHING, maybe_time: "+010000-01-01T00:00:00.000Z", with_default: "7" },
    });
    const [task] = await world.storage.getTask(1, 1);
    const [queue] = contract.queues;
    expect(queue && createPayloadCodec(queue).decode(task?.data ?? new Uint8Array())).toEqual({
      anInt: -3,
      anInt64: -(2n ** 63n),
      aString: "Zoë 🐧",
      aBool: true,
      someBytes: new Uint8Array([0, 255, 128]),
      someInts: [1, -2, 9007199254740991],
      someInt64s: [0n, 2n ** 63n - 1n],
      aFloat: 1.5,
      aTime: new Date("2026-01-31T12:00:00.250Z"),
      someStrings: ["", "b"],
      anyJson: { deep: [null, 1.5, { x: "y" }] },
      maybeTime: new Date("+010000-01-01T00:00:00.000Z"),
      withDefault: 7n,
    });
  });

  it("in the layout of Go services, too", async () => {
    await using world = await createHttpWorld({ payloads });
    const payload = { user_id: "42", image: "AQI=" };
    const { body } = await world.post(tasksOf(2), { payload });
    const shown = await world.get(`/api/v1/tasks/${body.taskId}?payload=1`);
    expect(shown.body.payload.value).toEqual(payload);
  });

  it.each(["Infinity", "-Infinity", "-0", 0, 5e-324])(
    "keeps a float that JSON would not: %s",
    (a_float) => {
      const data = payloads.encode(1, { ...EVERYTHING, a_float });
      expect(payloads.decode(1, data)).toMatchObject({ a_float });
    },
  );

  it.each(["2026-01-31T13:00+01:00", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.0Z"])(
    "takes a time as people write it: %s",
    (a_time) => {
      const data = payloads.encode(1, { ...EVERYTHING, a_time });
      expect(payloads.decode(1, data)).toMatchObject({ a_time: "2026-01-31T12:00:00.000Z" });
    },
  );

  it("is shown only if asked for", async () => {
    await using world = await createHttpWorld({ payloads });
    await world.post(tasksOf(1), { payload: EVERYTHING });
    const plain = await world.get(`${tasksOf(1)}?state=ready`);
    expect(plain.text).not.toContain("Zoë");
    const asked = await world.get(`${tasksOf(1)}?state=ready&payload=1`);
    expect(asked.body.tasks[0].payload.value.a_string).toBe("Zoë 🐧");
  });

  it("may be read by viewers and put by operators alone", async () => {
    await using world = await createHttpWorld({ payloads, tokens: TOKENS });
    const put = (token?: string) => world.post(tasksOf(1), { payload: EVERYTHING }, token);
    for (const token of [undefined, TOKENS.viewer, TOKENS.worker])
      expect((await put(token)).status).toBeGreaterThanOrEqual(401);
    expect((await world.storage.getStat()).queueStats.size).toBe(0);
    const { body } = await put(TOKENS.operator);
    const look = (token?: string) => world.get(`/api/v1/tasks/${body.taskId}?payload=1`, token);
    expect((await look(TOKENS.viewer)).body.payload.kind).toBe("decoded");
    for (const token of [undefined, TOKENS.worker])
      expect((await look(token)).text).not.toContain("Zoë");
  });
});

describe("what does not fit the contract is refused with the name of its field", () => {
  const wrong: [keyof typeof EVERYTHING | "maybe_time" | "with_default", unknown[], RegExp][] = [
    ["an_int", ["1", 1.5, 2 ** 53, null, true], /must be a safe integer, not/],
    ["an_int64", [1, "1.0", "0x1", "", "01", " 1", null, []], /must be a whole number as text/],
    ["an_int64", ["9223372036854775808", "-9223372036854775809"], /must fit into 64 bits/],
    ["a_string", [1, null, ["x"]], /must be a string, not/],
    ["a_string", ["\ud800"], /half of a surrogate pair/],
    ["a_bool", ["true", 0, null], /must be a boolean, not/],
    ["some_bytes", ["A", "A=A=", "__8=", 7, null, [1]], /must be base64/],
    ["some_ints", [7, ["1"], [1.5], { 0: 1 }, null], /must be/],
    ["some_int64s", ["7", [7], ["x"], null], /must be/],
    ["a_float", ["1.5", "NaN", null, true], /must be a number, or one of the texts/],
    [
      "a_time",
      [0, "yesterday", "2026-02-30T00:00:00Z", "2026-01-31", "2026-01-31T25:00:00Z", null],
      /must be a time such as/,
    ],
    ["a_time", ["2026-01-31T12:00:00", "2026-01-31T12:00:00.1234Z"], /must be a time such as/],
    ["some_strings", ["x", [1], [null], null], /must be/],
    ["maybe_time", [null], /must not be null: leave it out/],
    ["with_default", [null], /must not be null: leave it out/],
  ];
  it.each(wrong)("%s: %j", async (field, values, complaint) => {
    await using world = await createHttpWorld({ payloads });
    for (const value of values) {
      const { status, body } = await world.post(tasksOf(1), {
        payload: { ...EVERYTHING, [field]: value },
      });
      expect([value, status]).toEqual([value, 400]);
      expect(body.error).toContain(`queue everything, field ${field}: `);
      expect(body.error).toMatch(complaint);
    }
    expect((await world.storage.getStat()).queueStats.size).toBe(0);
  });

  it.each(Object.keys(EVERYTHING))("%s is missing", async (field) => {
    const { [field as keyof typeof EVERYTHING]: _, ...rest } = EVERYTHING;
    expect(() => payloads.encode(1, rest)).toThrow(`queue everything, field ${field}: is missing`);
  });

  it.each([
    [[], /the payload must be an object with the fields an_int, /],
    ["text", /the payload must be an object/],
    [null, /the payload must be an object/],
    [{ ...EVERYTHING, anInt: 1 }, /there is no field "anInt"; the fields are an_int, /],
    [JSON.parse('{"__proto__":{"an_int":1}}'), /there is no field "__proto__"/],
  ])("as a whole: %j", async (payload, complaint) => {
    await using world = await createHttpWorld({ payloads });
    const { status, body } = await world.post(tasksOf(1), { payload });
    expect(status).toBe(400);
    expect(body.error).toMatch(complaint);
  });

  it("bytes that no worker could read are refused, too", async () => {
    await using world = await createHttpWorld({ payloads });
    const { status, body } = await world.post(tasksOf(1), { base64: "AAAA" });
    expect(status).toBe(400);
    expect(body.error).toMatch(/By the contract these bytes are no payload .*queue everything/);
  });

  it("json too deep", async () => {
    const any_json = JSON.parse(`${"[".repeat(2_000)}${"]".repeat(2_000)}`);
    await using world = await createHttpWorld({ payloads });
    const { status, body } = await world.post(tasksOf(1), { payload: { ...EVERYTHING, any_json } });
    expect(status).toBe(400);
    expect(body.error).toContain("field any_json: lies deeper than");
  });
});

describe("a queue that the contract does not know", () => {
  it("takes no payload by fields, and says which queues do", async () => {
    await using world = await createHttpWorld({ payloads });
    const { status, body } = await world.post(tasksOf(9), { payload: {} });
    expect(status).toBe(400);
    expect(body.error).toBe(
      "The contract has no queue 9; it has 1 (everything), 2 (from_go), 3 (mails).",
    );
  });

  it("takes and shows bytes", async () => {
    await using world = await createHttpWorld({ payloads });
    const { body } = await world.post(tasksOf(9), { base64: "AQI=", key: "k", priority: 3 });
    const shown = await world.get(`/api/v1/tasks/${body.taskId}?payload=1`);
    expect(shown.body).toMatchObject({ priority: 3, payload: { kind: "bytes", base64: "AQI=" } });
  });
});

describe("what the contract settles for puts", () => {
  const put = async (body: object) => {
    await using world = await createHttpWorld({ payloads });
    const reply = await world.post(tasksOf(3), body);
    const [task] = await world.storage.peekTask([reply.body.taskId ?? 1]);
    const ttlMs = task?.expiresAt && task.expiresAt.getTime() - task.createdAt.getTime();
    return { reply, task, ttlMs };
  };

  it("priority, time to live and key come from it", async () => {
    const { task, ttlMs } = await put({ payload: { user_id: "77", subject: "Hi" } });
    expect(task).toMatchObject({ priority: 9, key: "77" });
    expect(ttlMs).toBe(3_600_000);
  });

  it("for bytes, too, and the default of the field is a key", async () => {
    const data = Buffer.from(payloads.encode(3, { subject: "Hi" }));
    const { task } = await put({ base64: data.toString("base64") });
    expect(task).toMatchObject({ priority: 9, key: "5" });
  });

  it("a put may say another priority and time to live, and no other key", async () => {
    const payload = { subject: "Hi" };
    const { task, ttlMs } = await put({ payload, priority: 0, ttlMs: 500 });
    expect(task).toMatchObject({ priority: 0, key: "5" });
    expect(ttlMs).toBe(500);
    const { reply } = await put({ payload, key: "mine" });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toBe("By the contract the key is the field user_id: leave key out.");
  });
});

describe("wherever a queue's number is shown, its name is", () => {
  /** Queue 3 is in the contract, 9 is not; the worker calls them queue-3 and queue-9. */
  const shown = async (look: (get: (path: string) => Promise<Reply["body"]>) => unknown) => {
    await using world = await createHttpWorld({ payloads });
    await world.post(tasksOf(3), { payload: { subject: "Hi" } });
    await world.post(tasksOf(9), { base64: "" });
    await world.seconds(6, world.manager, [reporting("a", [3, 9, 12])]);
    return await look(async (path) => (await world.get(`/api/v1${path}`)).body);
  };
  type Named = { queueNum: number; name: string | null };
  const names = (queues: Named[]) => queues.map(({ queueNum, name }) => [queueNum, name]);
  const BOTH = [
    [3, "mails"],
    [9, "queue-9"],
  ];

  it.each(["/stats", "/queues", "/plan"])(
    "in %s: the contract's, else a worker's",
    async (path) => {
      expect(await shown(async (get) => names((await get(path)).queues))).toEqual(BOTH);
    },
  );

  it("in the answers about one queue and about workers", async () => {
    expect(await shown(async (get) => (await get("/queues/3")).name)).toBe("mails");
    const queues = await shown(async (get) => names((await get("/workers")).workers[0].queues));
    expect(queues).toEqual([...BOTH, [12, "queue-12"]]);
  });

  it("in tasks, which may have names of their own one day: queueName", async () => {
    expect(await shown(async (get) => (await get("/tasks/1")).queueName)).toBe("mails");
    const ready = await shown(
      async (get) => (await get("/queues/9/tasks?state=ready")).tasks[0].queueName,
    );
    expect(ready).toBe("queue-9");
  });

  it("in the reasons of a plan", async () => {
    const [, ...lines] = (await shown(async (get) => (await get("/plan")).explanation)) as string[];
    expect(lines.map((line) => line.split(":")[0])).toEqual([
      "queue 3 (mails)",
      "queue 9 (queue-9)",
    ]);
  });

  it("and null where nobody knows one", async () => {
    await using world = await createHttpWorld({ payloads });
    await world.post(tasksOf(9), { base64: "" });
    expect(names((await world.get("/api/v1/queues")).body.queues)).toEqual([[9, null]]);
    expect((await world.get("/api/v1/tasks/1")).body.queueName).toBeNull();
  });
});
