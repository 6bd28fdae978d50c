import type { ConfigSource } from "./config-source.js";

/**
 * Several sources as one: the first that has a value wins, so put what overrides in front.
 * Listeners also hear of changes that an earlier source hides.
 */
export function combineConfig(...sources: readonly ConfigSource[]): ConfigSource {
  return {
    get(path) {
      for (const source of sources) {
        const value = source.get(path);
        if (value !== undefined) return value;
      }
      return undefined;
    },
    subscribe(prefix, listener) {
      const ends = sources.map((source) => source.subscribe(prefix, listener));
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
