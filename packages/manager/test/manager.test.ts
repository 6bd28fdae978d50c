import { bindQueue, type ManagerLink, type Plan, perTask, Worker } from "@queue/runtime";
import { describe, expect, it } from "vitest";
import { changeSettings, explain } from "../src/index.js";
import { LEADER_KEY } from "../src/leader-lease.js";
import { createManagerWorld, cuttable, reporting } from "./manager-world.js";

describe("a Manager alone", () => {
  it("leads at once, and plans as soon as workers have reported", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    void manager.run();
    const worker = reporting("a", [1, 2]);
    await world.putMany(1, 50);
    await world.clock.advance(100);
    expect(manager.view()).toMatchObject({
      leading: true,
      term: 1,
      seq: 0,
      leader: manager.view().id,
    });
    expect(await worker.exchange(manager)).toBeNull();
    await world.seconds(3, manager, [worker]);
    expect(worker.plan).toMatchObject({ term: 1, seq: 1, floating: 1, stealing: true });
    expect(worker.plan?.homes.get(1)).toBeGreaterThan(0);
    await world.seconds(2, manager, [worker]);
    expect(worker.plan?.seq).toBe(2);
    await manager.stop();
  });

  it("plans for queues by their numbers, in whatever order they appeared", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    void manager.run();
    for (const queueNum of [7, 12, 3]) {
      await world.putMany(queueNum, 1);
      await world.seconds(3, manager, [reporting("a", [3, 7, 12])]);
    }
    const { queues = [] } = manager.view().allocation ?? {};
    expect(queues.map(({ demand }) => demand.queueNum)).toEqual([3, 7, 12]);
    await manager.stop();
  });

  it("believes no worker that reports a term which no Manager can have given", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    void manager.run();
    const honest = reporting("honest", [1]);
    const liar = reporting("liar", [1]);
    await world.putMany(1, 50);
    await world.seconds(3, manager, [honest]);
    const homes = new Map();
    for (const term of [2 ** 53 - 1, 2 ** 53 - 2, 2_000_000]) {
      const plan = { term, seq: 1, homes, floating: 0, stealing: true } as unknown as Plan;
      await liar.exchange(manager, { plan });
      await world.seconds(4, manager, [honest]);
    }
    expect(manager.view()).toMatchObject({ leading: true, term: 1 });
    expect(honest.plan).toMatchObject({ term: 1, seq: manager.view().seq });
    await manager.stop();
  });

  it("moves processors to where the load goes", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    void manager.run();
    const workers = [reporting("a", [1, 2]), reporting("b", [1, 2])];
    const busy = new Map([[1, { processed: 10, errors: 0, retried: 0, durationMs: 10_000 }]]);
    await world.putMany(1, 100);
    await workers[0]?.exchange(manager, { stats: busy });
    await world.seconds(6, manager, workers);
    const homes = (queueNum: number) =>
      workers.reduce((sum, { plan }) => sum + (plan?.homes.get(queueNum) ?? 0), 0);
    expect(homes(1)).toBe(14);
    await world.storage.clearQueue(1);
    await workers[0]?.exchange(manager, {
      stats: new Map([[2, { ...busy.get(1), processed: 10 }]]) as never,
    });
    await world.putMany(2, 500);
    await world.seconds(90, manager, workers);
    expect(homes(2)).toBe(14);
    expect(explain(manager.view().allocation as never).join("\n")).toContain(
      "queue 2: 14 processors",
    );
    await manager.stop();
  });

  it("takes a worker out of the plan when five reports are missing", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    void manager.run();
    const [a, b] = [reporting("a", [1]), reporting("b", [1])];
    await world.putMany(1, 10_000);
    await world.seconds(6, manager, [a, b]);
    expect(manager.view().workers).toHaveLength(2);
    await world.seconds(4, manager, [a]);
    expect(manager.view().workers).toHaveLength(2);
    await world.seconds(4, manager, [a]);
    expect(manager.view().workers.map(({ report }) => report.instance)).toEqual(["a"]);
    expect([...(manager.view().allocation?.workers.keys() ?? [])]).toEqual(["a"]);
    // It only was away: it is welcome again.
    await world.seconds(3, manager, [a, b]);
    expect(b.plan?.homes.get(1)).toBe(7);
    await manager.stop();
  });

  it("gives a worker that is dead by its own account nothing to do", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    void manager.run();
    const worker = reporting("a", [1]);
    await world.putMany(1, 100);
    const health = { ...worker.report().health, status: "dead" as const };
    for (let i = 0; i < 5; i++) {
      await worker.exchange(manager, { health });
      await world.clock.advance(1_000);
    }
    await worker.exchange(manager, { health });
    expect(worker.plan).toMatchObject({ homes: new Map(), floating: 0 });
    await manager.stop();
  });
});

