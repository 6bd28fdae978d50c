import {
  type HandledTask,
  type HandlerContext,
  type HandlerStorage,
  perTask,
  QueueError,
  Worker,
} from "@queue/runtime";
import { createManualClock, drain } from "@queue/runtime/testing";
import { createMemoryStorage } from "@queue/storage-memory";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  EMAILS_QUEUE,
  type EmailsHandler,
  type EmailsPayload,
  type EmailsTask,
  emailsQueue,
  emailsRequest,
  putEmails,
  putEmailsMany,
} from "./golden/emails/expected.js";
import {
  type DefaultedInput,
  type DefaultedPayload,
  type OptionalPayload,
  putDefaulted,
  putUserEvents,
  putUserEventsMany,
  USER_EVENTS_QUEUE,
  userEventsQueue,
  userEventsRequest,
} from "./golden/every-type/expected.js";
import { bindRequest, putP } from "./golden/odd-texts/expected.js";

const email = { to: "ada@example.com", subject: "Hi", body: new Uint8Array([1, 2]), userId: 7n };

async function setup() {
  const clock = createManualClock();
  const storage = createMemoryStorage({ clock });
  const workerOf = (...queues: ConstructorParameters<typeof Worker>[0]["queues"]) =>
    new Worker({ service: "test", name: "main", storage, queues, clock, random: () => 0.5 });
  return { clock, storage, workerOf };
}

