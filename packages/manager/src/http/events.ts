import type { ServerResponse } from "node:http";
import { toJson } from "../link/wire.js";
import { HttpProblem, SAFE_HEADERS } from "./answer.js";
import { queryOf } from "./parameters.js";
import { statsView } from "./queue-view.js";
import { namesOf, type ReadDeps } from "./read-routes.js";
import type { Route } from "./route.js";

const MOST_LISTENERS = 100;
/** Who does not read for so long is let go: what is not read is kept in memory. */
const MOST_UNREAD = 1024 * 1024;

/** Statistics as server-sent events, with every look of the Manager at the storage. */
export class EventStream {
  readonly #deps: Pick<ReadDeps, "manager" | "payloads" | "now">;
  readonly #listeners = new Set<ServerResponse>();
  #forget: (() => void) | undefined;

  constructor(deps: Pick<ReadDeps, "manager" | "payloads" | "now">) {
    this.#deps = deps;
  }

  route(): Route {
    return {
      method: "GET",
      path: "/api/v1/events",
      access: "viewer",
      answer: ({ response, url }) => {
        queryOf(url, []);
        if (this.#listeners.size >= MOST_LISTENERS)
          throw new HttpProblem(503, `${MOST_LISTENERS} listen already; try again later.`, {
            "retry-after": "10",
          });
        this.#add(response);
        return undefined;
      },
    };
  }

  close(): void {
    this.#forget?.();
    this.#forget = undefined;
    for (const response of this.#listeners) response.end();
    this.#listeners.clear();
  }

  #add(response: ServerResponse): void {
    response.writeHead(200, { ...SAFE_HEADERS, "content-type": "text/event-stream" });
    this.#listeners.add(response);
    this.#forget ??= this.#deps.manager.onLook(() => this.#tell());
    response.on("close", () => {
      this.#listeners.delete(response);
      if (this.#listeners.size > 0) return;
      this.#forget?.();
      this.#forget = undefined;
    });
    // A connection may break between two events; that it did is heard by "close".
    response.on("error", () => {});
    response.write(this.#event());
  }

  #tell(): void {
    const event = this.#event();
    for (const response of this.#listeners)
      if (response.destroyed || response.writableLength > MOST_UNREAD) response.destroy();
      else response.write(event);
  }

  #event(): string {
    const { manager, now } = this.#deps;
    const { stats, leading, leader, term, seq, storageError } = manager.view();
    const view = stats && statsView(stats, now(), namesOf(this.#deps));
    const data = { leading, leader, term, seq, storageError, stats: view ?? null };
    return `event: stats\ndata: ${toJson(data)}\n\n`;
  }
}
