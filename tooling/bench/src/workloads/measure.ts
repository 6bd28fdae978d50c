import type { Consumer, ConsumeSettings, Contender } from "../contender.js";
import { cpuTimeOf } from "../cpu-time.js";

export interface Measure {
  readonly tasks: number;
  readonly tasksPerSecond: number;
  /** Microseconds of CPU a task. */
  readonly clientCpu: number;
  readonly serverCpu: number;
}

const PAYLOAD_BYTES = 100;

/** A payload: a number by which it is known, and the moment it was made. */
export function textOf(seq: number): string {
  return `${seq}:${performance.now().toFixed(3)}:`.padEnd(PAYLOAD_BYTES, "x");
}

export function seqOf(text: string): number {
  return Number.parseInt(text, 10);
}

export function madeAt(text: string): number {
  return Number.parseFloat(text.slice(text.indexOf(":") + 1));
}

/** Runs work and measures it, on both sides. */
export async function measured(
  tasks: number,
  serverPid: number,
  work: () => Promise<void>,
): Promise<Measure> {
  const serverBefore = cpuTimeOf(serverPid);
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return {
    tasks,
    tasksPerSecond: (tasks * 1_000) / ms,
    clientCpu: (user + system) / tasks,
    serverCpu: (cpuTimeOf(serverPid) - serverBefore) / tasks,
  };
}

/** Who was delivered: each task once, or the run is void. */
export class Deliveries {
  readonly #seen: Uint8Array;
  readonly #first: number;
  #count = 0;

  constructor(first: number, count: number) {
    this.#first = first;
    this.#seen = new Uint8Array(count);
  }

  note(text: string): void {
    const at = seqOf(text) - this.#first;
    if (!(at >= 0 && at < this.#seen.length)) throw new Error(`nobody put ${text}`);
    if (this.#seen[at] === 1) throw new Error(`task ${seqOf(text)} was delivered twice`);
    this.#seen[at] = 1;
    this.#count++;
  }

  check(): void {
    if (this.#count !== this.#seen.length)
      throw new Error(`void: ${this.#count} of ${this.#seen.length} tasks were delivered`);
  }
}

/** Consumes until `count` tasks are settled, then stops. Rejects with what a handler or a check threw. */
export async function consumeUntil(
  contender: Contender,
  settings: ConsumeSettings,
  count: number,
  handle: (text: string) => Promise<void> | undefined,
): Promise<{ stop(): Promise<void> }> {
  let consumer: Consumer | undefined;
  await new Promise<void>((resolve, reject) => {
    let left = count;
    const checked = (text: string) => {
      try {
        return handle(text);
      } catch (error) {
        reject(error);
        return undefined;
      }
    };
    contender
      .consume(settings, checked, (settled) => {
        left -= settled;
        if (left === 0) resolve();
      })
      .then((begun) => {
        consumer = begun;
        // Everything may have been settled before this.
        if (left === 0) resolve();
      }, reject);
  });
  while (consumer === undefined) await new Promise((resolve) => setImmediate(resolve));
  await consumer.flush();
  return consumer;
}