describe("listeners", () => {
  it("hear of every look, and one that throws does no harm", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    let looks = 0;
    manager.onLook(() => {
      throw new Error("a bug of somebody's");
    });
    const forget = manager.onLook(() => looks++);
    void manager.run();
    await world.clock.advance(4_000);
    expect(looks).toBe(3);
    forget();
    await world.clock.advance(4_000);
    expect(looks).toBe(3);
    expect(manager.view().leading).toBe(true);
    await manager.stop();
  });
});

describe("two Managers", () => {
  it("kill the leader: the other leads within 10 s, with a higher term, and goes on from there", async () => {
    const world = createManagerWorld();
    const first = cuttable(world.storage);
    const leader = world.manager({ storage: first.storage });
    const follower = world.manager();
    void leader.run();
    await world.clock.advance(100);
    void follower.run();
    const worker = reporting("a", [1]);
    await world.putMany(1, 10_000);
    await world.seconds(30, leader, [worker]);
    expect(leader.view()).toMatchObject({ leading: true, term: 1 });
    expect(follower.view()).toMatchObject({ leading: false, term: 1, leader: leader.view().id });
    const before = worker.plan;

    first.cut.mode = "hangs"; // killed: nothing of it reaches the storage any more
    await world.seconds(10, follower, [worker]);
    expect(follower.view()).toMatchObject({ leading: true, term: 2 });
    await world.seconds(3, follower, [worker]);
    expect(worker.plan).toMatchObject({ term: 2, homes: before?.homes });
    await follower.stop();
  });

  it("plans of the old leader are refused by workers that have heard the new one", async () => {
    const world = createManagerWorld();
    const first = cuttable(world.storage);
    const old = world.manager({ storage: first.storage });
    const young = world.manager();
    void old.run();
    const seen: (Plan | null)[] = [];
    const links: { to: ManagerLink } = { to: old.link() };
    const queue = bindQueue(
      { queueNum: 1, name: "one", decode: () => ({}) },
      perTask(async () => {}),
    );
    const worker = new Worker({
      service: "test",
      name: "main",
      storage: world.storage,
      queues: [queue],
      clock: world.clock,
      random: () => 0.5,
      manager: {
        async exchange(report) {
          seen.push(report.plan);
          return links.to.exchange(report);
        },
      },
    });
    void worker.run();
    await world.clock.advance(8_000);
    void young.run();
    await world.clock.advance(4_000);
    const stale = seen.at(-1);
    expect(stale?.term).toBe(1);

    first.cut.mode = "fails";
    links.to = young.link();
    await world.clock.advance(15_000);
    expect(seen.at(-1)?.term).toBe(2);
    // The old one wakes up, and does not know yet that it has been replaced.
    links.to = { exchange: async () => ({ ...(stale as Plan), seq: 99_999 }) };
    await world.clock.advance(10_000);
    expect(seen.at(-1)?.term).toBe(2);
    await worker.shutdown();
    await young.stop();
  });

  it("an old leader stops leading by itself when it cannot renew, before another may lead", async () => {
    const world = createManagerWorld();
    const first = cuttable(world.storage);
    const old = world.manager({ storage: first.storage });
    const young = world.manager();
    void old.run();
    await world.clock.advance(100);
    void young.run();
    const worker = reporting("a", [1]);
    await world.seconds(6, old, [worker]);
    first.cut.mode = "fails";
    await world.clock.advance(4_000);
    expect(old.view().allocation).toBeDefined(); // workers follow it still
    for (let i = 0; i < 110; i++) {
      await world.clock.advance(100);
      expect(old.view().leading && young.view().leading).toBe(false);
    }
    expect(young.view()).toMatchObject({ leading: true, term: 2 });
    expect(await worker.exchange(old)).toBeNull();
    // Back again, it follows.
    first.cut.mode = "none";
    await world.clock.advance(10_000);
    expect(old.view()).toMatchObject({ leading: false, leader: young.view().id, term: 2 });
    // A plan that nobody follows any more is not shown as one.
    expect(old.view()).toMatchObject({ allocation: undefined, plannedAt: null, seq: 0 });
    await Promise.all([old.stop(), young.stop()]);
  });

  it("stop the leader: the other leads at its next look", async () => {
    const world = createManagerWorld();
    const [leader, follower] = [world.manager(), world.manager()];
    void leader.run();
    await world.clock.advance(100);
    void follower.run();
    await world.clock.advance(1_000);
    await leader.stop();
    await world.clock.advance(2_000);
    expect(follower.view()).toMatchObject({ leading: true, term: 2 });
    expect(leader.view().leading).toBe(false);
    await follower.stop();
  });

  it("started together, one leads", async () => {
    const world = createManagerWorld();
    const managers = [world.manager(), world.manager(), world.manager()];
    for (const manager of managers) void manager.run();
    await world.clock.advance(20_000);
    expect(managers.filter((manager) => manager.view().leading)).toHaveLength(1);
    expect(managers.map((manager) => manager.view().term)).toEqual([1, 1, 1]);
    await Promise.all(managers.map((manager) => manager.stop()));
  });
});

