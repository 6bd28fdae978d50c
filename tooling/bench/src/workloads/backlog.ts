import type { Endpoint } from "../contender.js";
import { openStorage } from "../contenders/ours.js";
import { textOf } from "./measure.js";

export interface BacklogWork {
  readonly few: number;
  readonly many: number;
  readonly rounds: number;
  readonly cycles: number;
}

const BATCH = 100;
const CALLERS = 8;
const [FEW, MANY] = [11, 12];

/** Tasks a second through put, get and done with few and with many others waiting, round by round. */
export async function backlog(
  endpoint: Endpoint,
  { few, many, rounds, cycles }: BacklogWork,
): Promise<{ readonly few: number[]; readonly many: number[] }> {
  const storage = openStorage(endpoint);
  const requests = (queueNum: number) =>
    Array.from({ length: BATCH }, (_, at) => ({ queueNum, data: Buffer.from(textOf(at)) }));
  const repeat = async (times: number, work: () => Promise<unknown>) => {
    let left = times;
    const caller = async () => {
      while (left-- > 0) await work();
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  };
  const cycle = async (queueNum: number) => {
    await storage.putTasks(requests(queueNum));
    const { settled } = await storage.doneTask(await storage.getTask(queueNum, BATCH));
    if (settled !== BATCH) throw new Error(`void: ${settled} of ${BATCH} were settled`);
  };
  const rate = async (queueNum: number) => {
    const start = performance.now();
    await repeat(cycles, () => cycle(queueNum));
    return (cycles * BATCH * 1_000) / (performance.now() - start);
  };
  const rates = { few: [] as number[], many: [] as number[] };
  try {
    await repeat(few / BATCH, () => storage.putTasks(requests(FEW)));
    await repeat(many / BATCH, () => storage.putTasks(requests(MANY)));
    for (let round = 0; round < rounds; round++) {
      rates.few.push(await rate(FEW));
      rates.many.push(await rate(MANY));
    }
    for (const queueNum of [FEW, MANY]) await storage.clearQueue(queueNum);
  } finally {
    await storage.close();
  }
  return rates;
}
