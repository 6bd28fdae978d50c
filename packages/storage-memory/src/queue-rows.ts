import type { QueueNum, QueueStat, TaskState } from "@queue/runtime";
import { toDateOrNull } from "./epoch.js";
import { OrderedSet } from "./ordered-set.js";
import { PutIds } from "./put-ids.js";
import type { RowIndex } from "./row-index.js";
import { byExpiry, byPosition, type KeyLine, type Position, type TaskRow } from "./task-row.js";

/** The tasks of one queue: a set in order for each state, and what is counted. */
export class QueueRows {
  readonly num: QueueNum;
  /** The moment from which the times of the rows are counted. */
  readonly epoch: number;
  /** All tasks of the storage; a task that goes leaves here, too. */
  readonly rows: RowIndex;
  /** Queues in which something was entered since the storage last looked; see `mark`. */
  readonly changed: QueueRows[];

  readonly ready = new OrderedSet<Position, TaskRow>(byPosition);
  readonly delayed = new OrderedSet<Position, TaskRow>(byPosition);
  readonly taken = new OrderedSet<Position, TaskRow>(byPosition);
  readonly blocked = new OrderedSet<Position, TaskRow>(byPosition);
  readonly dead = new OrderedSet<Position, TaskRow>(byPosition);
  /** Tasks with a ttl that are not taken: those that time alone can remove. */
  readonly expiring = new OrderedSet<TaskRow>(byExpiry);
  readonly keys = new Map<string, KeyLine>();
  readonly putIds = new PutIds();

  paused = false;
  /** How many tasks became ready since the storage last looked. */
  readied = 0;
  marked = false;
  readonly totals = {
    put: 0,
    done: 0,
    retried: 0,
    timedOut: 0,
    released: 0,
    expired: 0,
    buried: 0,
    cancelled: 0,
  };

  constructor(num: QueueNum, epoch: number, rows: RowIndex, changed: QueueRows[]) {
    this.num = num;
    this.epoch = epoch;
    this.rows = rows;
    this.changed = changed;
  }

  /** The set of a state. By name, `queue[state]`, it takes 25 ns of a task's 480 more. */
  inState(state: TaskState): OrderedSet<Position, TaskRow> {
    switch (state) {
      case "ready":
        return this.ready;
      case "taken":
        return this.taken;
      case "delayed":
        return this.delayed;
      case "blocked":
        return this.blocked;
      case "dead":
        return this.dead;
      default:
        return state satisfies never;
    }
  }

  /** Notes that waiters may have to be woken, or woken earlier than planned. */
  mark(): void {
    if (this.marked) return;
    this.marked = true;
    this.changed.push(this);
  }

  /** The next moment at which time alone changes something; `Infinity` if never. */
  nextDue(): number {
    return Math.min(
      this.taken.first()?.s1 ?? Number.POSITIVE_INFINITY,
      this.delayed.first()?.s1 ?? Number.POSITIVE_INFINITY,
      this.expiring.first()?.expiresAt ?? Number.POSITIVE_INFINITY,
    );
  }

  stat(): QueueStat {
    const { ready, delayed, taken, blocked, dead, totals } = this;
    return {
      queueNum: this.num,
      totalTasks: ready.size + delayed.size + taken.size + blocked.size + dead.size,
      readyTasks: ready.size,
      takenTasks: taken.size,
      delayedTasks: delayed.size,
      blockedTasks: blocked.size,
      deadTasks: dead.size,
      paused: this.paused,
      oldestReadyAt: toDateOrNull(this.#oldestStart(), this.epoch),
      nextStartTime: toDateOrNull(delayed.first()?.s1, this.epoch),
      putTotal: totals.put,
      doneTotal: totals.done,
      retriedTotal: totals.retried,
      timedOutTotal: totals.timedOut,
      releasedTotal: totals.released,
      expiredTotal: totals.expired,
      buriedTotal: totals.buried,
      cancelledTotal: totals.cancelled,
    };
  }

  /** The first of each priority has its earliest start: one step a priority in use. */
  #oldestStart(): number | undefined {
    let oldest: number | undefined;
    let next = this.ready.first();
    while (next !== undefined) {
      const { s1, s2 }: TaskRow = next;
      if (oldest === undefined || s2 < oldest) oldest = s2;
      next = undefined;
      this.ready.scan({ s1, s2: Number.POSITIVE_INFINITY, id: 0 }, (row) => {
        next = row;
        return false;
      });
    }
    return oldest;
  }
}
