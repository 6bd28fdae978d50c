import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** A process with all it has printed. */
export class ObservedProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #output = "";
  #heard: () => void = () => {};

  constructor(command: string, args: readonly string[], options: SpawnOptions = {}) {
    this.#child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    this.#closed = once(this.#child, "close").then(() => this.#heard());
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
        this.#heard();
      });
  }

  /** Standard output and standard error, as they came. */
  get output(): string {
    return this.#output;
  }

  /** Resolves to the match as soon as the output has it, and rejects if the process ends without. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const heard = new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
      const match = pattern.exec(this.#output);
      if (match !== null) return match;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`ended without saying ${pattern}:\n${this.#output}`);
      await heard;
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async exitCode(): Promise<number | null> {
    await this.#closed;
    return this.#child.exitCode;
  }

  /** Whatever state it is in. */
  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
  }
}
