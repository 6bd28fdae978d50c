import type { Plan, PutPlan, Step } from "../simulation/plan.js";

export interface ShrinkOptions {
  /** Whether a plan still shows what is being looked for. */
  fails(plan: Plan): Promise<boolean>;
  /** How many plans are tried at most. */
  readonly tries?: number;
  onProgress?(tried: number, steps: number): void;
}

/** A smaller plan that fails in the same way: fewer steps, then fewer and simpler tasks, fewer workers. */
export async function shrinkPlan(plan: Plan, options: ShrinkOptions): Promise<Plan> {
  const shrinker = new Shrinker(plan, options);
  await shrinker.shrink();
  return shrinker.plan;
}

class Shrinker {
  plan: Plan;
  readonly #options: ShrinkOptions;
  #left: number;

  constructor(plan: Plan, options: ShrinkOptions) {
    this.plan = plan;
    this.#options = options;
    this.#left = options.tries ?? 1_500;
  }

  async shrink(): Promise<void> {
    for (let before = ""; before !== JSON.stringify(this.plan); ) {
      before = JSON.stringify(this.plan);
      await this.#removeSteps();
      await this.#removeWorkers();
      await this.#simplifyPuts();
    }
  }

  /** Takes `candidate` over if it fails as well. */
  async #accept(candidate: Plan): Promise<boolean> {
    if (this.#left === 0) return false;
    this.#left--;
    this.#options.onProgress?.((this.#options.tries ?? 1_500) - this.#left, this.plan.steps.length);
    if (!(await this.#options.fails(candidate))) return false;
    this.plan = candidate;
    return true;
  }

  /** Halves first, then ever smaller pieces. */
  async #removeSteps(): Promise<void> {
    for (let size = Math.ceil(this.plan.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
      let from = 0;
      while (from < this.plan.steps.length) {
        const steps = [...this.plan.steps];
        steps.splice(from, size);
        if (!(await this.#accept({ ...this.plan, steps }))) from += size;
      }
    }
  }

  async #removeWorkers(): Promise<void> {
    for (const worker of this.plan.workers.slice(1).reverse()) {
      const workers = this.plan.workers.filter((one) => one !== worker);
      await this.#accept({ ...this.plan, workers });
    }
  }

  async #simplifyPuts(): Promise<void> {
    for (let at = 0; at < this.plan.steps.length; at++) {
      for (let i = putsOf(this.plan.steps[at]).length - 1; i >= 0; i--) {
        const puts = putsOf(this.plan.steps[at]);
        if (puts.length > 1 && (await this.#acceptPuts(at, puts.toSpliced(i, 1)))) continue;
        await this.#simplifyPut(at, i);
      }
    }
  }

  async #simplifyPut(at: number, i: number): Promise<void> {
    for (const change of SIMPLER) {
      const puts = putsOf(this.plan.steps[at]);
      const put = puts[i];
      const simpler = put && change(put);
      if (simpler === undefined || JSON.stringify(simpler) === JSON.stringify(put)) continue;
      await this.#acceptPuts(at, puts.with(i, simpler));
    }
  }

  async #acceptPuts(at: number, puts: readonly PutPlan[]): Promise<boolean> {
    const step = { ...this.plan.steps[at], puts } as Step;
    return this.#accept({ ...this.plan, steps: this.plan.steps.with(at, step) });
  }
}

const putsOf = (step: Step | undefined): readonly PutPlan[] =>
  step?.kind === "put" ? step.puts : [];

/** Each leaves out something that may not matter. */
const SIMPLER: readonly ((put: PutPlan) => PutPlan)[] = [
  ({ script: _script, ...put }) => ({ ...put, script: "" }),
  ({ script, ...put }) => ({ ...put, script: script.split(",").slice(0, -1).join(",") }),
  ({ priority: _priority, ...put }) => put,
  ({ ttlMs: _ttlMs, ...put }) => put,
  ({ onKey: _onKey, ...put }) => put,
  ({ key: _key, onKey: _onKey, ...put }) => put,
  ({ putId: _putId, ...put }) => put,
  ({ delayMs: _delayMs, startInMs: _startInMs, ...put }) => put,
];
