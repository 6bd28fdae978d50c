import { QueueError } from "@queue/runtime";
import { describe, expect, it, vi } from "vitest";
import { createCoalescer } from "./coalesce.js";
import type { CallSettings, Connection } from "./connection.js";

interface SentCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly settings: CallSettings;
}

/** A connection that answers by a function and remembers what it was asked. */
function fakeConnection(answer: (call: SentCall) => unknown) {
  const sent: SentCall[] = [];
  const connection: Connection = {
    async call(name, args, settings = {}) {
      const call = { name, args, settings };
      sent.push(call);
      return answer(call);
    },
    close: async () => {},
  };
  return { sent, coalescer: createCoalescer(connection) };
}

/** Each group gets ids 1, 2, 3 ... in the order of the call. */
function givesIds({ args }: SentCall): unknown {
  let id = 0;
  const groups = args[0] as unknown[][];
  return [groups.length, groups.map((group) => group.map(() => ++id))];
}

const PLAIN = { bytes: 1, repeatable: false };
const REPEATABLE = { bytes: 1, repeatable: true };
const unknown = new QueueError("UNAVAILABLE", "lost", { details: { outcome: "unknown" } });

describe("calls of one tick", () => {
  it("travel in one call, and each caller gets its own ids", async () => {
    const { sent, coalescer } = fakeConnection(givesIds);
    const ids = await Promise.all([
      coalescer.put(["a"], PLAIN),
      Promise.resolve().then(() => coalescer.put(["b", "c"], PLAIN)),
      coalescer.put(["d"], PLAIN),
    ]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.args).toEqual([[["a"], ["d"], ["b", "c"]]]);
    expect(sent[0]?.settings.bytes).toBe(3);
    expect(sent[0]?.settings.repeatable).toBeFalsy();
    expect(ids).toEqual([[1], [3, 4], [2]]);
  });

  it("fail alone: a group's error reaches its caller only", async () => {
    const { coalescer } = fakeConnection(() => [2, [[1], "STORAGE_FULL: no room [limit=4]"]]);
    const results = await Promise.allSettled([
      coalescer.put(["a"], PLAIN),
      coalescer.put(["b"], PLAIN),
    ]);
    expect(results).toMatchObject([
      { status: "fulfilled", value: [1] },
      { reason: { code: "STORAGE_FULL", details: { limit: 4 } } },
    ]);
  });

  it("fail together when the call fails", async () => {
    const { coalescer } = fakeConnection(() => {
      throw unknown;
    });
    const results = await Promise.allSettled([
      coalescer.put(["a"], PLAIN),
      coalescer.put(["b"], PLAIN),
    ]);
    expect(results.map((result) => result.status === "rejected" && result.reason)).toEqual([
      unknown,
      unknown,
    ]);
  });

  it("are repeated by the connection if all of them may be", async () => {
    const { sent, coalescer } = fakeConnection(givesIds);
    await Promise.all([coalescer.put(["a"], REPEATABLE), coalescer.put(["b"], REPEATABLE)]);
    expect(sent[0]?.settings.repeatable).toBe(true);
  });

  it("are repeated here where some may be, and the others hear that the outcome is unknown", async () => {
    let calls = 0;
    const { sent, coalescer } = fakeConnection((call) => {
      if (calls++ === 0) throw unknown;
      return givesIds(call);
    });
    const plain = coalescer.put(["a"], PLAIN);
    const repeatable = coalescer.put(["b"], REPEATABLE);
    await expect(plain).rejects.toBe(unknown);
    expect(await repeatable).toEqual([1]);
    expect(sent[1]).toMatchObject({ args: [[["b"]]], settings: { repeatable: true } });
  });

  it("never say that nothing happened after a try whose answer was lost", async () => {
    const none = new QueueError("UNAVAILABLE", "away", { details: { outcome: "none" } });
    let calls = 0;
    const { coalescer } = fakeConnection(({ settings }) => {
      calls++;
      if (calls === 1) throw unknown;
      if (calls === 2) throw none;
      settings.lost?.();
      return [1, ["STORAGE_FULL: no room"]];
    });
    const plain = coalescer.put(["a"], PLAIN);
    const repeatable = coalescer.put(["b"], REPEATABLE);
    await expect(plain).rejects.toBe(unknown);
    await expect(repeatable).rejects.toMatchObject({ details: { outcome: "unknown" } });
    await expect(coalescer.put(["c"], REPEATABLE)).rejects.toMatchObject({
      code: "STORAGE_FULL",
      details: { outcome: "unknown" },
    });
  });

  it("share the list of what was lost, each with its own positions", async () => {
    const { sent, coalescer } = fakeConnection(() => [2, [0, 2, 4]]);
    const lost = await Promise.all([
      coalescer.settle("done", [11, 1, 12, 1], 2),
      coalescer.settle("done", [13, 1], 2),
      coalescer.settle("done", [14, 1, 15, 1], 2),
    ]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.args).toEqual([[11, 1, 12, 1, 13, 1, 14, 1, 15, 1]]);
    expect(lost).toEqual([[0], [0], [1]]);
  });

  it("of different kinds travel apart, and only renewals are repeated", async () => {
    const { sent, coalescer } = fakeConnection(() => [1, []]);
    await Promise.all([
      coalescer.settle("done", [1, 1], 2),
      coalescer.settle("release", [2, 1], 2),
      coalescer.settle("touch", [3, 1, 500], 3),
    ]);
    expect(sent.map(({ name, settings }) => [name, settings.repeatable])).toEqual([
      ["done", false],
      ["release", false],
      ["touch", true],
    ]);
  });

  it("stay within 10,000 tasks and 32 MiB a call", async () => {
    const { sent, coalescer } = fakeConnection(givesIds);
    const many = new Array(6_000).fill("x");
    await Promise.all([coalescer.put(many, PLAIN), coalescer.put(many, PLAIN)]);
    expect(sent.map(({ args }) => (args[0] as unknown[]).length)).toEqual([1, 1]);
    sent.length = 0;
    const large = { bytes: 20 * 1024 * 1024, repeatable: false };
    await Promise.all([coalescer.put(["a"], large), coalescer.put(["b"], large)]);
    expect(sent).toHaveLength(2);
  });

  it("go out in calls of 100 tasks, each at once when it is full", async () => {
    const { sent, coalescer } = fakeConnection(givesIds);
    const puts = Array.from({ length: 250 }, () => coalescer.put(["x"], PLAIN));
    expect(sent.map(({ args }) => (args[0] as unknown[]).length)).toEqual([100, 100]);
    await Promise.all(puts);
    expect(sent.map(({ args }) => (args[0] as unknown[]).length)).toEqual([100, 100, 50]);
  });

  it("never cut a group, however large, and never wait with one", async () => {
    const { sent, coalescer } = fakeConnection(givesIds);
    const large = new Array(300).fill("x");
    const puts = [coalescer.put(["a"], PLAIN), coalescer.put(large, PLAIN)];
    expect(sent.map(({ args }) => args[0])).toEqual([[["a"]], [large]]);
    await Promise.all(puts);
  });

  it("do not hear of another's abort before they were sent", async () => {
    const { sent, coalescer } = fakeConnection(givesIds);
    const [gone, other] = [new AbortController(), new AbortController()];
    const first = coalescer.put(["a"], { ...PLAIN, signal: gone.signal });
    gone.abort("gone");
    const second = coalescer.put(["b"], { ...PLAIN, signal: other.signal });
    await expect(first).rejects.toBe("gone");
    expect(await second).toEqual([1]);
    expect(sent.map(({ args }) => args[0])).toEqual([[["b"]]]);
    expect(sent[0]?.settings.signal?.aborted).toBe(false);
  });

  it("leave out what was aborted before it was sent", async () => {
    const { sent, coalescer } = fakeConnection(givesIds);
    const abort = new AbortController();
    const aborted = coalescer.put(["a"], { ...PLAIN, signal: abort.signal });
    const other = coalescer.put(["b"], PLAIN);
    abort.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    expect(await other).toEqual([1]);
    expect(sent[0]?.args).toEqual([[["b"]]]);
  });

  it("are withdrawn when nobody waits for them any more", async () => {
    const { sent, coalescer } = fakeConnection(() => new Promise(() => {}));
    const aborts = [new AbortController(), new AbortController()];
    const calls = aborts.map(({ signal }) => coalescer.put(["a"], { ...PLAIN, signal }));
    const settled = Promise.allSettled(calls);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    aborts[0]?.abort();
    expect(sent[0]?.settings.signal?.aborted).toBe(false);
    aborts[1]?.abort();
    expect(sent[0]?.settings.signal?.aborted).toBe(true);
    expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("refuse an answer of another shape as a bug", async () => {
    const { coalescer } = fakeConnection(() => "?");
    await expect(coalescer.put(["a"], PLAIN)).rejects.toMatchObject({ code: "INTERNAL" });
  });
});

/** A task as it comes from the server, of queue 1 or 2. */
const tuple = (id: number, queueNum = 1) => [
  (queueNum * 8 + 3) * 2 ** 34,
  5_000,
  id,
  1,
  1_000,
  null,
  0,
  0,
  0,
  60_000,
  1_000,
  null,
  null,
  null,
  null,
  null,
  new Uint8Array([id]),
];

/** Gives out as many as are asked for, in pages of at most `page`, until `left` are gone. */
function givesTasks(left: number, page = 1_000) {
  let next = 1;
  return ({ name, args }: SentCall): unknown => {
    if (name !== "get") return [0, []];
    const [queueNum, count] = args as [number, number];
    const size = Math.min(count, page, left);
    left -= size;
    const tasks = Array.from({ length: size }, () => tuple(next++, queueNum));
    return [0, tasks, [], size === page && size < count ? 1 : 0];
  };
}

const TAKE = { queueNum: 1, count: 10, visibilityTimeoutMs: 60_000 };
const idsOf = (tasks: readonly { readonly taskId: number }[]) => tasks.map(({ taskId }) => taskId);

describe("takes of one turn", () => {
  it("are one call, whose tasks are shared out in the order of the callers", async () => {
    const { sent, coalescer } = fakeConnection(givesTasks(25));
    const pages = await Promise.all([1, 2, 3, 4].map(() => coalescer.take(TAKE)));
    expect(sent.map(({ args }) => args)).toEqual([[1, 40, 60_000]]);
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5, 0]);
    expect(pages.flatMap(idsOf)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });

  it("are a call for each queue and each timeout", async () => {
    const { sent, coalescer } = fakeConnection(givesTasks(1_000));
    const pages = await Promise.all([
      coalescer.take(TAKE),
      coalescer.take({ ...TAKE, queueNum: 2 }),
      coalescer.take({ ...TAKE, visibilityTimeoutMs: 1 }),
      coalescer.take(TAKE),
    ]);
    expect(sent.map(({ args }) => args)).toEqual([
      [1, 20, 60_000],
      [2, 10, 60_000],
      [1, 10, 1],
    ]);
    expect(pages.map((page) => page[0]?.queueNum)).toEqual([1, 2, 1, 1]);
  });

  it.each([1, 2, 3])("fail apart where they are calls apart: queue %i", async (failing) => {
    const tasks = givesTasks(1_000);
    const { sent, coalescer } = fakeConnection(async (call) => {
      if (call.args[0] === failing) throw unknown;
      await new Promise((resolve) => setTimeout(resolve, 5)); // long after the failure
      return tasks(call);
    });
    const ends = await Promise.allSettled(
      [1, 2, 3].map((queueNum) => coalescer.take({ ...TAKE, queueNum })),
    );
    for (const [at, end] of ends.entries())
      expect(end).toMatchObject(
        at + 1 === failing
          ? { status: "rejected", reason: unknown }
          : { status: "fulfilled", value: { length: 10 } },
      );
    expect(sent.map(({ name }) => name)).toEqual(["get", "get", "get"]);
  });

  it("ask again for those whom a page of large tasks has left with nothing", async () => {
    const { sent, coalescer } = fakeConnection(givesTasks(1_000, 12));
    const pages = await Promise.all([1, 2, 3].map(() => coalescer.take(TAKE)));
    expect(pages.map(({ length }) => length)).toEqual([10, 2, 10]);
    expect(sent.map(({ args }) => args[1])).toEqual([30, 10]);
  });

  it("give back what was taken for one who has gone meanwhile", async () => {
    const tasks = givesTasks(15);
    const gone = new AbortController();
    const { sent, coalescer } = fakeConnection((call) => {
      gone.abort("gone");
      return tasks(call);
    });
    const [stayed, left] = await Promise.allSettled([
      coalescer.take(TAKE),
      coalescer.take(TAKE, gone.signal),
    ]);
    expect(stayed).toMatchObject({ status: "fulfilled", value: { length: 10 } });
    expect(left).toMatchObject({ status: "rejected", reason: "gone" });
    expect(sent[1]).toMatchObject({
      name: "release",
      args: [[11, 1, 12, 1, 13, 1, 14, 1, 15, 1]],
    });
  });

  it("give back everything that comes when all have gone", async () => {
    const tasks = givesTasks(15);
    const gone = new AbortController();
    let late: ((answer: unknown) => void) | undefined;
    const { sent, coalescer } = fakeConnection(({ settings }) => {
      late = settings.late;
      expect(settings.signal?.aborted).toBe(false);
      gone.abort("gone");
      throw settings.signal?.reason;
    });
    await expect(coalescer.take(TAKE, gone.signal)).rejects.toBe("gone");
    late?.(tasks({ name: "get", args: [1, 2], settings: {} }));
    expect(sent[1]).toMatchObject({ name: "release", args: [[1, 1, 2, 1]] });
  });
});
