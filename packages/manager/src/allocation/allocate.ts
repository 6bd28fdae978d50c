import type { QueueNum } from "@queue/runtime";
import { capsOf } from "./caps.js";
import { type AllocationMemory, type QueueMemory, recentNeed, rememberNeed } from "./memory.js";
import { nextHomes, type Position } from "./moves.js";
import { place, roundsOf } from "./placement.js";
import { type Pool, poolsOf, type WorkerCapacity } from "./pools.js";
import { predictedDelay, processorsNeeded } from "./predicted-delay.js";
import { inOneShape, isUsable, isWaiting, loadOf, type QueueDemand } from "./queue-demand.js";
import { type Claim, giveOut } from "./wanted.js";

export interface AllocationInput {
  readonly queues: readonly QueueDemand[];
  readonly workers: readonly WorkerCapacity[];
  /** Milliseconds of any clock that does not run backwards. */
  readonly now: number;
  /** Of the previous allocation. */
  readonly memory?: AllocationMemory;
}

export interface WorkerAllocation {
  readonly homes: ReadonlyMap<QueueNum, number>;
  readonly floating: number;
  /** Queues without a home that this worker goes round. */
  readonly rounds: ReadonlySet<QueueNum>;
  readonly caps: ReadonlyMap<QueueNum, number>;
}

/** Why a queue has the processors it has. */
export interface QueueAllocation {
  readonly demand: QueueDemand;
  /** Its statistics made no sense: it has an equal share. */
  readonly unusable: boolean;
  /** Processors that the arrivals keep busy. */
  readonly load: number;
  /** With so many, tasks are likely to wait for half the target delay at most. */
  readonly need: number;
  /** The largest need of the last 30 s. */
  readonly recentNeed: number;
  /** What it should have in the end. */
  readonly wanted: number;
  readonly before: number;
  readonly homes: number;
  readonly predictedDelayMs: number;
}

export interface Allocation {
  /** By the worker's instance. */
  readonly workers: ReadonlyMap<string, WorkerAllocation>;
  readonly queues: readonly QueueAllocation[];
  /** Processors that have a home with another queue than before. */
  readonly moved: number;
  readonly memory: AllocationMemory;
}

/** A queue that got a home keeps it for so long, unless another has waiting tasks and none. */
const DWELL_MS = 10_000;

/**
 * Decides where the processors of a fleet are at home.
 *
 * 1. A tenth of each worker's processors floats. The others are given out.
 * 2. Every queue first gets its minimum; then, if there is enough for all, one if tasks have waited for a
 *    quarter of the target delay; then, if there is enough for all, what it has at present up to its largest need of the last 30 s. Need: the fewest
 *    processors with which a task would wait for half its target delay.
 * 3. The others go one at a time to the queue for which weight x (delay / target delay)^2 falls most. One
 *    that a queue has already counts for a quarter more. Whoever has nothing to gain gets none: what is
 *    left has no home and helps where tasks have waited longest.
 * 4. On the way from the present homes to these, a tenth of the processors moves per plan, none leaves a
 *    queue that grew within the last 10 s, and none leaves before another queue wants it. A queue whose
 *    tasks wait like that with no processor at all gets its first one at once.
 *
 * 5. Queues without a home are shared out among the workers, whose floating processors go round them.
 *
 * Figures that cannot be true give their queue an equal share.
 */
export function allocate(input: AllocationInput): Allocation {
  const pools = poolsOf(input.workers);
  const slots = pools.reduce((sum, pool) => sum + pool.slots, 0);
  const states = input.queues.map((demand) => stateOf(inOneShape(demand), input, pools, slots));
  const { starts, oneForAll } = startsOf(states, slots);
  const claims = states.map((state, i) => claimOf(state, starts[i] ?? 0));
  giveOut(claims, pools);

  const workers = new Map<string, WorkerAllocation>();
  const homes = new Map<QueueNum, number>();
  let moved = 0;
  pools.forEach((pool, index) => {
    const next = nextHomes(positions(pool, index, claims, input, oneForAll), pool.slots);
    for (const [queueNum, count] of next) {
      homes.set(queueNum, (homes.get(queueNum) ?? 0) + count);
      moved += Math.max(0, count - (pool.present.get(queueNum) ?? 0));
    }
    for (const [instance, worker] of workersOf(pool, next, claims)) workers.set(instance, worker);
  });

  const queues = states.map((state, i) =>
    verdictOf(state, claims[i]?.total ?? 0, homes.get(state.demand.queueNum) ?? 0),
  );
  const memory = new Map(
    queues.map(({ demand, homes, before }, i) => {
      const remembered = states[i]?.remembered as QueueMemory;
      return [demand.queueNum, homes > before ? { ...remembered, grewAt: input.now } : remembered];
    }),
  );
  return { workers, queues, moved, memory };
}

interface QueueState {
  readonly demand: QueueDemand;
  readonly usable: boolean;
  /** What it gets where its figures make no sense. */
  readonly equal: number;
  readonly need: number;
  readonly remembered: QueueMemory;
  /** Pools that serve it. */
  readonly served: readonly number[];
  readonly before: number;
}