describe("a generated queue", () => {
  it("gives an object's method what was put, with the task's own fields", async () => {
    const { storage, workerOf } = await setup();
    class Mailer implements EmailsHandler {
      readonly sent: EmailsTask[] = [];
      async handleEmails(ctx: HandlerContext, batch: HandlerStorage, tasks: readonly EmailsTask[]) {
        this.sent.push(...tasks);
        await batch.doneTask(tasks);
        return { processed: tasks.length, errors: 0, retried: 0, durationMs: ctx.clock.now() };
      }
    }
    const mailer = new Mailer();
    const taskId = await putEmails(storage, email);
    await drain(workerOf(emailsQueue(mailer)));
    expect(mailer.sent).toEqual([{ ...email, taskId, attempts: 0, prevStartTime: null }]);
    const { queueStats } = await storage.getStat();
    expect(queueStats.get(EMAILS_QUEUE)).toMatchObject({ totalTasks: 0, doneTotal: 1 });
  });

  it("takes what perTask makes, which knows the type of the task", async () => {
    const { storage, workerOf } = await setup();
    const seen: bigint[] = [];
    const queue = emailsQueue(
      perTask(async (task) => {
        expectTypeOf(task).toEqualTypeOf<EmailsTask>();
        seen.push(task.userId);
      }),
    );
    await putEmailsMany(storage, [email, { ...email, userId: 8n }]);
    await drain(workerOf(queue));
    expect(seen).toEqual([7n, 8n]);
  });

  it.each([undefined, null, {}, "text"])("refuses %s as its handler", (handler) => {
    expect(() => emailsQueue(handler as unknown as EmailsHandler)).toThrow(
      /^\[INVALID_ARGUMENT\] a handler must be a function or have the method handleEmails/,
    );
  });

  it("has the policy of its contract, and what the program says goes before it", () => {
    const handler = perTask<HandledTask>(async () => {});
    const { policy } = userEventsQueue(handler);
    expect(policy).toMatchObject({ batchSize: 50, visibilityTimeoutMs: 120_000, maxAttempts: 5 });
    expect([0, 1, 20].map((failures) => policy.backoff?.(failures, () => 0.5))).toEqual([
      500, 1_000, 600_000,
    ]);
    const own = userEventsQueue(handler, { batchSize: 3, weight: 2 });
    expect(own.policy).toMatchObject({ batchSize: 3, weight: 2, maxAttempts: 5 });
  });

  it("retries by the backoff of its contract, and buries after the last attempt", async () => {
    const { clock, storage, workerOf } = await setup();
    await putUserEvents(storage, { userId: 1n });
    let tries = 0;
    const worker = workerOf(
      userEventsQueue(
        perTask(async () => {
          tries++;
          throw new Error("no");
        }),
      ),
    );
    for (const pauseMs of [0, 500, 1_000, 2_000, 4_000]) {
      await clock.advance(pauseMs);
      await drain(worker);
    }
    expect(tries).toBe(5);
    const { tasks } = await storage.listTasks(USER_EVENTS_QUEUE, "dead", { limit: 10 });
    expect(tasks).toMatchObject([{ attempts: 4, error: expect.stringMatching(/^no\b/) }]);
  });

  it("puts with the priority, the ttl and the key of its contract", () => {
    expect(userEventsRequest({ userId: -5n })).toEqual({
      queueNum: USER_EVENTS_QUEUE,
      data: expect.any(Uint8Array),
      priority: 10,
      ttlMs: 86_400_000,
      key: "-5",
    });
    const own = userEventsRequest({ userId: 5n }, { priority: 1, onKey: "keep", delayMs: 100 });
    expect(own).toMatchObject({ priority: 1, ttlMs: 86_400_000, onKey: "keep", delayMs: 100 });
  });

  it("takes an option that is undefined as not given", () => {
    const options = { priority: undefined, ttlMs: undefined } as unknown as { priority: number };
    expect(userEventsRequest({ userId: 5n }, options)).toMatchObject({ priority: 10 });
  });

  it("runs tasks of one key one after the other", async () => {
    const { storage } = await setup();
    const ids = await putUserEventsMany(storage, [{ userId: 1n }, { userId: 1n }, { userId: 2n }]);
    const taken = await storage.getTask(USER_EVENTS_QUEUE, 10);
    expect(taken.map(({ taskId }) => taskId)).toEqual([ids[0], ids[2]]);
  });

  it("has no key where the field that is the key is absent", () => {
    expect(bindRequest({ x: 0 })).toMatchObject({ key: "0" });
    expect(bindRequest({})).not.toHaveProperty("key");
  });

  it("has the default as its key where the field that is the key is left out", async () => {
    const { storage } = await setup();
    const rest = { of: true, r: 1, w: 1, wire: 1, runtime: 1, payload: 1 };
    await putP(storage, { ...rest, quoted: "mine" });
    await putP(storage, rest);
    const keys = (await storage.getTask(1, 10)).map(({ key }) => key);
    expect(keys).toEqual(["mine", `say "hello" to O'Brien`]);
  });

  it("rejects rather than throws when a payload is wrong, and puts nothing", async () => {
    const { storage } = await setup();
    const wrong = { ...email, subject: 5 as unknown as string };
    const put = putEmailsMany(storage, [email, wrong]);
    await expect(put).rejects.toThrow(QueueError);
    await expect(put).rejects.toMatchObject({ details: { queueNum: 1, field: "subject" } });
    await expect(putEmails(storage, wrong)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    expect((await storage.getStat()).queueStats.size).toBe(0);
  });

  it("hands the signal to the storage, and nothing of it to the request", async () => {
    const { storage } = await setup();
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(putEmails(storage, email, { signal })).rejects.toThrow("too late");
    expect(emailsRequest(email, { signal })).not.toHaveProperty("signal");
  });

  it("has types that tell a default from what may be absent", () => {
    expectTypeOf<EmailsPayload["userId"]>().toEqualTypeOf<bigint>();
    expectTypeOf<OptionalPayload["int"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<DefaultedPayload["int"]>().toEqualTypeOf<number>();
    expectTypeOf<DefaultedInput["int"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<EmailsPayload>().toExtend<Parameters<typeof putEmails>[1]>();
    expectTypeOf(putDefaulted).parameter(1).toEqualTypeOf<DefaultedInput>();
    // @ts-expect-error: a key beside the one of the contract
    userEventsRequest({ userId: 1n }, { key: "other" });
    // @ts-expect-error: two starts
    emailsRequest(email, { delayMs: 1, startTime: new Date(0) });
    // @ts-expect-error: one putId for many tasks
    const many: Parameters<typeof putEmailsMany>[2] = { putId: "once" };
    expect(many).toBeDefined();
  });
});