describe("terms never go backwards", () => {
  it("when the record of the lease is lost", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    void manager.run();
    const worker = reporting("a", [1]);
    const plan = { term: 7, seq: 3, homes: new Map(), floating: 1, stealing: true };
    await worker.exchange(manager, { plan });
    await world.clock.advance(4_000);
    await worker.exchange(manager, { plan });
    expect(manager.view()).toMatchObject({ leading: true, term: 8 });
    await world.seconds(4, manager, [worker]);
    expect(worker.plan?.term).toBe(8);
    await manager.stop();
  });

  it.each(["", "nonsense", "null", '{"term":"x"}', '{"id":5,"term":4}'])(
    "when the record says %j",
    async (text) => {
      const world = createManagerWorld();
      const value = new TextEncoder().encode(text);
      await world.storage.commit({ set: [{ key: LEADER_KEY, value }] });
      const manager = world.manager();
      void manager.run();
      await world.clock.advance(100);
      expect(manager.view()).toMatchObject({ leading: true, term: text.includes("4") ? 5 : 1 });
      await manager.stop();
    },
  );
});

describe("a storage out of reach", () => {
  it.each(["fails", "hangs"] as const)(
    "that %s ends nothing: plans stay, and all goes on afterwards",
    async (mode) => {
      const world = createManagerWorld();
      const { storage, cut } = cuttable(world.storage);
      const manager = world.manager({ storage });
      void manager.run();
      const worker = reporting("a", [1]);
      await world.putMany(1, 1_000);
      await world.seconds(6, manager, [worker]);
      const before = worker.plan;
      cut.mode = mode;
      await world.seconds(120, manager, [worker]);
      expect(manager.view().leading).toBe(false);
      expect(manager.view().storageError).toMatch(/refused|not answered/);
      expect(worker.plan?.homes).toEqual(before?.homes);
      cut.mode = "none";
      await world.seconds(15, manager, [worker]);
      expect(manager.view()).toMatchObject({ leading: true, term: 1, storageError: null });
      expect(worker.plan?.seq).toBeGreaterThan(before?.seq ?? 0);
      await manager.stop();
    },
  );

  it("for statistics alone: the last good ones, and after 30 s equal shares", async () => {
    const world = createManagerWorld();
    let fails = false;
    const storage = new Proxy(world.storage, {
      get: (target, name) =>
        name === "getStat" && fails
          ? () => Promise.reject(new Error("too busy"))
          : Reflect.get(target, name).bind(target),
    });
    const manager = world.manager({ storage });
    void manager.run();
    const worker = reporting("a", [1, 2], 20);
    await world.putMany(1, 10_000);
    await world.putMany(2, 1);
    await world.seconds(10, manager, [worker]);
    const crowded = worker.plan?.homes.get(1) ?? 0;
    expect(crowded).toBeGreaterThan(12);
    fails = true;
    await world.seconds(20, manager, [worker]);
    expect(worker.plan?.homes.get(1)).toBe(crowded);
    await world.seconds(120, manager, [worker]);
    expect(worker.plan?.homes).toEqual(
      new Map([
        [1, 9],
        [2, 9],
      ]),
    );
    await manager.stop();
  });
});

