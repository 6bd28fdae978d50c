/** The closed list of codes. One is added when a caller would act on it differently. */
export type QueueErrorCode =
  /** The call makes no sense; nothing happened. Mend the program. */
  | "INVALID_ARGUMENT"
  /** A payload or record value is over the limit; `details` has `size` and `limit`. */
  | "PAYLOAD_TOO_LARGE"
  /** The storage is short of memory and takes no more tasks until some are done. */
  | "STORAGE_FULL"
  /** This queue has reached its own limit. */
  | "QUEUE_FULL"
  /** The storage could not be reached; `details.outcome` says whether the call may have happened. */
  | "UNAVAILABLE"
  /** The storage node accepts no writes at present. */
  | "READ_ONLY"
  /** The user has no right to this operation. */
  | "FORBIDDEN"
  /** Versions of client and storage do not fit together. */
  | "INCOMPATIBLE"
  /** The storage or worker has been closed. */
  | "CLOSED"
  /** Bytes that are no payload of this queue; `details` has `queueNum`, `field` and `offset`. */
  | "DECODE"
  /** The contract is wrong. */
  | "CONTRACT"
  /** A setting is wrong. */
  | "CONFIG"
  /** A bug of ours. */
  | "INTERNAL";

/** What a program may need beside the code. */
export interface QueueErrorDetails {
  /** `none`: the call certainly had no effect. `unknown`: it may or may not have had. */
  readonly outcome?: "none" | "unknown";
  readonly argument?: string;
  readonly queueNum?: number;
  readonly taskId?: number;
  readonly field?: string;
  readonly offset?: number;
  readonly size?: number;
  readonly limit?: number;
}

export interface QueueErrorOptions extends ErrorOptions {
  readonly details?: QueueErrorDetails;
}

/** The one error type thrown on purpose: programs branch on `code`, people read `message`. */
export class QueueError extends Error {
  override readonly name = "QueueError";
  readonly code: QueueErrorCode;
  readonly details: QueueErrorDetails;

  constructor(code: QueueErrorCode, message: string, options: QueueErrorOptions = {}) {
    super(`[${code}] ${message}`, options);
    this.code = code;
    this.details = options.details ?? {};
  }
}
