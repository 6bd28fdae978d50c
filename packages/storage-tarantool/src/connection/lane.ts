import { type Logger, QueueError } from "@queue/runtime";
import { nameOf } from "./address.js";
import { CallList } from "./call-list.js";
import { type CallSettings, PendingCall } from "./pending-call.js";
import { Search } from "./search.js";
import { fromServer, textOf } from "./server-error.js";
import type { Servers } from "./servers.js";
import type { Session } from "./session.js";
import type { Answer } from "./wire.js";

export interface LaneLimits {
  /** Beyond these, calls wait until others are answered. */
  readonly callsInFlight: number;
  readonly bytesInFlight: number;
  /** Beyond these, calls that wait for a server to come back are refused: memory is not endless. */
  readonly callsWaiting: number;
  readonly bytesWaiting: number;
}

/** Problems that waiting does not mend: callers hear of them at once. */
const VERDICTS: ReadonlySet<string> = new Set(["FORBIDDEN", "INCOMPATIBLE"]);

/** A session and the calls it has to answer. */
interface Line extends Session {
  readonly sent: CallList;
  answers: number;
}

/**
 * A stream of calls to whichever server is good at present. It connects with the first call and from then
 * on again and again, until it is closed. Calls go out in the order in which they were made.
 */
export class Lane {
  readonly #limits: LaneLimits;
  readonly #logger: Logger;
  /** Those that have lost their answer and may be repeated go before all others. */
  readonly #again = new CallList();
  readonly #fresh = new CallList();
  /** The one in use, and those that have still to answer something. */
  readonly #lines = new Set<Line>();
  readonly #closing = new AbortController();
  readonly #search: Search;
  #line: Line | undefined;
  #problem: QueueError | undefined;
  #callsInFlight = 0;
  #bytesInFlight = 0;

  constructor(servers: Servers, limits: LaneLimits, logger: Logger) {
    this.#search = new Search(servers, this, this.#closing.signal);
    this.#limits = limits;
    this.#logger = logger;
  }

