/** Elsewhere than on a terminal a line now and then is enough. */
const QUIET_MS = 10_000;

/** One line that tells how far it is: over and over on a terminal, now and then elsewhere. */
export class Progress {
  readonly #total: number;
  readonly #stream: NodeJS.WriteStream;
  readonly #startedAt = performance.now();
  #shownAt = performance.now();

  constructor(total: number, stream: NodeJS.WriteStream = process.stderr) {
    this.#total = total;
    this.#stream = stream;
  }

  show(done: number, failed: number): void {
    const now = performance.now();
    if (!this.#stream.isTTY && now - this.#shownAt < QUIET_MS) return;
    this.#shownAt = now;
    const perSecond = (done / (now - this.#startedAt)) * 1_000;
    const left = (this.#total - done) / perSecond;
    const text = `${count(done)} of ${count(this.#total)} seeds, ${perSecond.toFixed(0)} a second, ${failed} failed, ${duration(left)} left`;
    this.#stream.write(this.#stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  }

  /** Clears the line, and returns how long it took. */
  end(): string {
    if (this.#stream.isTTY) this.#stream.write("\r\u001b[K");
    return duration((performance.now() - this.#startedAt) / 1_000);
  }
}

export const count = (number: number): string => number.toLocaleString("en-GB");

function duration(seconds: number): string {
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
