import type { IncomingMessage } from "node:http";

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

const BODY_LIMIT = 64 * 1024;

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpProblem(400, "The body is not JSON.");
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not `for await`: leaving that loop destroys the socket, and the answer with it.
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT) chunks.push(chunk);
      // The rest is neither kept nor read: the connection ends with the answer.
      else reject(tooLarge());
    });
    request.on("end", resolve);
    request.on("error", reject);
  });
  return Buffer.concat(chunks).toString("utf8");
}

function tooLarge(): HttpProblem {
  return new HttpProblem(413, `The body is larger than ${BODY_LIMIT} bytes.`, {
    connection: "close",
  });
}
