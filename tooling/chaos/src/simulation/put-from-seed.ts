import type { PutPlan, QueuePlan } from "./plan.js";
import type { Random } from "./random.js";

/** One task: when, how urgent, of which key, and what becomes of it in its handlers' hands. */
export function drawPut(
  random: Random,
  queues: readonly QueuePlan[],
  keys: number,
  name: string,
): PutPlan {
  const queueNum = random.int(1, queues.length);
  return {
    queueNum,
    script: drawScript(random),
    ...drawStart(random),
    ...(random.chance(0.3) && { priority: random.int(0, 3) }),
    ...(random.chance(0.2) && { ttlMs: random.int(300, 15_000) }),
    ...(random.chance(0.5) && drawKey(random, keys)),
    // Often: a step is repeated after a lost answer only if all of its puts have one.
    ...(random.chance(0.85) && { putId: name }),
  };
}

function drawStart(random: Random): Pick<PutPlan, "delayMs" | "startInMs"> {
  const share = random.next();
  if (share < 0.6) return {};
  if (share < 0.9) return { delayMs: random.int(1, 10_000) };
  return { startInMs: random.int(-5_000, 10_000) };
}

function drawKey(random: Random, keys: number): Pick<PutPlan, "key" | "onKey"> {
  const key = `key-${random.int(1, keys)}`;
  if (random.chance(0.7)) return { key };
  return { key, onKey: random.pick(["add", "keep", "replace", "wake"]) };
}

/** Most tasks are done at once; some need several tries; a few are poison for a while. */
function drawScript(random: Random): string {
  if (random.chance(0.03)) return "broken";
  if (random.chance(0.5)) return "";
  return Array.from({ length: random.int(1, 3) }, () => drawAct(random)).join(",");
}

function drawAct(random: Random): string {
  switch (random.int(0, 15)) {
    case 0:
    case 1:
      return "throw";
    case 2:
      return "bury";
    case 3:
      return `retry:${random.int(0, 4_000)}`;
    case 4:
      return "release";
    case 5:
      return "leave";
    case 6:
      return "hang";
    case 7:
      return "crash";
    case 8:
      return `block:${random.int(100, 8_000)}`;
    case 9:
      return `stubborn:${random.int(100, 9_000)}`;
    case 10:
      return `touch:${random.int(200, 6_000)}`;
    case 11:
      return "put";
    case 12:
      return "done";
    default:
      return `slow:${random.int(1, 4_000)}`;
  }
}