describe("what an operator has set", () => {
  it("lies in the storage, and decides for every Manager, now and later", async () => {
    const world = createManagerWorld();
    const worker = reporting("a", [1, 2], 20);
    await world.putMany(1, 10_000);
    await world.putMany(2, 10_000);
    await changeSettings(world.storage, 1, { maxProcessors: 2 });
    await changeSettings(world.storage, 2, { weight: 5, targetDelayMs: 1_000 });
    for (let i = 0; i < 2; i++) {
      const manager = world.manager();
      void manager.run();
      await world.seconds(8, manager, [worker]);
      expect(worker.plan?.homes.get(1)).toBe(2);
      expect(worker.plan?.caps?.get(1)).toBe(2);
      expect(worker.plan?.urgency?.get(2)).toBe(0.005);
      await manager.stop();
    }
    expect(await changeSettings(world.storage, 1, { maxProcessors: null })).toEqual({});
  });

  it("is not lost when two change it at the same moment", async () => {
    const world = createManagerWorld();
    await Promise.all(
      [1, 2, 3, 4, 5].map((queueNum) =>
        changeSettings(world.storage, queueNum, { weight: queueNum }),
      ),
    );
    const manager = world.manager();
    void manager.run();
    await world.clock.advance(10);
    expect([...manager.view().settings]).toEqual(
      [1, 2, 3, 4, 5].map((num) => [num, { weight: num }]),
    );
    await manager.stop();
  });

  it("must make sense", async () => {
    const world = createManagerWorld();
    await changeSettings(world.storage, 1, { minProcessors: 5 });
    await expect(changeSettings(world.storage, 1, { maxProcessors: 4 })).rejects.toThrow(
      /minProcessors \(5\) must not be above maxProcessors \(4\)/,
    );
  });

  it("a paused queue has no processors, by the storage's own pause", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    void manager.run();
    const worker = reporting("a", [1, 2], 10);
    await world.putMany(1, 100);
    await world.storage.pauseQueue(1, true);
    await world.seconds(6, manager, [worker]);
    expect(worker.plan?.homes.get(1) ?? 0).toBe(0);
    await manager.stop();
  });
});

describe("wrong use", () => {
  it.each([
    [{ planEvryMs: 5 }, /has no option "planEvryMs"; known are storage, planEveryMs/],
    [{ storage: {} }, /storage must be a full storage/],
    [{ planEveryMs: 0 }, /planEveryMs must be milliseconds from 1 to an hour, not 0/],
    [{ switchMs: Number.NaN }, /switchMs must be milliseconds/],
    [{ takeOverMs: 3_000 }, /takeOverMs \(3000\) must be at least twice planEveryMs \(2000\)/],
  ])("is refused: %j", (options, complaint) => {
    expect(() => createManagerWorld().manager(options as never)).toThrow(complaint);
  });

  it("stop may be called twice, before run, and ends it", async () => {
    const world = createManagerWorld();
    const manager = world.manager();
    await manager.stop();
    await manager.run();
    await manager.stop();
    expect(manager.view().leading).toBe(false);
    expect(world.clock.pending()).toEqual([]);
  });
});
