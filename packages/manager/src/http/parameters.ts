import { LIMITS, type QueueNum, type TaskId, type TaskState } from "@queue/runtime";
import { HttpProblem } from "./answer.js";

/** Tasks named in one request. */
const MOST_IDS = 1_000;
const STATES: readonly TaskState[] = ["ready", "delayed", "taken", "blocked", "dead"];

/** Whole numbers as people write them: "7", not "7.0", "0x7" or " 7". */
export function wholeNumber(text: string, name: string, min: number, max: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new HttpProblem(400, `${name} must be a whole number from ${min} to ${max}.`);
}

export function queueNumIn(path: readonly string[]): QueueNum {
  return wholeNumber(path[0] ?? "", "The queue's number", 1, LIMITS.queueNum);
}

export function taskIdIn(path: readonly string[]): TaskId {
  return wholeNumber(path[0] ?? "", "The task's id", 1, Number.MAX_SAFE_INTEGER);
}

/** Unknown parameters are refused: a misspelt filter would show more than was asked for. */
export function queryOf(url: URL, known: readonly string[]): Map<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (!known.includes(name)) {
      const there = known.length === 0 ? "none here" : known.join(", ");
      throw new HttpProblem(400, `There is no parameter "${name.slice(0, 40)}"; known: ${there}.`);
    }
    if (query.has(name)) throw new HttpProblem(400, `${name} is given twice.`);
    query.set(name, value);
  }
  return query;
}

export function stateOf(text: string | undefined): TaskState {
  const state = STATES.find((one) => one === text);
  if (state !== undefined) return state;
  throw new HttpProblem(400, `state must be one of ${STATES.join(", ")}.`);
}

export function flagOf(text: string | undefined, name: string): boolean {
  if (text === undefined || text === "0") return false;
  if (text === "1") return true;
  throw new HttpProblem(400, `${name} must be 0 or 1.`);
}

/** The fields of a body, none of them unknown. */
export function checkFields(body: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const there = known.length === 0 ? "none here" : known.join(", ");
  throw new HttpProblem(400, `There is no field "${unknown.slice(0, 40)}"; known: ${there}.`);
}

export function idsOf(value: unknown): readonly TaskId[] {
  const complaint = `ids must be a list of 1 to ${MOST_IDS} task ids.`;
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_IDS)
    throw new HttpProblem(400, complaint);
  if (!value.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new HttpProblem(400, complaint);
  return value as TaskId[];
}

export function integerOf(value: unknown, name: string, min: number, max: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max)
    return value as number;
  throw new HttpProblem(400, `${name} must be a whole number from ${min} to ${max}.`);
}

export function textOf(value: unknown, name: string, most: number): string {
  if (typeof value === "string" && value !== "" && value.length <= most) return value;
  throw new HttpProblem(400, `${name} must be a text of 1 to ${most} characters.`);
}
