import type { CommitRequest, CommitResult, Conflict } from "../../records.js";
import { cancelOne } from "./change.js";
import { put } from "./put.js";
import { buryOne, doneOne, heldBy, releaseOne, retryOne } from "./settle.js";
import { type ModelState, type ModelTask, taskOf } from "./state.js";

/** The first guard that fails, in the order the request lists them. */
function conflictOf(state: ModelState, request: CommitRequest): Conflict | undefined {
  for (const { key, version } of request.expect ?? []) {
    if ((state.records.get(key)?.version ?? 0) !== version) return { kind: "record", key };
  }
  const { done = [], retry = [], release = [], bury = [] } = request;
  for (const lease of [...done, ...retry, ...release, ...bury]) {
    if (heldBy(state, lease) === undefined) return { kind: "lease", taskId: lease.taskId };
  }
  for (const taskId of request.cancel ?? []) {
    const task = taskOf(state, taskId);
    if (task === undefined || task.state === "taken") return { kind: "task", taskId };
  }
  return undefined;
}

/** The guards have seen these tasks, and no effect on one task removes another. */
const certain = (task: ModelTask | undefined) => task as ModelTask;

export function commit(state: ModelState, request: CommitRequest): CommitResult {
  const conflict = conflictOf(state, request);
  if (conflict !== undefined) return { ok: false, conflict };
  for (const lease of request.release ?? []) releaseOne(state, certain(heldBy(state, lease)));
  for (const info of request.retry ?? []) retryOne(state, certain(heldBy(state, info)), info);
  for (const info of request.bury ?? []) buryOne(state, certain(heldBy(state, info)), info);
  for (const lease of request.done ?? []) doneOne(state, certain(heldBy(state, lease)));
  for (const id of request.cancel ?? []) cancelOne(state, certain(taskOf(state, id)));
  for (const key of request.del ?? []) state.records.delete(key);
  for (const { key, value } of request.set ?? []) {
    const version = (state.records.get(key)?.version ?? 0) + 1;
    state.records.set(key, { version, value: value.slice() });
  }
  return { ok: true, ids: (request.put ?? []).map((one) => put(state, one)) };
}
