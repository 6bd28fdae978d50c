import type { Contract, QueueContract } from "../contract/contract.js";
import { type BreakingChange, createNotes, type Note } from "./breaking-change.js";
import { compareFields } from "./compare-fields.js";

/** Every change that breaks tasks or programs, in the order of the old contract. */
export function compareContracts(before: Contract, after: Contract): readonly BreakingChange[] {
  const { changes, note } = createNotes();
  const successors = new Map(before.queues.map((old) => [old, successorOf(old, before, after)]));
  for (const [old, now] of successors)
    if (now === undefined) noteRemoval(old, after, note);
    else compareQueues(old, now, note);
  for (const now of after.queues) {
    const old = before.queues.find(({ id }) => id === now.id);
    if (old !== undefined && successors.get(old) !== now)
      note(
        "QUEUE_ID_REUSED",
        `queue \`${now.name}\` has the id ${now.id}, which was \`${old.name}\`'s`,
        {
          suggestion: "give it an id that was never in use",
          at: now,
        },
      );
  }
  for (const id of before.reservedIds)
    if (!after.reservedIds.includes(id))
      note("RESERVED_ID_REMOVED", `the id ${id} is no longer reserved`, {
        suggestion: `keep it in \`reserved\``,
        at: after.queues.find((queue) => queue.id === id),
      });
  return changes;
}

/** The same name, or, where that is gone, a new name under the same id. */
function successorOf(
  old: QueueContract,
  before: Contract,
  after: Contract,
): QueueContract | undefined {
  const sameName = after.queues.find(({ name }) => name === old.name);
  if (sameName !== undefined) return sameName;
  const sameId = after.queues.find(({ id }) => id === old.id);
  return before.queues.some(({ name }) => name === sameId?.name) ? undefined : sameId;
}

function noteRemoval(old: QueueContract, after: Contract, note: Note): void {
  note("QUEUE_REMOVED", `queue \`${old.name}\` (id ${old.id}) is gone`);
  if (after.reservedIds.includes(old.id) || after.queues.some(({ id }) => id === old.id)) return;
  note("QUEUE_NOT_RESERVED", `nothing keeps the id ${old.id} of \`${old.name}\` from coming back`, {
    suggestion: `add ${old.id} to \`reserved\` once no task waits in the queue`,
  });
}

function compareQueues(old: QueueContract, now: QueueContract, note: Note): void {
  if (now.name !== old.name)
    note("QUEUE_RENAMED", `queue \`${old.name}\` (id ${old.id}) is now \`${now.name}\``, {
      at: now,
    });
  if (now.id !== old.id)
    note("QUEUE_ID_CHANGED", `queue \`${now.name}\` had the id ${old.id} and has now ${now.id}`, {
      suggestion: `its waiting tasks are under ${old.id}: keep it`,
      at: now,
    });
  if (now.codec !== old.codec)
    note(
      "CODEC_CHANGED",
      `queue \`${now.name}\` was written as ${old.codec} and is now ${now.codec}`,
      {
        suggestion: "make a new queue instead",
        at: now,
      },
    );
  if (now.policy.key !== undefined && old.policy.key === undefined)
    note("KEY_ADDED", `the puts of queue \`${now.name}\` no longer take a key of their own`, {
      at: now,
    });
  compareFields(old, now, note);
}
