import { checkPlan } from "./checked-plan.js";
import type { Clock } from "./clock.js";
import { HandledTally } from "./handled-tally.js";
import type { Health } from "./health.js";
import type { Logger } from "./logger.js";
import type { ManagerLink, WorkerReport } from "./manager-link.js";
import type { Metrics } from "./metrics.js";
import { endsWithin, pause } from "./pause.js";
import { type AssignedScheduler, assigned } from "./scheduler/assigned.js";
import { weightAndTarget } from "./scheduler/lag.js";
import type { WorkerOptions } from "./worker-options.js";

const REPORT_MS = 1_000;
/** How long an answer may take. A link that hangs costs reports, never work. */
const ANSWER_MS = 5_000;

export interface ManagerContactDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  maxProcessors(): number;
  health(): Health;
  /** There is a new plan: sleepers have to look again. */
  onPlan(): void;
}

/** The worker's side of a Manager: reports once a second and follows the plans that come back. */
export class ManagerContact {
  readonly scheduler: AssignedScheduler;
  readonly #link: ManagerLink;
  readonly #options: WorkerOptions;
  readonly #deps: ManagerContactDeps;
  readonly #tally = new HandledTally();
  readonly #instance: string;
  #silent = false;

  /** Of a worker that has a link. */
  static of(options: WorkerOptions, deps: ManagerContactDeps): ManagerContact | undefined {
    return options.manager && new ManagerContact(options.manager, options, deps);
  }

  private constructor(link: ManagerLink, options: WorkerOptions, deps: ManagerContactDeps) {
    this.#link = link;
    this.#options = options;
    this.#deps = deps;
    this.#instance = [1, 2].map(() => Math.floor(deps.random() * 2 ** 32).toString(16)).join("-");
    this.scheduler = assigned(options.untilPlan ? { start: options.untilPlan } : {});
  }

  tallied(metrics: Metrics): Metrics {
    return this.#tally.around(metrics);
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#exchange(stop);
      await pause(this.#deps.clock, REPORT_MS, stop);
    }
  }

  /** Whatever becomes of it, the last plan stays. */
  async #exchange(stop: AbortSignal): Promise<void> {
    let answer: unknown = null;
    let failure: unknown;
    const exchange = (async () => {
      answer = await this.#link.exchange(this.#report());
    })().catch((error: unknown) => {
      failure = error ?? new Error("it rejects without a reason");
    });
    const answered = await endsWithin(exchange, this.#deps.clock, ANSWER_MS, stop);
    if (stop.aborted) return;
    if (!answered) this.#missing(`it has not answered within ${ANSWER_MS} ms`);
    else if (failure !== undefined) this.#missing("a report failed", failure);
    else {
      const complaint = this.#follow(answer);
      if (complaint === undefined) this.#present();
      else this.#missing(complaint);
    }
  }

  /** Follows what was answered; returns why not, if it cannot. */
  #follow(answer: unknown): string | undefined {
    if (answer === null || answer === undefined) return undefined;
    const checked = checkPlan(answer);
    if ("wrong" in checked) return `its plan ${checked.wrong}`;
    const { term, seq } = checked.plan;
    const outcome = this.scheduler.follow(checked.plan);
    if (outcome === "followed") this.#deps.onPlan();
    return outcome === "older" ? `its plan ${term}.${seq} is older than ours` : undefined;
  }

  /** Said once, not every second. */
  #missing(what: string, error?: unknown): void {
    const { logger } = this.#deps;
    if (!this.#silent)
      logger.warn({ err: error }, `no plan from the Manager: ${what}; the last one stays`);
    this.#silent = true;
  }

  #present(): void {
    if (this.#silent) this.#deps.logger.info({}, "the Manager is heard again");
    this.#silent = false;
  }

  #report(): WorkerReport {
    const { service, name, queues } = this.#options;
    return {
      service,
      name,
      instance: this.#instance,
      maxProcessors: this.#deps.maxProcessors(),
      queues: queues.map((queue) => ({
        queueNum: queue.queueNum,
        name: queue.name,
        ...weightAndTarget(queue),
      })),
      processors: new Map(this.scheduler.atWork),
      stats: this.#tally.take(),
      inFlight: this.#tally.inFlight,
      health: this.#deps.health(),
      plan: this.scheduler.plan ?? null,
    };
  }
}
