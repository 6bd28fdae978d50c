/** How long a task of a queue keeps a processor busy: an average that forgets. */
export class BusyTime {
  #tasks = PRIOR_TASKS;
  #busyS = PRIOR_TASKS * PRIOR_S;

  get secondsPerTask(): number {
    return this.#busyS / this.#tasks;
  }

  add(tasks: number, busyMs: number): void {
    if (!(tasks >= 0 && busyMs >= 0 && Number.isFinite(tasks) && Number.isFinite(busyMs))) return;
    this.#tasks += tasks;
    this.#busyS += busyMs / 1_000;
    if (this.#tasks <= KEPT_TASKS) return;
    this.#busyS *= KEPT_TASKS / this.#tasks;
    this.#tasks = KEPT_TASKS;
  }
}

/** Until tasks have been seen, one is taken to need a tenth of a second; two of them say otherwise. */
const PRIOR_S = 0.1;
const PRIOR_TASKS = 0.5;
/** About so many of the last tasks count. */
const KEPT_TASKS = 1_000;
