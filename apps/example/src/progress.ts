import type { QueueStat, Storage } from "@queue/runtime";
import { EMAILS_QUEUE, NOTIFICATIONS_QUEUE } from "./generated/contract.gen.js";

const INTERVAL_MS = 1_000;

const QUEUES = [
  { name: "emails", queueNum: EMAILS_QUEUE },
  { name: "notifications", queueNum: NOTIFICATIONS_QUEUE },
];

/** Prints a line about once a second, but only when something changed. Returns what ends it. */
export function startProgress(
  storage: Pick<Storage, "getStat">,
  print: (line: string) => void,
): () => void {
  let last = "";
  const timer = setInterval(async () => {
    const line = await progressLine(storage).catch(() => "the storage does not answer");
    if (line !== last) print(line);
    last = line;
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}

export async function progressLine(storage: Pick<Storage, "getStat">): Promise<string> {
  const { queueStats } = await storage.getStat();
  return QUEUES.map(
    ({ name, queueNum }) => `${name}: ${describeStat(queueStats.get(queueNum))}`,
  ).join("  |  ");
}

function describeStat(stat: QueueStat | undefined): string {
  if (stat === undefined) return "nothing yet";
  const { doneTotal, retriedTotal, readyTasks, deadTasks } = stat;
  const counts = `${doneTotal} done, ${retriedTotal} retried, ${readyTasks} ready`;
  return deadTasks === 0 ? counts : `${counts}, ${deadTasks} dead`;
}
