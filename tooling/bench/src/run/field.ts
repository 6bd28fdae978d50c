import { ContenderClient } from "../contender-client.js";
import { type Entrant, LINE_UP } from "../line-up.js";
import { whyAbsent } from "../servers/absent.js";
import { type Server, type ServerKind, startServer } from "../servers/start-server.js";

/** One who takes part, with its server and the process it runs in. */
export interface Player {
  readonly entrant: Entrant;
  readonly server: Server;
  readonly client: ContenderClient;
}

/** All who can take part on this machine, ready to run. */
export class Field {
  readonly players: Player[] = [];
  readonly absent: Record<string, string> = {};
  readonly #servers = new Map<ServerKind, Server>();
  readonly #profileDir: string | undefined;

  constructor(profileDir?: string) {
    this.#profileDir = profileDir;
  }

  async open(): Promise<void> {
    for (const one of LINE_UP) {
      const why = whyAbsent(one.server);
      if (why !== undefined) {
        this.absent[one.name] = why;
        continue;
      }
      const server = this.#servers.get(one.server) ?? (await startServer(one.server));
      this.#servers.set(one.server, server);
      const profileDir = one.server === "tarantool" ? this.#profileDir : undefined;
      const client = await ContenderClient.open(one.name, server.endpoint, profileDir);
      this.players.push({ entrant: one, server, client });
    }
  }

  player(name: string): Player | undefined {
    return this.players.find(({ entrant }) => entrant.name === name);
  }

  /** Those of them that there are. */
  some(names: readonly string[]): Player[] {
    return this.players.filter(({ entrant }) => names.includes(entrant.name));
  }

  async close(): Promise<void> {
    await Promise.all(this.players.map(({ client }) => client.close()));
    await Promise.all([...this.#servers.values()].map((server) => server.remove()));
  }
}
