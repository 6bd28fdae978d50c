import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "./contender.js";
import type { Reply, Request, Workloads } from "./contender-process.js";

const PROCESS = fileURLToPath(new URL("contender-process.js", import.meta.url));

type WorkOf<Name extends keyof Workloads> = Parameters<Workloads[Name]>[2];
type ResultOf<Name extends keyof Workloads> = Awaited<ReturnType<Workloads[Name]>>;

/** A contender in a process of its own. */
export class ContenderClient {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** `profileDir`: where it leaves a CPU profile when it ends. */
  static async open(
    name: string,
    endpoint: Endpoint,
    profileDir?: string,
  ): Promise<ContenderClient> {
    const profile = profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
    const child = fork(PROCESS, [name, JSON.stringify(endpoint)], {
      execArgv: ["--expose-gc", ...profile],
    });
    const client = new ContenderClient(child);
    await client.#reply(name);
    return client;
  }

  async run<Name extends keyof Workloads>(name: Name, work: WorkOf<Name>): Promise<ResultOf<Name>> {
    this.#child.send({ name, work } satisfies Request);
    return (await this.#reply(name)) as ResultOf<Name>;
  }

  /** Ends it properly, or by kill -9. */
  async close(signal?: "SIGKILL"): Promise<void> {
    const closed = once(this.#child, "exit");
    if (signal === undefined) this.#child.disconnect();
    else this.#child.kill(signal);
    await closed;
  }

  #reply(about: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null) =>
        reject(new Error(`${about}: the process of the contender ended with ${code}`));
      this.#child.once("exit", onExit);
      this.#child.once("message", (reply: Reply) => {
        this.#child.off("exit", onExit);
        if (reply.kind === "failed") reject(new Error(`${about}: ${reply.message}`));
        else resolve(reply.kind === "result" ? reply.value : undefined);
      });
    });
  }
}
