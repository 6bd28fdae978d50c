import type { QueueNum } from "@queue/runtime";
import type { FaultKind } from "./network.js";
import type { Plan, PutPlan, QueuePlan, Step, StepAction, WorkerPlan } from "./plan.js";
import { drawPut } from "./put-from-seed.js";
import { createRandom, type Random } from "./random.js";

const FAULTS: readonly [FaultKind, ...FaultKind[]] = [
  "refuse",
  "read-only",
  "cut-before",
  "cut-after",
  "slow-request",
  "slow-answer",
  "lost-request",
  "lost-answer",
];

/** Slow calls, pauses and backoffs that began before the healing have ended after this. */
const ECHO_MS = 12_000;
/** The load in calm: how long it lasts. */
const EPILOGUE_MS = 4_000;
/** After healing: leases, handlers that hang, delays, backoffs up to a minute, one after the other. */
const DRAIN_MS = 180_000;

/** What happens in the world of a seed. */
export function planFromSeed(seed: number): Plan {
  const random = createRandom(seed).fork("plan");
  const queues = Array.from({ length: random.int(1, 3) }, (_, i) => drawQueue(random, i + 1));
  const workers = drawWorkers(random, queues);
  const healAt = random.int(6_000, 20_000);
  const calmAt = healAt + ECHO_MS;
  const steps = [
    ...drawLoad(random, queues, healAt),
    ...drawFaults(random, workers, healAt),
    ...drawFates(random, workers, healAt),
    ...drawOperations(random, queues, healAt),
    ...drawEpilogue(random, queues, calmAt),
    ...drawSettings(random, workers, healAt),
  ];
  return {
    seed,
    queues,
    workers,
    latencyMs: [0, random.pick([0, 3, 40])],
    slowMs: [500, 6_000],
    steps: steps.sort((a, b) => a.at - b.at),
    healAt,
    calmAt,
    drainedBy: healAt + DRAIN_MS,
  };
}

function drawQueue(random: Random, queueNum: QueueNum): QueuePlan {
  const visibilityTimeoutMs = random.pick([1_000, 2_000, 3_000, 5_000]);
  const minMs = random.pick([50, 300, 1_000]);
  return {
    queueNum,
    handler: random.pick(["perTask", "batch"]),
    concurrency: random.pick([1, 3, 10]),
    batchSize: random.pick([1, 2, 5, 10]),
    visibilityTimeoutMs,
    handlerTimeoutMs: visibilityTimeoutMs * random.pick([2, 4, 5]),
    backoffMs: [minMs, minMs * 8],
    ...(random.chance(0.3) && { maxAttempts: random.int(2, 5) }),
    onHandlerError: random.chance(0.8) ? "retry" : "leave",
    onDecodeError: random.chance(0.7) ? "retry" : "bury",
    renewLeases: random.chance(0.8),
  };
}

function drawWorkers(random: Random, queues: readonly QueuePlan[]): WorkerPlan[] {
  const all = queues.map(({ queueNum }) => queueNum);
  return Array.from({ length: random.int(1, 3) }, (_, i) => ({
    name: `worker-${i + 1}`,
    // The first serves all, so that no queue is left to nobody.
    queueNums: i === 0 ? all : all.filter((_, at) => at === 0 || random.chance(0.6)),
    maxProcessors: random.int(1, 3),
    idleDelayMs: random.pick([1_000, 1_000, 5_000]),
    storageTimeoutMs: random.pick([800, 2_000, 4_000]),
    skewMs: random.pick([0, 0, -30_000, 45_000]),
    scheduler: random.pick(["roundRobin", "roundRobin", "lag"]),
  }));
}

function drawLoad(random: Random, queues: readonly QueuePlan[], untilMs: number): Step[] {
  const keys = random.int(1, 4);
  const steps: Step[] = [];
  const count = random.int(6, 24);
  for (let i = 0; i < count; i++) {
    const put = (n: number) => drawPut(random, queues, keys, `${i}-${n}`);
    const via = random.pick(["putTask", "putTask", "putTasks", "commit"]);
    const puts = Array.from({ length: via === "putTask" ? 1 : random.int(1, 5) }, (_, n) => put(n));
    steps.push({ at: random.int(0, untilMs), kind: "put", via, puts });
  }
  return steps;
}

