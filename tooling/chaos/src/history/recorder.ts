import { type FullStorage, QueueError } from "@queue/runtime";
import type { Answer, Call } from "./event.js";
import type { HistoryLog } from "./history-log.js";
import { portRecords } from "./port-records.js";

type Method = keyof FullStorage;
const METHODS = Object.keys(portRecords) as readonly Method[];

/** Codes of errors that come before anything has happened. */
const REFUSED = new Set(["INVALID_ARGUMENT", "PAYLOAD_TOO_LARGE", "READ_ONLY", "FORBIDDEN"]);

/** Whether an error says that the call had no effect. Of all others nobody knows. */
function hadNoEffect(error: unknown): boolean {
  if (!(error instanceof QueueError)) return false;
  return REFUSED.has(error.code) || error.details.outcome === "none";
}

/**
 * The same storage, with every call written down: that it was made, and what became of it. Each
 * process (each life of it) records under its own name.
 */
export function recordCalls(storage: FullStorage, actor: string, log: HistoryLog): FullStorage {
  let calls = 0;

  async function recorded(call: Call, run: () => Promise<unknown>, read: (value: never) => Answer) {
    const op = ++calls;
    log.append({ kind: "invoke", at: log.now(), actor, op, call });
    try {
      const value = await run();
      log.append({ kind: "ok", at: log.now(), actor, op, answer: read(value as never) });
      return value;
    } catch (error) {
      const kind = hadNoEffect(error) ? "fail" : "info";
      log.append({ kind, at: log.now(), actor, op, error: String(error) });
      throw error;
    }
  }

  const port: Partial<Record<Method, unknown>> = {};
  for (const method of METHODS) {
    const { call, answer } = portRecords[method] as {
      call(...args: unknown[]): Call;
      answer(value: never): Answer;
    };
    port[method] = (...args: unknown[]) =>
      recorded(
        call(...args),
        () => (storage[method] as (...args: unknown[]) => Promise<unknown>)(...args),
        answer,
      );
  }
  return port as unknown as FullStorage;
}
