import { QueueError, type QueueErrorCode, type QueueErrorDetails } from "@queue/runtime";

/** The codes with which the module's own errors begin. */
const TOKENS: ReadonlySet<string> = new Set<QueueErrorCode>([
  "INVALID_ARGUMENT",
  "PAYLOAD_TOO_LARGE",
  "STORAGE_FULL",
  "QUEUE_FULL",
  "UNAVAILABLE",
  "READ_ONLY",
  "FORBIDDEN",
  "INCOMPATIBLE",
  "INTERNAL",
]);

/** What Tarantool itself says. Its codes do not survive the driver, so its words have to do. */
const SERVER_WORDS: readonly (readonly [RegExp, QueueErrorCode])[] = [
  [/^Can't modify data .*read-only/, "READ_ONLY"],
  [/ access .* is denied for user/, "FORBIDDEN"],
  [/^Incorrect password|^User '.*' is not found|credentials are invalid$/, "FORBIDDEN"],
  [/^Procedure '.*' is not defined/, "INCOMPATIBLE"],
  [/^Failed to allocate \d+ bytes/, "STORAGE_FULL"],
  [/^Failed to write to disk|bootstrap hasn't finished/, "UNAVAILABLE"],
];

const TOKEN = /^(?:\S+:\d+: )?([A-Z_]+): (.*)$/s;
const DETAILS = / \[((?:\w+=\d+ ?)+)\]$/;

/** A server's refusal as ours. A call that a server refused has changed nothing. */
export function fromServer(message: string, about: string): QueueError {
  const [, token = "", text = ""] = TOKEN.exec(message) ?? [];
  if (TOKENS.has(token)) {
    const details = { ...detailsIn(text), ...outcomeOf(token as QueueErrorCode) };
    return new QueueError(token as QueueErrorCode, text.replace(DETAILS, ""), { details });
  }
  const code = SERVER_WORDS.find(([words]) => words.test(message))?.[1] ?? "INTERNAL";
  return new QueueError(code, `${about}: ${message}${adviceFor(code)}`, {
    details: outcomeOf(code),
  });
}

/**
 * The error of a call whose first try was lost: that one may have happened, whatever became of the second.
 */
export function afterLoss(error: QueueError): QueueError {
  if (error.details.outcome === "unknown") return error;
  return new QueueError(error.code, textOf(error), {
    cause: error,
    details: { ...error.details, outcome: "unknown" },
  });
}

/** An error's message without its code. */
export function textOf({ message }: QueueError): string {
  return message.replace(/^\[\w+\] /, "");
}

function outcomeOf(code: QueueErrorCode): QueueErrorDetails {
  return code === "UNAVAILABLE" || code === "READ_ONLY" ? { outcome: "none" } : {};
}

function adviceFor(code: QueueErrorCode): string {
  return code === "INCOMPATIBLE" ? ". Is the queue module started there?" : "";
}

function detailsIn(text: string): QueueErrorDetails {
  const [, list = ""] = DETAILS.exec(text) ?? [];
  return Object.fromEntries(
    list
      .split(" ")
      .filter((pair) => pair !== "")
      .map((pair) => pair.split("="))
      .map(([name, value]) => [name, Number(value)]),
  );
}