/** Windows in which calls fail: of one worker, of a role or of all; some of the calls, or each. */
function drawFaults(random: Random, workers: readonly WorkerPlan[], untilMs: number): Step[] {
  const names = workers.map(({ name }) => name);
  return Array.from({ length: random.int(0, 5) }, () => {
    const at = random.int(0, untilMs - 500);
    const who = random.chance(0.4) ? undefined : random.pick(["producer", "operator", ...names]);
    const kinds = random.int(1, 4);
    const faults = Array.from({ length: kinds }, () => random.pick(FAULTS));
    return {
      at,
      kind: "faults",
      forMs: Math.min(untilMs - at, random.int(500, 8_000)),
      ...(who !== undefined && { who }),
      share: random.pick([0.1, 0.3, 0.6, 1]),
      faults: faults as [FaultKind, ...FaultKind[]],
    };
  });
}

/** Workers that are killed, stopped, frozen, and started again. */
function drawFates(random: Random, workers: readonly WorkerPlan[], untilMs: number): Step[] {
  const steps: Step[] = [];
  for (const { name: worker } of workers) {
    for (let at = random.int(500, 12_000); at < untilMs; at += random.int(2_000, 12_000)) {
      const downMs = random.int(0, 3_000);
      switch (random.pick(["kill", "stop", "freeze", "freeze"])) {
        case "kill":
          steps.push({ at, kind: "kill", worker }, { at: at + downMs, kind: "start", worker });
          break;
        case "stop": {
          const timeoutMs = random.pick([0, 500, 3_000]);
          steps.push({ at, kind: "stop", worker, timeoutMs });
          steps.push({ at: at + timeoutMs + 3_000 + downMs, kind: "start", worker });
          break;
        }
        default:
          steps.push({ at, kind: "freeze", worker, forMs: random.int(200, 9_000) });
      }
    }
  }
  return steps;
}

/** Settings that change under load: more processors, fewer, none for a while. */
function drawSettings(random: Random, workers: readonly WorkerPlan[], untilMs: number): Step[] {
  const names = workers.map(({ name }) => name) as [string, ...string[]];
  return Array.from({ length: random.int(0, 4) }, () => ({
    at: random.int(0, untilMs),
    kind: "configure",
    worker: random.pick(names),
    maxProcessors: random.int(0, 4),
    batchSize: random.pick([1, 3, 10]),
  }));
}

function drawOperations(random: Random, queues: readonly QueuePlan[], untilMs: number): Step[] {
  const picks = () => Array.from({ length: random.int(1, 3) }, () => random.int(0, 999));
  const queueNum = () => random.int(1, queues.length);
  const draw = (): StepAction => {
    switch (random.int(0, 11)) {
      case 0:
      case 1:
        return { kind: "cancelTask", picks: picks() };
      case 2:
        return { kind: "runNow", picks: picks() };
      case 3:
        return { kind: "buryWaiting", picks: picks() };
      case 4:
        return { kind: "peekTask", picks: picks() };
      case 5:
        return { kind: "kickIds", picks: picks() };
      case 6:
        return { kind: "kickCount", queueNum: queueNum(), count: random.int(1, 5) };
      case 7:
        return { kind: "pauseQueue", queueNum: queueNum(), forMs: random.int(100, 3_000) };
      case 8: {
        const state = random.pick(["ready", "delayed", "taken", "blocked", "dead"]);
        return { kind: "listTasks", queueNum: queueNum(), state };
      }
      case 9:
        if (random.chance(0.2)) return { kind: "clearQueue", queueNum: queueNum() };
        return { kind: "kickIds", picks: picks() };
      default:
        return { kind: "getStat" };
    }
  };
  return Array.from({ length: random.int(0, 10) }, () => ({
    at: random.int(0, untilMs),
    ...draw(),
  }));
}

/** A light load when all is well: whatever is late or lost now has no excuse. */
function drawEpilogue(random: Random, queues: readonly QueuePlan[], calmAt: number): Step[] {
  const puts: { readonly at: number; readonly put: PutPlan }[] = [];
  for (const { queueNum, visibilityTimeoutMs, renewLeases, handler } of queues) {
    const at = () => calmAt + random.int(0, EPILOGUE_MS);
    puts.push({ at: at(), put: { queueNum, script: "" } });
    puts.push({ at: at(), put: { queueNum, script: "retry:400", delayMs: random.int(0, 3_000) } });
    puts.push({ at: at(), put: { queueNum, script: "put", key: "calm" } });
    puts.push({ at: at(), put: { queueNum, script: "", key: "calm", priority: 3 } });
    // Longer than its lease: only its renewal keeps others away.
    const overMs = Math.floor(visibilityTimeoutMs * 1.4);
    if (renewLeases && handler === "perTask")
      puts.push({ at: at(), put: { queueNum, script: `slow:${overMs}` } });
  }
  const steps: Step[] = puts.map(({ at, put }) => ({
    at,
    kind: "put",
    via: "putTask",
    puts: [put],
  }));
  return [...steps, { at: calmAt + EPILOGUE_MS, kind: "getStat" }];
}
