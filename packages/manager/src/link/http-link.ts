import { type ManagerLink, QueueError } from "@queue/runtime";
import { answerOf, toJson } from "./wire.js";

export interface HttpLinkOptions {
  /** Where the Managers are, each with its base path. Those that do not lead are passed over. */
  readonly urls: readonly string[];
  /** The workers' token, if the Managers ask for one. */
  readonly token?: string;
  /** How long an answer may take; 3 s by default. */
  readonly timeoutMs?: number;
}

/** A plan has a line per queue: one that is larger is none. */
const ANSWER_LIMIT = 4 * 1024 * 1024;

/** The way to Managers in other processes: reports go by POST, and the plan comes in the answer. */
export function createHttpLink({ urls, token, timeoutMs = 3_000 }: HttpLinkOptions): ManagerLink {
  const endpoints = urls.map(endpointOf);
  if (endpoints.length === 0) refuse("urls must name at least one Manager");
  if (!(timeoutMs >= 1 && timeoutMs <= 60_000)) refuse("timeoutMs must be from 1 ms to a minute");
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  let current = 0;

  async function ask(endpoint: string, body: string) {
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new Error(`${endpoint} gives no whole answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        headers,
        body,
        redirect: "error", // a token must not follow wherever an answer points
        signal: late.signal,
      });
      return await readAnswer(endpoint, response, late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async exchange(report) {
      const body = toJson(report);
      // One Manager per report: a fleet that has lost its leader must not ask all of them every second.
      const endpoint = endpoints[current % endpoints.length] as string;
      try {
        const { leading, plan } = await ask(endpoint, body);
        if (!leading) current++;
        return plan;
      } catch (error) {
        current++;
        throw error;
      }
    },
  };
}

async function readAnswer(endpoint: string, response: Response, signal: AbortSignal) {
  const text = await boundedText(response, signal);
  if (response.status !== 200)
    throw new Error(`${endpoint} answers ${response.status}: ${text.slice(0, 200)}`);
  return answerOf(JSON.parse(text));
}

function endpointOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:")
    return refuse(`urls must be of http or https, not "${url}"`);
  return `${parsed.origin}${parsed.pathname.replace(/\/$/, "")}/api/v1/reports`;
}

/** Hears the signal itself: once there are headers, fetch may lose it to the garbage collector. */
async function boundedText({ body }: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  // Ends the read that waits; that it may fail on the way says nothing new.
  const cancel = () => void reader?.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel);
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      size += read.value.length;
      if (size > ANSWER_LIMIT) throw new Error(`an answer of more than ${ANSWER_LIMIT} bytes`);
      chunks.push(read.value);
    }
    signal.throwIfAborted();
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

function refuse(message: string): never {
  throw new QueueError("INVALID_ARGUMENT", message);
}
