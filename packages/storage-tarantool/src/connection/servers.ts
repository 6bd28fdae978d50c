import { QueueError } from "@queue/runtime";
import { type Address, nameOf } from "./address.js";
import { fromServer, textOf } from "./server-error.js";
import { openSession, type ServerOptions, type Session } from "./session.js";
import { Refusal } from "./wire.js";

/** The addresses under which the storage may be found, and what is known of them. */
export class Servers {
  readonly #options: ServerOptions;
  #first = 0;
  #shard: number | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  /**
   * Tries the addresses in turn, beginning with the last good one, and resolves to the first server that
   * speaks our protocol and accepts writes. Rejects with one error that says what is wrong with each.
   */
  async find(signal: AbortSignal): Promise<Session> {
    const { addresses } = this.#options;
    const problems: QueueError[] = [];
    const first = this.#first;
    for (let step = 0; step < addresses.length; step++) {
      const index = (first + step) % addresses.length;
      const address = addresses[index] as Address;
      try {
        const session = await openSession(this.#options, address, signal);
        this.#checkShard(session);
        this.#first = index;
        return session;
      } catch (error) {
        signal.throwIfAborted();
        problems.push(asQueueError(error, address));
      }
    }
    throw joined(problems);
  }

  /** Ids carry their shard: addresses of two shards in one list would mix them up. */
  #checkShard({ hello: { shard }, address, wire }: Session): void {
    this.#shard ??= shard;
    if (shard === this.#shard) return;
    const error = new QueueError(
      "INCOMPATIBLE",
      `${nameOf(address)} is shard ${shard}, and the server before it was shard ${this.#shard}: ` +
        "give the addresses of one shard only",
    );
    wire.end(error);
    throw error;
  }
}

function asQueueError(error: unknown, address: Address): QueueError {
  if (error instanceof QueueError) return error;
  const text = wordsOf(error);
  if (error instanceof Refusal) return fromServer(text, nameOf(address));
  return new QueueError("UNAVAILABLE", `${nameOf(address)}: ${text}`, {
    cause: error,
    details: { outcome: "none" },
  });
}

/** A name with several addresses fails with an error for each of them, and no words of its own. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join(", ");
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}

/** One code for all: theirs if they agree, or UNAVAILABLE. */
function joined(problems: readonly QueueError[]): QueueError {
  const [first] = problems;
  if (first !== undefined && problems.length === 1) return first;
  const codes = new Set(problems.map(({ code }) => code));
  const code = codes.size === 1 && first !== undefined ? first.code : "UNAVAILABLE";
  return new QueueError(code, problems.map(textOf).join("; "), {
    cause: first,
    details: { outcome: "none" },
  });
}
