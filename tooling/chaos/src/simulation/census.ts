import type { TaskState } from "@queue/runtime";
import { recordCalls } from "../history/recorder.js";
import type { World } from "./world.js";

const STATES: readonly TaskState[] = ["ready", "delayed", "taken", "blocked", "dead"];

/** Writes down all that is stored, page by page, and the counts. Nothing else may run meanwhile. */
export async function takeCensus({ storage, log, time, plan }: World): Promise<void> {
  log.append({ kind: "mark", at: time.now(), name: "census" });
  const recorded = recordCalls(storage, "census", log);
  await recorded.getStat();
  for (const { queueNum } of plan.queues)
    for (const state of STATES) {
      let cursor: string | null = null;
      do {
        const page = { limit: 1_000, ...(cursor !== null && { cursor }) };
        ({ cursor } = await recorded.listTasks(queueNum, state, page));
      } while (cursor !== null);
    }
}
