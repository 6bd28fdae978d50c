import type { ServerResponse } from "node:http";
import { QueueError, type QueueErrorCode } from "@queue/runtime";
import { toJson } from "../link/wire.js";

/** What the client did wrong, and the status that says so. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Nothing here is a page, nothing may be kept, and nobody may put it into a frame. */
export const SAFE_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function json(body: unknown, status = 200): Answer {
  return { status, type: "application/json; charset=utf-8", text: `${toJson(body)}\n` };
}

export function send(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const { status, type, text, headers = {} } = answer;
  response.writeHead(status, { ...SAFE_HEADERS, "content-type": type, ...headers });
  response.end(text);
}

const STATUS: Partial<Record<QueueErrorCode, number>> = {
  INVALID_ARGUMENT: 400,
  DECODE: 400,
  CONTRACT: 400,
  PAYLOAD_TOO_LARGE: 413,
  FORBIDDEN: 403,
  STORAGE_FULL: 503,
  QUEUE_FULL: 503,
  UNAVAILABLE: 503,
  READ_ONLY: 503,
  CLOSED: 503,
};

/** Bugs are not told to strangers: the logger hears of them. */
export function answerToFailure(error: unknown): Answer {
  if (error instanceof HttpProblem)
    return { ...json({ error: error.message }, error.status), headers: error.headers };
  const status = error instanceof QueueError ? STATUS[error.code] : undefined;
  if (!(error instanceof QueueError) || status === undefined)
    return json({ error: "This is a bug of the Manager." }, 500);
  const { outcome } = error.details;
  // People read the sentence; the code in front of it is for programs, which have a field of their own.
  const body = { error: error.message.replace(/^\[\w+\] /, ""), code: error.code };
  return json(outcome === undefined ? body : { ...body, outcome }, status);
}
