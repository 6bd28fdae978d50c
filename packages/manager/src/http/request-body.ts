import type { IncomingMessage } from "node:http";
import { HttpProblem } from "./answer.js";

/**
 * A JSON object of at most `limit` bytes. It must say that it is JSON: a page elsewhere cannot make a
 * browser send that without asking first, and nobody answers such a question here.
 */
export async function readJsonObject(
  request: IncomingMessage,
  limit: number,
): Promise<Record<string, unknown>> {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new HttpProblem(415, "The body must be JSON: Content-Type: application/json.", CLOSE);
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readText(request, limit));
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    throw new HttpProblem(400, "The body is not JSON.");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new HttpProblem(400, "The body must be a JSON object.");
  return parsed as Record<string, unknown>;
}

/** What is not read of a body would be taken for the next request. */
const CLOSE = { connection: "close" };

const UTF8 = new TextDecoder("utf-8", { fatal: true });

async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not `for await`: leaving that loop destroys the socket, and the answer with it.
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(new HttpProblem(413, `The body is larger than ${limit} bytes.`, CLOSE));
    });
    request.on("end", resolve);
    request.on("error", () => reject(new HttpProblem(400, "The body broke off.", CLOSE)));
    request.on("close", () => reject(new HttpProblem(400, "The body broke off.", CLOSE)));
  });
  try {
    return UTF8.decode(Buffer.concat(chunks));
  } catch {
    // Not replaced by question marks: what is stored is what was sent.
    throw new HttpProblem(400, "The body is not UTF-8.");
  }
}
