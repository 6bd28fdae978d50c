import { QueueError } from "../errors.js";
import { configPath } from "./config-path.js";

/** Settings as nested objects. A key may be a path itself: `{ "/mailer/worker": { … } }`. */
export interface ConfigTree {
  readonly [step: string]: ConfigTree | readonly unknown[] | string | number | boolean | null;
}

/** Where JSON has a type and settings have texts. `null` is no value; a list stays JSON. */
export function valueText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export function isTree(value: unknown): value is ConfigTree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The values of a tree by path. `origin` names the tree in complaints. */
export function flattenTree(tree: ConfigTree, origin: string): Map<string, string> {
  const values = new Map<string, string>();
  const walk = (node: ConfigTree, above: string) => {
    for (const [key, value] of Object.entries(node)) {
      const path = configPath(`${above}/${key}`);
      if (isTree(value)) {
        walk(value, path);
        continue;
      }
      const text = valueText(value);
      if (text === undefined) continue;
      // Two spellings of one path: whichever won, somebody would look at the other one.
      if (values.has(path)) throw new QueueError("CONFIG", `${origin} gives ${path} twice`);
      values.set(path, text);
    }
  };
  walk(tree, "");
  return values;
}