  call(
    name: string,
    args: readonly unknown[],
    settings: CallSettings & { readonly timeoutMs: number },
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      settings.signal?.throwIfAborted();
      this.#closing.signal.throwIfAborted();
      const call = new PendingCall(name, args, settings, { resolve, reject }, this);
      if (this.#overflows(call)) {
        const waiting = this.#again.size + this.#fresh.size;
        call.reject(call.unavailable(`${waiting} calls already wait for a server`));
        return;
      }
      this.#fresh.add(call);
      this.#pump();
    });
  }

  async close(): Promise<void> {
    const closed = new QueueError("CLOSED", "the storage was closed meanwhile", {
      details: { outcome: "none" },
    });
    this.#closing.abort(closed);
    this.#line = undefined;
    for (const call of this.#waiting) this.#giveUp(call, closed);
    const lines = [...this.#lines];
    for (const line of lines) {
      line.wire.end(closed);
      // At once, not when the socket says so.
      for (const call of line.sent.all()) {
        call.outcome = "unknown";
        this.#take(line, call)?.reject(closed);
      }
    }
    await Promise.all(lines.map((line) => line.wire.ended));
  }

  found(session: Session): void {
    if (this.#closing.signal.aborted) {
      session.wire.end(this.#closing.signal.reason);
      return;
    }
    const line: Line = { ...session, sent: new CallList(), answers: 0 };
    this.#lines.add(line);
    this.#line = line;
    this.#problem = undefined;
    this.#logger.info({ address: nameOf(line.address) }, "connected to the storage");
    void session.wire.ended.then((reason) => this.#ended(line, reason));
    this.#pump();
  }

  failed(problem: QueueError): void {
    // Once, not at every try of a long outage.
    if (problem.message !== this.#problem?.message)
      this.#logger.warn({ error: problem.message }, "no storage server can be used");
    this.#problem = problem;
    if (VERDICTS.has(problem.code)) for (const call of this.#waiting) this.#giveUp(call, problem);
  }

  /** The caller has been told. What was sent is still answered, and the answer may be wanted. */
  onAbort(call: PendingCall): void {
    if (this.#unqueue(call)) call.forget();
  }

  onDeadline(call: PendingCall): void {
    const line = [...this.#lines].find(({ sent }) => sent.has(call));
    if (line === undefined) {
      this.#giveUp(call, this.#lateness(call));
      return;
    }
    call.outcome = "unknown";
    const late = call.unavailable(`${nameOf(line.address)} did not answer in ${call.timeoutMs} ms`);
    if (line.answers > call.answersBefore && !call.settled) {
      // It answers others: it is slow, or this call was sent late. Its answer may still be wanted.
      call.expire(late);
      return;
    }
    // Whatever else is on this line waits for the same server, which has had its time.
    this.#take(line, call)?.reject(late);
    line.wire.end(late);
  }

  /** Sends what there is room for. Each time anew: an answer may come at once, and end the line. */
  #pump(): void {
    for (;;) {
      if (this.#line === undefined) {
        this.#search.begin();
        return;
      }
      const call = this.#again.first ?? this.#fresh.first;
      if (call === undefined || !this.#hasRoomFor(call)) return;
      this.#unqueue(call);
      this.#send(this.#line, call);
    }
  }

  /** All that have not been sent, in the order in which they will be. */
  get #waiting(): readonly PendingCall[] {
    return [...this.#again.all(), ...this.#fresh.all()];
  }

  #unqueue(call: PendingCall): boolean {
    return this.#again.remove(call) || this.#fresh.remove(call);
  }

  #send(line: Line, call: PendingCall): void {
    call.answersBefore = line.answers;
    line.sent.add(call);
    this.#callsInFlight++;
    this.#bytesInFlight += call.bytes;
    try {
      line.wire.send(`queue.${call.name}`, call.args, (answer) => this.#hear(line, call, answer));
    } catch (cause) {
      const error = new QueueError("INTERNAL", `queue.${call.name} cannot be encoded`, { cause });
      this.#take(line, call)?.reject(error);
    }
  }

  #hear(line: Line, call: PendingCall, answer: Answer): void {
    if (this.#take(line, call) === undefined) return;
    line.answers++;
    this.#search.confirm();
    if (answer.kind === "result") call.resolve(answer.value);
    else this.#refused(line, call, fromServer(answer.message, nameOf(line.address)));
    if (line !== this.#line && line.sent.size === 0) line.wire.end(new Error("no longer needed"));
    this.#pump();
  }

  #refused(line: Line, call: PendingCall, error: QueueError): void {
    if (error.code !== "READ_ONLY") {
      call.reject(error);
      return;
    }
    // It changed nothing there: it goes to the server that is writable now.
    this.#problem = error;
    if (this.#line === line) this.#line = undefined;
    this.#repeat(call);
  }

  /** Ends a call's stay on a line; `undefined` if it was not there any more. */
  #take(line: Line, call: PendingCall): PendingCall | undefined {
    if (!line.sent.remove(call)) return undefined;
    this.#callsInFlight--;
    this.#bytesInFlight -= call.bytes;
    return call;
  }

  #repeat(call: PendingCall): void {
    if (call.settled) call.forget();
    else this.#again.add(call);
  }

  #ended(line: Line, reason: Error): void {
    this.#lines.delete(line);
    for (const call of line.sent.all()) {
      call.outcome = "unknown";
      this.#take(line, call);
      if (call.repeatable) {
        call.lost?.();
        this.#repeat(call);
      } else
        call.reject(call.unavailable(`lost ${nameOf(line.address)}: ${reason.message}`, reason));
    }
    if (this.#line !== line) {
      this.#pump(); // what it has left goes to the line in use
      return;
    }
    this.#line = undefined;
    this.#logger.warn(
      { address: nameOf(line.address), error: reason.message },
      "lost the connection to the storage",
    );
    this.#search.beginLater();
  }

  #giveUp(call: PendingCall, error: QueueError): void {
    this.#unqueue(call);
    call.reject(error);
  }

  #lateness(call: PendingCall): QueueError {
    const within = `within ${call.timeoutMs} ms`;
    if (this.#line !== undefined)
      return call.unavailable(`no room ${within}: ${this.#callsInFlight} calls are under way`);
    const problem = this.#problem === undefined ? "still connecting" : textOf(this.#problem);
    if (this.#problem?.code === "READ_ONLY" && call.outcome === "none")
      return new QueueError("READ_ONLY", `no writable server ${within}: ${problem}`, {
        details: { outcome: "none" },
      });
    return call.unavailable(`no server ${within}: ${problem}`, this.#problem);
  }

  #hasRoomFor(call: PendingCall): boolean {
    if (this.#callsInFlight === 0) return true;
    const { callsInFlight, bytesInFlight } = this.#limits;
    return this.#callsInFlight < callsInFlight && this.#bytesInFlight + call.bytes <= bytesInFlight;
  }

  #overflows({ bytes }: PendingCall): boolean {
    const size = this.#again.size + this.#fresh.size;
    if (this.#line !== undefined || size === 0) return false;
    const { callsWaiting, bytesWaiting } = this.#limits;
    return size >= callsWaiting || this.#again.bytes + this.#fresh.bytes + bytes > bytesWaiting;
  }
}
