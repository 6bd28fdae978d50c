import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const script = (name: string) => fileURLToPath(new URL(`./${name}.js`, import.meta.url));

/** The processes of a fleet. Whatever happens, none of them outlives it. */
export class FleetProcesses {
  readonly #storageText: string;
  readonly #visibilityTimeoutMs: number;
  readonly #children = new Set<ChildProcess>();
  #workers: ChildProcess[] = [];
  #manager: ChildProcess | undefined;
  #port = 0;
  #started = 0;

  /** `visibilityTimeoutMs`: how long tasks of a killed worker stay hidden. */
  constructor(storageText: string, visibilityTimeoutMs: number) {
    this.#storageText = storageText;
    this.#visibilityTimeoutMs = visibilityTimeoutMs;
  }

  get managerUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async startManager(): Promise<void> {
    // At the same address as before: the workers know no other.
    this.#manager = this.#fork("manager-process", [this.#storageText, String(this.#port)]);
    const [{ port }] = (await once(this.#manager, "message")) as [{ port: number }];
    this.#port = port;
  }

  async startWorker(): Promise<void> {
    const name = `worker-${++this.#started}`;
    const timeoutMs = String(this.#visibilityTimeoutMs);
    const args = [this.#storageText, this.managerUrl, name, timeoutMs];
    const worker = this.#fork("worker-process", args);
    this.#workers.push(worker);
    await once(worker, "message");
  }

  /** As a machine that loses its power: nothing is said or given back. */
  async killManager(): Promise<void> {
    await ended(this.#manager, "SIGKILL");
  }

  async killWorker(): Promise<void> {
    await ended(this.#workers.shift(), "SIGKILL");
  }

  async stop(): Promise<void> {
    const polite = Promise.all([...this.#children].map((child) => ended(child, "SIGTERM")));
    const timer = setTimeout(() => {
      for (const child of this.#children) child.kill("SIGKILL");
    }, 10_000);
    await polite;
    clearTimeout(timer);
    this.#workers = [];
  }

  #fork(name: string, args: readonly string[]): ChildProcess {
    const child = fork(script(name), args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    return child;
  }
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}
