import { type Logger, silentLogger } from "../logger.js";
import { configPath } from "./config-path.js";
import type { ConfigSource } from "./config-source.js";
import { type ConfigTree, flattenTree } from "./config-tree.js";
import { createLiveValues } from "./live-values.js";

export interface ObjectConfigOptions {
  /** Hears of listeners that throw. */
  readonly logger?: Logger;
}

export interface ObjectConfig extends ConfigSource {
  /** Sets one value, or removes it by `undefined`; listeners have been called when it returns. */
  set(path: string, value: string | number | boolean | undefined): void;
}

/** Settings in memory, for tests and for programs that have their own way of getting them. */
export function objectConfig(
  initial: ConfigTree = {},
  { logger = silentLogger }: ObjectConfigOptions = {},
): ObjectConfig {
  let values: ReadonlyMap<string, string> = flattenTree(initial, "the initial config object");
  const live = createLiveValues(values, logger);
  return {
    get: live.get,
    subscribe: live.subscribe,
    set(path, value) {
      const next = new Map(values);
      if (value === undefined) next.delete(configPath(path));
      else next.set(configPath(path), String(value));
      values = next;
      live.replace(next);
    },
  };
}
