import type { Logger } from "../logger.js";
import { configPath, isUnder } from "./config-path.js";
import type { ConfigSource } from "./config-source.js";

type Values = ReadonlyMap<string, string>;

/** A ConfigSource over values that are replaced as a whole. */
export interface LiveValues extends ConfigSource {
  /** Takes the new values, then tells the listeners of prefixes under which one differs. */
  replace(next: Values): void;
}

interface Subscription {
  readonly prefix: string;
  readonly listener: () => void;
}

/** Keys are in the spelling of `configPath`. */
export function createLiveValues(initial: Values, logger: Logger): LiveValues {
  let values = initial;
  const subscriptions = new Set<Subscription>();
  return {
    get: (path) => values.get(configPath(path)),
    subscribe(prefix, listener) {
      const subscription = { prefix: configPath(prefix), listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
    replace(next) {
      const changed = changedPaths(values, next);
      values = next;
      for (const subscription of [...subscriptions]) {
        // A listener may have ended another one's subscription a moment ago.
        if (!subscriptions.has(subscription)) continue;
        if (changed.some((path) => isUnder(path, subscription.prefix))) tell(subscription, logger);
      }
    },
  };
}

function changedPaths(before: Values, after: Values): string[] {
  const changed: string[] = [];
  for (const [path, value] of after) if (before.get(path) !== value) changed.push(path);
  for (const path of before.keys()) if (!after.has(path)) changed.push(path);
  return changed;
}

/** A listener that throws must not keep the change from the others. */
function tell({ prefix, listener }: Subscription, logger: Logger): void {
  try {
    listener();
  } catch (err) {
    logger.error({ prefix, err }, "config listener failed");
  }
}
