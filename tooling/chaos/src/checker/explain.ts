import type { Answer, Call, HistoryEvent } from "../history/event.js";
import type { Violation } from "./violation.js";

/** A violation in words, and the events that show it, one a line. */
export function explain(
  { invariant, says, positions }: Violation,
  events: readonly HistoryEvent[],
) {
  const lines = positions.map((position) => `  ${showEvent(events, position)}`);
  return [`${invariant}: ${says}`, ...lines].join("\n");
}

/** `#17  12.345 s  worker-1.2  getTask …`: times are counted from the first event. */
export function showEvent(events: readonly HistoryEvent[], position: number): string {
  const event = events[position];
  const first = events[0];
  if (event === undefined || first === undefined) return `#${position}`;
  const seconds = ((event.at - first.at) / 1_000).toFixed(3).padStart(8);
  const actor = ("actor" in event ? event.actor : "").padEnd(11);
  return `#${String(position).padEnd(5)} ${seconds} s  ${actor} ${textOf(event)}`;
}

function textOf(event: HistoryEvent): string {
  switch (event.kind) {
    case "invoke":
      return `call ${event.op}: ${callText(event.call)}`;
    case "ok":
      return `call ${event.op} answered: ${answerText(event.answer)}`;
    case "fail":
      return `call ${event.op} failed without effect: ${event.error}`;
    case "info":
      return `call ${event.op} failed, outcome unknown: ${event.error}`;
    case "begin":
    case "end":
      return `work on task ${event.taskId} (lease ${event.lease}) ${event.kind === "begin" ? "begins" : "ends"}`;
    case "told":
      return `the handler is told that task ${event.taskId} (lease ${event.lease}) is done`;
    case "up":
      return `starts, serving ${event.queueNums.join(", ")}`;
    case "stopping":
      return `is asked to stop within ${event.withinMs} ms`;
    case "frozen":
      return `is frozen for ${event.forMs} ms`;
    case "stopped":
      return `has stopped, ${event.drained ? "drained" : "not drained"}, released ${plain(event.released)}, still running ${plain(event.stillRunning)}`;
    case "restart":
      return "the storage serves again after a restart";
    case "down":
      return "is down";
    case "mark":
      return `--- ${event.name} ---`;
    case "clock":
      return `the storage's clock shows ${event.epochMs}`;
    default:
      return event satisfies never;
  }
}

function callText({ method, ...rest }: Call): string {
  return `${method} ${plain(rest)}`;
}

function answerText(answer: Answer): string {
  if (answer.kind === "stats")
    return answer.stats.map((stat) => `queue ${stat.queueNum}: ${plain(stat)}`).join("; ");
  const { kind: _kind, ...rest } = answer;
  return plain(rest);
}

/** JSON without what is absent anyway: short lines are read. */
function plain(value: object): string {
  return JSON.stringify(value, (_key, part) => (part === null ? undefined : part)).replaceAll(
    '"',
    "",
  );
}
