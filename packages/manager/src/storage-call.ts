import { type Clock, QueueError } from "@queue/runtime";

/** The call's result, or a rejection when it takes longer than `ms`: a storage may never answer. */
export function within<T>(clock: Clock, ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(ms, () => {
      const details = { outcome: "unknown" } as const;
      const text = `the storage has not answered within ${ms} ms`;
      reject(new QueueError("UNAVAILABLE", text, { details }));
    });
    call.then(resolve, reject).finally(cancel);
  });
}
