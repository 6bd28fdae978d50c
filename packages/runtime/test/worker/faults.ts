import type { FullStorage } from "../../src/index.js";

type Method = keyof FullStorage;
/** What becomes of a call: an error before it is made, or after; no answer; or nothing amiss. */
export type Fault =
  | { readonly before: Error }
  | { readonly after: Error }
  | { readonly hang: true }
  | undefined;

/** A storage whose calls fail as a test decides, and are counted. */
export function createFaults(storage: FullStorage) {
  const calls = new Map<Method, number>();
  const faults = {
    /** Decides over each call; nothing fails by default. */
    judge: (_method: Method): Fault => undefined,
    count: (method: Method) => calls.get(method) ?? 0,
    total: () => [...calls.values()].reduce((sum, count) => sum + count, 0),
    storage: new Proxy(storage, {
      get(target, name: Method) {
        return (...args: unknown[]) => {
          calls.set(name, (calls.get(name) ?? 0) + 1);
          return faulty(() => Reflect.apply(target[name], target, args), faults.judge(name));
        };
      },
    }),
  };
  return faults;
}

async function faulty(call: () => Promise<unknown>, fault: Fault): Promise<unknown> {
  if (fault === undefined) return call();
  if ("hang" in fault) return new Promise(() => {});
  if ("before" in fault) throw fault.before;
  await call();
  throw fault.after;
}
