import type { IncomingMessage, ServerResponse } from "node:http";
import type { Access } from "./access.js";
import type { Answer } from "./answer.js";

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** What stands for each `:name` of the route's path. */
  readonly path: readonly string[];
}

export interface Route {
  readonly method: "GET" | "POST";
  /** Below the base path; `:name` stands for one step. */
  readonly path: string;
  readonly access: Access;
  /** `undefined`: it answers by itself. */
  answer(call: Call): Promise<Answer | undefined> | Answer | undefined;
}

/** The steps that stand for names, or `undefined` where the path is another one. */
export function matchPath(pattern: string, path: string): string[] | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const names: string[] = [];
  for (const [i, step] of wanted.entries()) {
    if (step.startsWith(":")) names.push(given[i] ?? "");
    else if (step !== given[i]) return undefined;
  }
  return names;
}
