import {
  type CallOptions,
  type FullStorage,
  guardStorage,
  QueueError,
  type StorageAdapter,
  type Task,
} from "../src/index.js";

type Method = keyof StorageAdapter;

/** A way for messages: they arrive in their order, a few turns of the event loop later. */
class Line {
  #arrived: Promise<void> = Promise.resolve();
  #length = 0;

  /** Resolves when a message that sets out now has arrived. */
  carry(): Promise<void> {
    this.#length = (this.#length * 5 + 3) % 32;
    const turns = 1 + this.#length;
    this.#arrived = this.#arrived.then(() => eventLoopTurns(turns));
    return this.#arrived;
  }

  /** Resolves when everything that has set out has arrived. */
  arrived(): Promise<void> {
    return this.#arrived;
  }
}

async function eventLoopTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++)
    await new Promise<void>((resolve) => setImmediate(resolve));
}

export interface DistantStorage {
  readonly storage: FullStorage;
  /** Resolves when what was called before has reached the storage behind. */
  reached(): Promise<void>;
}

/**
 * A storage as its client sees a server's: calls and answers travel for a while, waiting calls by a line
 * of their own, and nobody there hears of an abort. The suite must not take that for a broken promise.
 */
export function createDistantStorage(near: FullStorage): DistantStorage {
  const [calls, waits, answers, wakes] = [new Line(), new Line(), new Line(), new Line()];
  const closed = new AbortController();

  async function send(method: Method, args: readonly unknown[]): Promise<unknown> {
    const [there, back] = method === "waitTask" ? [waits, wakes] : [calls, answers];
    const message = structuredClone(args);
    await there.carry();
    try {
      return structuredClone(await Reflect.apply(near[method], near, message));
    } finally {
      await back.carry();
    }
  }

  /** The answer, unless the caller gives up or the storage is closed before it is here. */
  function call(method: Method, args: readonly unknown[], { signal }: CallOptions = {}) {
    return new Promise<unknown>((resolve, reject) => {
      const given = send(method, args);
      given.then(resolve, reject);
      signal?.addEventListener("abort", () => {
        reject(signal.reason);
        if (method === "getTask") given.then((tasks) => send("releaseTask", [leases(tasks)]));
      });
      closed.signal.addEventListener("abort", () => reject(closed.signal.reason));
    });
  }

  const adapter = new Proxy({} as StorageAdapter, {
    get: (_target, method: Method) => {
      if (method === "close")
        return async () => {
          closed.abort(new QueueError("CLOSED", "the storage was closed meanwhile"));
          await near.close();
        };
      return (...args: unknown[]) => {
        const [last] = args.slice(-1) as [({ signal?: AbortSignal } & object) | undefined];
        if (typeof last !== "object" || Array.isArray(last)) return call(method, args);
        const { signal, ...rest } = last;
        return call(method, [...args.slice(0, -1), rest], signal === undefined ? {} : { signal });
      };
    },
  });
  return {
    storage: guardStorage(adapter),
    async reached() {
      await Promise.all([calls.arrived(), waits.arrived()]);
    },
  };
}

const leases = (tasks: unknown) =>
  (tasks as readonly Task[]).map(({ taskId, lease }) => ({ taskId, lease }));
