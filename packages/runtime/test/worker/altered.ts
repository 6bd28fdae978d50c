import type { FullStorage } from "../../src/index.js";

/** The storage with one method in place of its own; the rest as it is. */
export function altered<K extends keyof FullStorage>(
  storage: FullStorage,
  name: K,
  method: (original: FullStorage[K]) => FullStorage[K],
): FullStorage {
  return new Proxy(storage, {
    get: (target, key, receiver) =>
      key === name ? method(target[name]) : Reflect.get(target, key, receiver),
  });
}
