import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100; // USER_HZ, the same on every Linux that Node runs on

interface ProcessTimes {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended and were waited for. */
  readonly ended: number;
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name stands in brackets and may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    ) as [number, number, number, number, number];
    return { parent, own: user + system, ended: childUser + childSystem };
  } catch {
    return undefined; // it has ended meanwhile
  }
}

/** Microseconds of CPU that a process and its children have used, in steps of 10 ms. */
export function cpuTimeOf(pid: number): number {
  const root = timesOf(pid);
  if (root === undefined) return 0;
  let ticks = root.own + root.ended;
  for (const name of readdirSync("/proc")) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times?.parent === pid) ticks += times.own + times.ended;
  }
  return (ticks * 1_000_000) / TICKS_A_SECOND;
}
