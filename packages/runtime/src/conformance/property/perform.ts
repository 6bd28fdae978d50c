import { PARTITION } from "../probe.js";
import { buryOf, commitOf, leaseOf, NOT_TAKEN, requestOf, retryOf, taskOf } from "./calls.js";
import { type Command, QUEUES, RECORD_KEYS, type SettleSpec } from "./commands.js";
import type { Duel } from "./duel.js";

/** Who is to settle something must hold something: takes a task where one is ready, if none is held. */
async function holdSomething(duel: Duel): Promise<void> {
  const held = QUEUES.some(
    (queueNum) => duel.model.listTasks(queueNum, "taken", { limit: 1 }).tasks.length > 0,
  );
  const [ready] = duel.model.readyQueues(QUEUES);
  if (!held && ready !== undefined) await duel.get(ready, 2, null);
}

async function settle(duel: Duel, spec: SettleSpec): Promise<unknown> {
  if (spec.leases.some(({ from }) => from === "live")) await holdSomething(duel);
  const leases = spec.leases.map((ref) => leaseOf(duel, ref));
  switch (spec.how) {
    case "done":
      return duel.call("doneTask", leases);
    case "release":
      return duel.call("releaseTask", leases);
    case "touch":
      return duel.call("touchTask", leases, spec.ms);
    case "retry":
      return duel.call(
        "retryTask",
        leases.map((lease) => retryOf(duel, spec, lease)),
      );
    case "bury":
      return duel.call(
        "buryTask",
        leases.map((lease) => buryOf(spec, lease)),
      );
    default:
      return spec.how satisfies never;
  }
}

const USEFUL = {
  kick: ["dead"],
  runNow: ["delayed"],
  buryWaiting: ["ready", "delayed", "blocked"],
  cancel: NOT_TAKEN,
} as const;

function change(duel: Duel, spec: Command & { kind: "change" }): Promise<unknown> {
  const ids = spec.tasks.map((ref) => taskOf(duel, ref, USEFUL[spec.how]));
  switch (spec.how) {
    case "kick":
      return duel.call("kickTask", spec.queueNum, ids);
    case "runNow":
      return duel.call("runNow", ids);
    case "buryWaiting":
      return duel.call("buryWaiting", ids, "buried");
    case "cancel":
      return duel.call("cancelTask", ids);
    default:
      return spec.how satisfies never;
  }
}

/** Carries out one command on the storage and on the model, and compares what they say. */
export async function perform(duel: Duel, command: Command): Promise<unknown> {
  switch (command.kind) {
    case "advance":
      return duel.advance(command.ms);
    case "toDue": {
      const due = duel.model.nextDue();
      if (due === null) return undefined;
      return duel.advance(Math.max(0, due - duel.model.now() - command.earlyMs));
    }
    case "put":
      return duel.call(
        "putTasks",
        command.puts.map((put) => requestOf(duel, put)),
      );
    case "get":
      return duel.get(command.queueNum, command.count, command.ms);
    case "settle":
      return settle(duel, command);
    case "change":
      return change(duel, command);
    case "kick":
      // Which of a queue's dead are the longest dead, several shards need not agree on.
      return duel.inQueueOrder ? duel.call("kickTask", command.queueNum, command.count) : undefined;
    case "queue":
      return command.how === "clear"
        ? duel.call("clearQueue", command.queueNum)
        : duel.call("pauseQueue", command.queueNum, command.how === "pause");
    case "commit":
      if (command.settles.length > 0) await holdSomething(duel);
      return duel.call("commit", commitOf(duel, command));
    case "records": {
      const after = command.after === null ? {} : { after: command.after };
      const { prefix, limit } = command;
      await duel.call("getRecords", [...RECORD_KEYS].reverse(), { partition: PARTITION });
      return duel.call("listRecords", { prefix, limit, ...after, partition: PARTITION });
    }
    case "restart":
      return duel.restart();
    case "ask":
      return duel.ask(command.queueNums);
    case "look":
      return duel.look(command.limit);
    default:
      return command satisfies never;
  }
}
