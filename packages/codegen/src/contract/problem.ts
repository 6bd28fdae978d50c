/** What may be wrong with a contract. Programs branch on the code, people read the message. */
export const PROBLEM_CODES = {
  encoding: "the file is not UTF-8, or has text that UTF-8 cannot hold",
  "too-large": "the file is larger than 1 MiB",
  "yaml-syntax": "the file is not YAML 1.2",
  "yaml-feature": "anchors, aliases, tags, several documents or `%YAML 1.1`",
  "duplicate-key": "a key stands twice in one mapping",
  "unknown-key": "a key that contracts do not have",
  "missing-key": "a key that must be there is absent",
  "wrong-kind": "a text where a number belongs, a list where a mapping belongs, and so on",
  "out-of-range": "a number, or a duration, outside its limits",
  "unknown-value": "not one of the values that the key may have",
  "unknown-type": "a field's type that does not exist",
  "empty-contract": "the file says nothing",
  "no-queues": "`queues` is empty",
  "no-fields": "`fields` is empty",
  "bad-name": "a name that is not snake_case, or too long",
  "reserved-name":
    "a name that JavaScript, every object or every task has already, or of a removed field",
  "duplicate-name": "two queues, or two fields of a queue, have one name",
  "name-collision": "two names become one in the generated code",
  "duplicate-id": "two queues have one id",
  "reserved-id": "a queue has an id that is reserved, or an id is reserved twice",
  "bad-default": "a default that is no value of the field's type",
  "default-with-optional": "a field with a default is never absent, so it is not optional",
  "bad-key": "`key` does not name a string, int or int64 field of its queue",
  "codec-limits": "what `codec: go-le` cannot write",
} as const;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** A part of a file. Lines and columns count from 1, columns in UTF-16 units as editors do. */
export interface Place {
  readonly line: number;
  readonly col: number;
  readonly endLine: number;
  readonly endCol: number;
}

export interface Problem extends Place {
  readonly code: ProblemCode;
  readonly message: string;
  /** What to do about it. */
  readonly suggestion?: string;
  /** As it was given to `readContract`. */
  readonly file: string;
}

/** `file:line:col: [code] message; suggestion`, as compilers write it and editors read it. */
export function formatProblem({ file, line, col, code, message, suggestion }: Problem): string {
  return `${file}:${line}:${col}: [${code}] ${message}${suggestion === undefined ? "" : `; ${suggestion}`}`;
}

export function formatProblems(problems: readonly Problem[]): string {
  return problems.map((problem) => `${formatProblem(problem)}\n`).join("");
}
