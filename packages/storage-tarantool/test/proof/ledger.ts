import { QueueError, type Task, type TaskId } from "@queue/runtime";

/** What a caller knows of something it asked for. */
export type Knowledge = "yes" | "no" | "unknown";

/** What is known of one task, told by its payload. */
interface Entry {
  put: Knowledge;
  done: Knowledge;
  taskId?: TaskId;
  /** Until when the last holder may believe to be the only one, by this process's clock. */
  heldUntil: number;
}

/**
 * What callers were told, and what they saw that cannot be. A task is known by the text in its payload:
 * the ids of puts whose answer was lost are known to nobody.
 */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  readonly violations: string[] = [];
  /** Errors that are none of those a caller has to live with. */
  readonly surprises: unknown[] = [];
  unknowns = 0;

  willPut(tag: string): void {
    this.entries.set(tag, { put: "unknown", done: "no", heldUntil: 0 });
  }

  wasPut(tag: string, taskId: TaskId): void {
    const entry = this.#entry(tag);
    entry.put = "yes";
    entry.taskId = taskId;
  }

  putFailed(tag: string, error: unknown): void {
    this.#entry(tag).put = this.knowledgeAfter(error);
  }

  wasTaken(task: Task, now: number, visibilityTimeoutMs: number): void {
    const tag = tagOf(task);
    const entry = this.#entry(tag);
    if (entry.put === "no") this.violations.push(`${tag} was taken, and its put had no effect`);
    if (entry.done === "yes") this.violations.push(`${tag} was taken again after it was done`);
    if (now < entry.heldUntil) this.violations.push(`${tag} was taken while another holds it`);
    if (task.timeouts > 0) this.violations.push(`${tag} came back by a timeout that was not due`);
    // The server counts from a moment before the answer came.
    entry.heldUntil = now + visibilityTimeoutMs * 0.9;
  }

  /** The holder lets go: whether or not the server heard of it, others may have it now. */
  willLetGo(task: Task): void {
    this.#entry(tagOf(task)).heldUntil = 0;
  }

  willBeDone(task: Task): void {
    this.willLetGo(task);
    this.#entry(tagOf(task)).done = "unknown";
  }

  wasDone(task: Task): void {
    this.#entry(tagOf(task)).done = "yes";
  }

  wasNotDone(task: Task): void {
    this.#entry(tagOf(task)).done = "no";
  }

  /** What is known of a call that failed. An error says so itself; one that does not is a bug. */
  knowledgeAfter(error: unknown): Knowledge {
    const outcome = error instanceof QueueError ? error.details.outcome : undefined;
    if (outcome === undefined) this.surprises.push(error);
    if (outcome === "none") return "no";
    this.unknowns++;
    return "unknown";
  }

  count(what: "put" | "done", knowledge: Knowledge): number {
    let count = 0;
    for (const entry of this.entries.values()) if (entry[what] === knowledge) count++;
    return count;
  }

  #entry(tag: string): Entry {
    const entry = this.entries.get(tag);
    if (entry === undefined) throw new Error(`a task that nobody put: ${tag}`);
    return entry;
  }
}

export function tagOf({ data }: Pick<Task, "data">): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString();
}
