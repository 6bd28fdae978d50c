import { QueueError } from "@queue/runtime";
import { type Address, nameOf } from "./address.js";
import { fromServer } from "./server-error.js";
import type { Answer, Credentials, Dial, Wire } from "./wire.js";

/** The shape of the calls that this client makes; the module says which one it answers. */
export const PROTOCOL = 1;

/** What the module says of itself. */
export interface Hello {
  readonly module: string;
  readonly schema: number;
  readonly shard: number;
  readonly writable: boolean;
}

/** A server that can be worked with. */
export interface Session {
  readonly wire: Wire;
  readonly address: Address;
  readonly hello: Hello;
}

export interface ServerOptions {
  readonly dial: Dial;
  readonly addresses: readonly Address[];
  readonly credentials: Credentials | undefined;
  /** How long a server may take from the first packet to its `hello`. */
  readonly connectTimeoutMs: number;
}

/** Dials, greets and judges one server. */
export async function openSession(
  { dial, credentials, connectTimeoutMs }: ServerOptions,
  address: Address,
  signal: AbortSignal,
): Promise<Session> {
  const abort = new AbortController();
  const giveUp = () => abort.abort(signal.reason);
  signal.addEventListener("abort", giveUp);
  const timer = setTimeout(
    () => abort.abort(new Error(`no answer within ${connectTimeoutMs} ms`)),
    connectTimeoutMs,
  );
  let wire: Wire | undefined;
  try {
    wire = await dial(address, credentials, abort.signal);
    const hello = checkedHello(await greet(wire, address, abort.signal), address);
    return { wire, address, hello };
  } catch (error) {
    wire?.end(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

async function greet(wire: Wire, address: Address, signal: AbortSignal): Promise<unknown> {
  const aborted = () => wire.end(signal.reason);
  if (signal.aborted) aborted();
  signal.addEventListener("abort", aborted);
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      wire.send("queue.hello", [PROTOCOL], resolve);
      wire.ended.then(reject);
    });
    if (answer.kind === "refused") throw fromServer(answer.message, nameOf(address));
    return answer.value;
  } finally {
    signal.removeEventListener("abort", aborted);
  }
}

function checkedHello(answer: unknown, address: Address): Hello {
  const [protocol, hello] = Array.isArray(answer) ? answer : [];
  if (protocol !== PROTOCOL || typeof hello !== "object" || hello === null)
    throw new QueueError(
      "INCOMPATIBLE",
      `${nameOf(address)} speaks protocol ${protocol ?? "unknown"} of the queue module and this client ` +
        `${PROTOCOL}: install the same version of @queue/storage-tarantool in both places`,
    );
  const { writable } = hello as Hello;
  if (writable) return hello as Hello;
  throw new QueueError("READ_ONLY", `${nameOf(address)} is read-only or not ready yet`, {
    details: { outcome: "none" },
  });
}
