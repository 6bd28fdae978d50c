import { configSteps } from "./config-path.js";
import type { ConfigSource } from "./config-source.js";

export interface EnvironmentConfigOptions {
  /** What the names of all variables begin with; `OC_` by default. */
  readonly prefix?: string;
}

/**
 * Settings from environment variables: `OC_mailer__worker__queue__main__max_processors` is
 * `/mailer/worker/queue/main/max_processors`. Case counts.
 *
 * Most shells refuse names with anything but letters, digits and `_`. Such a character of a path is
 * written as `_`: `/my-mailer/…` is `OC_my_mailer__…`. Where the variable with the exact name exists
 * as well (`OC_my-mailer__…`; containers can set it), that one counts.
 *
 * `env` is copied: an environment does not change while a process runs, so listeners are not called.
 */
export function environmentConfig(
  env: Readonly<Record<string, string | undefined>>,
  { prefix = "OC_" }: EnvironmentConfigOptions = {},
): ConfigSource {
  const variables = new Map(Object.entries(env));
  return {
    get(path) {
      const name = configSteps(path).join("__");
      return variables.get(prefix + name) ?? variables.get(prefix + shellName(name));
    },
    subscribe: () => () => {},
  };
}

/** By code point, so that a letter outside the basic plane is one `_` as well. */
function shellName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/gu, "_");
}