function stateOf(
  demand: QueueDemand,
  { queues, memory, now }: AllocationInput,
  pools: readonly Pool[],
  slots: number,
): QueueState {
  const { queueNum, maxProcessors } = demand;
  const usable = isUsable(demand);
  const share = Math.max(1, Math.floor(slots / queues.length));
  const equal = Math.min(slots, maxProcessors, share);
  const need = usable ? processorsNeeded(demand, slots) : equal;
  const remembered = rememberNeed(memory?.get(queueNum), need, now);
  const served: number[] = [];
  let before = 0;
  for (const [i, pool] of pools.entries()) {
    if (!pool.queues.has(queueNum)) continue;
    served.push(i);
    before += pool.present.get(queueNum) ?? 0;
  }
  return { demand, usable, equal, need, remembered, served, before };
}

/** What queues get before it is asked who needs it most: as much of it as there is enough of for all. */
function startsOf(states: readonly QueueState[], slots: number) {
  const least = states.map(({ demand, usable, equal }) => (usable ? demand.minProcessors : equal));
  const somebody = states.map(({ demand, usable }, i) =>
    Math.max(least[i] ?? 0, usable && isWaiting(demand) ? 1 : 0),
  );
  const total = (starts: readonly number[]) => starts.reduce((sum, n) => sum + n, 0);
  const oneForAll = total(somebody) <= slots;
  const starts = oneForAll ? somebody : least;
  let left = slots - total(starts);
  for (const equals of byUrgency(states)) {
    const more = equals.map((i) => Math.max(0, keptBy(states[i]) - (starts[i] ?? 0)));
    left -= total(more);
    if (left < 0) break; // for all of them or for none: equals are treated alike
    equals.forEach((i, at) => {
      starts[i] = (starts[i] ?? 0) + (more[at] ?? 0);
    });
  }
  return { starts, oneForAll };
}

/** What a queue has and has needed within the last 30 s. */
function keptBy(state: QueueState | undefined): number {
  if (!state?.usable) return 0;
  return Math.min(state.before, recentNeed(state.remembered), state.demand.maxProcessors);
}

/** Places of the queues, the most urgent first, those of the same urgency together. */
function byUrgency(states: readonly QueueState[]): number[][] {
  const groups = new Map<number, number[]>();
  states.forEach(({ demand: { weight, targetDelayMs } }, i) => {
    const urgency = weight / targetDelayMs;
    const group = groups.get(urgency);
    if (group === undefined) groups.set(urgency, [i]);
    else group.push(i);
  });
  return [...groups].sort(([a], [b]) => b - a).map(([, group]) => group);
}

function claimOf({ demand, usable, served, before }: QueueState, start: number): Claim {
  return {
    // Without figures nothing is to be gained beyond the equal share.
    demand: usable ? demand : { ...demand, ready: 0, arrivalsPerSecond: 0 },
    present: before,
    start,
    pools: served,
    given: new Map(),
    total: 0,
  };
}

function positions(
  pool: Pool,
  index: number,
  claims: readonly Claim[],
  { memory, now }: AllocationInput,
  oneForAll: boolean,
): Position[] {
  return claims
    .filter(({ demand }) => pool.queues.has(demand.queueNum))
    .map(({ demand, given, present }) => ({
      queueNum: demand.queueNum,
      present: pool.present.get(demand.queueNum) ?? 0,
      wanted: given.get(index) ?? 0,
      limited: Number.isFinite(demand.maxProcessors),
      settling: now - (memory?.get(demand.queueNum)?.grewAt ?? Number.NEGATIVE_INFINITY) < DWELL_MS,
      // With more queues than homes, a first one for each would only hand the misery round.
      urgent: oneForAll && present === 0 && isWaiting(demand),
    }));
}

const NO_ROUNDS: ReadonlySet<QueueNum> = new Set();
const NO_CAPS: ReadonlyMap<QueueNum, number> = new Map();

function workersOf(
  pool: Pool,
  homes: ReadonlyMap<QueueNum, number>,
  claims: readonly Claim[],
): [string, WorkerAllocation][] {
  const placement = place(pool, homes);
  const caps = capsOf(
    pool,
    placement,
    new Map(claims.map(({ demand }) => [demand.queueNum, demand])),
  );
  const rounds = roundsOf(pool, homes);
  return pool.workers.map(({ instance, floating }, i) => [
    instance,
    {
      homes: placement.get(instance) ?? new Map(),
      floating,
      rounds: rounds[i] ?? NO_ROUNDS,
      caps: caps.get(instance) ?? NO_CAPS,
    },
  ]);
}

function verdictOf(
  { demand, usable, need, remembered, before }: QueueState,
  wanted: number,
  homes: number,
): QueueAllocation {
  return {
    demand,
    unusable: !usable,
    load: usable ? loadOf(demand) : 0,
    need,
    recentNeed: recentNeed(remembered),
    wanted,
    before,
    homes,
    predictedDelayMs: usable ? predictedDelay(demand, homes) * 1_000 : 0,
  };
}
