import type { Clock } from "./clock.js";
import type { HandlerContext, QueueBinding } from "./handler.js";
import type { Logger } from "./logger.js";

const ABORT = Symbol("abort");

/**
 * The signal is made when somebody reads it, which costs a batch more than the rest of the context; it is a property of
 * its own all the same, for who copies the context. The getter is one for all: for a getter of its own each context
 * would get a hidden class of its own, which stays until the next full collection, and the batch with it.
 */
const SIGNAL: PropertyDescriptor = {
  enumerable: true,
  get(this: BatchContext) {
    return this[ABORT].signal;
  },
};

/** What a handler gets beside its tasks. */
export class BatchContext implements HandlerContext {
  declare readonly signal: AbortSignal;
  readonly deadline: Date;
  readonly logger: Logger;
  readonly queue: QueueBinding;
  readonly clock: Clock;
  readonly random: () => number;
  readonly [ABORT]: { readonly signal: AbortSignal };

  constructor(
    abort: { readonly signal: AbortSignal },
    { deadline, logger, queue, clock, random }: Omit<HandlerContext, "signal">,
  ) {
    Object.defineProperty(this, "signal", SIGNAL);
    this[ABORT] = abort;
    this.deadline = deadline;
    this.logger = logger;
    this.queue = queue;
    this.clock = clock;
    this.random = random;
  }
}
