import type { StopResult } from "@queue/runtime";
import { createConsoleLogger } from "./console-logger.js";
import { type HttpServer, startHttpServer } from "./http-server.js";
import { startLoad } from "./load.js";
import { openStorage, type StorageChoice } from "./open-storage.js";
import { producersOf } from "./producers.js";
import { progressLine, startProgress } from "./progress.js";
import { createService } from "./service.js";

export interface ServeOptions {
  readonly port: number;
  readonly load: boolean;
  readonly storage: StorageChoice;
}

const STOP_TIMEOUT_MS = 30_000;

/** Runs the service until `stop`, and resolves to the exit code. */
export async function serve(options: ServeOptions, stop: AbortSignal): Promise<number> {
  const { port, load } = options;
  const logger = createConsoleLogger();
  const { storage, about, close } = await openStorage(options.storage, logger);
  const { registry, worker } = createService(storage, logger);
  await worker.init();
  let http: HttpServer;
  try {
    const producers = producersOf(storage);
    http = await startHttpServer({ port, producers, registry, health: () => worker.health() });
  } catch (error) {
    console.error(whyNotListening(error, port));
    await close();
    return 1;
  }
  console.log(`${about}\n${greeting(http.url)}`);
  const running = worker.run();
  const endProgress = startProgress(storage, console.log);
  const endLoad = load
    ? startLoad(storage, (error) => logger.error({ error }, "a put failed"))
    : () => {};

  // `run` ends by itself only by a programming error, which it rejects with.
  await Promise.race([running, aborted(stop)]);

  console.log("Stopping: no new tasks, those under way are finished.");
  endLoad();
  await http.close();
  const result = await worker.gracefulStop({ timeoutMs: STOP_TIMEOUT_MS });
  endProgress();
  console.log(`${await progressLine(storage)}\n${farewell(result)}`);
  await close();
  return result.stillRunning.length === 0 ? 0 : 1;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function greeting(url: string): string {
  const email = `{"to": "ada@example.com", "subject": "Hello", "body": "How are you?"}`;
  return `Listening on ${url}. Put a task:
  curl ${url}/emails -d '${email}'
  curl ${url}/notifications -d '{"device": "phone-1", "text": "Hello"}'
  curl ${url}/metrics
Ctrl-C stops gracefully.`;
}

export function farewell({ drained, released, stillRunning }: StopResult): string {
  const lines = [drained ? "Stopped: every handler finished." : "Stopped before all was finished."];
  if (released.length > 0) lines.push(`Given back to their queues: ${released.length} tasks.`);
  for (const { name, taskIds, forMs } of stillRunning)
    lines.push(`Still running: a handler of ${name}, ${taskIds.length} tasks, for ${forMs} ms.`);
  return lines.join("\n");
}

function whyNotListening(error: unknown, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Choose another: npm start -- --port 0 takes a free one.`;
  if (code === "EACCES") return `Port ${port} needs more rights. Choose one above 1023.`;
  return `Cannot listen on port ${port}: ${error instanceof Error ? error.message : error}`;
}
