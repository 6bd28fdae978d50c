import { LIMITS } from "../limits.js";
import type { CommitRequest } from "../records.js";
import type { TaskId } from "../storage.js";
import {
  checkBytes,
  checkCallBytes,
  checkInteger,
  checkList,
  checkName,
  checkNames,
  checkOptions,
  type Place,
  refuse,
  show,
} from "./arguments.js";
import {
  checkedBuries,
  checkedIds,
  checkedLeases,
  checkedPuts,
  checkedRetries,
} from "./requests.js";

const COMMIT_OPTIONS = new Set([
  "partition",
  "expect",
  "done",
  "retry",
  "release",
  "bury",
  "cancel",
  "set",
  "del",
  "put",
]);
const EXPECT_OPTIONS = new Set(["key", "version"]);
const SET_OPTIONS = new Set(["key", "value"]);

/** Refuses a bad commit, or returns it with every list present. */
export function checkedCommit(request: CommitRequest, maxPayloadBytes: number) {
  checkOptions(request, "commit", COMMIT_OPTIONS);
  const { partition, expect = [], set = [], del = [], put = [] } = request;
  const { done = [], retry = [], release = [], bury = [], cancel = [] } = request;
  if (partition !== undefined) checkName(partition, "commit.partition");
  checkExpect(expect);
  const setBytes = checkSet(set);
  checkNames(del, "commit.del");
  const checked = {
    ...(partition !== undefined && { partition }),
    expect,
    done: checkedLeases(done, "commit.done"),
    retry: checkedRetries(retry, "commit.retry"),
    release: checkedLeases(release, "commit.release"),
    bury: checkedBuries(bury, "commit.bury"),
    cancel: checkedIds(cancel, "commit.cancel"),
    set,
    del,
    put: checkedPuts(put, "commit.put", maxPayloadBytes),
  } satisfies CommitRequest;
  checkPartition(checked.put, partition);
  const bytes = checked.put.reduce((sum, put) => sum + put.data.byteLength, setBytes);
  checkCallBytes(bytes, "commit.set and commit.put");
  checkOnce("record", recordKeys(expect), "expect");
  checkOnce("record", [...recordKeys(set), ...del], "set and del");
  checkOnce("task", tasksOf(request), "done, retry, release, bury and cancel");
  return checked;
}

/** A commit as adapters get it: every list is there, none names a task or a record twice. */
export type CheckedCommit = ReturnType<typeof checkedCommit>;

function checkExpect(expect: NonNullable<CommitRequest["expect"]>): void {
  checkList(expect, "commit.expect");
  const place: Place = { list: "commit.expect", i: 0 };
  for (const entry of expect) {
    checkOptions(entry, "", EXPECT_OPTIONS, place);
    checkName(entry.key, "key", place);
    checkInteger(entry.version, "version", 0, Number.MAX_SAFE_INTEGER, place);
    place.i++;
  }
}

function checkSet(set: NonNullable<CommitRequest["set"]>): number {
  checkList(set, "commit.set");
  const place: Place = { list: "commit.set", i: 0 };
  let bytes = 0;
  for (const entry of set) {
    checkOptions(entry, "", SET_OPTIONS, place);
    checkName(entry.key, "key", place);
    bytes += checkBytes(entry.value, "value", LIMITS.recordBytes, place);
    place.i++;
  }
  return bytes;
}

function checkPartition(puts: NonNullable<CommitRequest["put"]>, partition?: string): void {
  puts.forEach((put, i) => {
    if (put.partition !== undefined && put.partition !== partition)
      refuse(
        `commit.put[${i}].partition`,
        `is ${show(put.partition)}, the commit's is ${show(partition)}; a commit lives on one shard`,
      );
  });
}

const recordKeys = (entries: readonly { readonly key: string }[]) => entries.map(({ key }) => key);

/** From the request as it came: in a commit a repetition is a mistake, not to be taken out. */
function tasksOf({ done = [], retry = [], release = [], bury = [], cancel = [] }: CommitRequest) {
  const held = [...done, ...retry, ...release, ...bury];
  return [...held.map(({ taskId }): TaskId => taskId), ...cancel];
}

function checkOnce(what: string, names: readonly (string | number)[], where: string): void {
  const seen = new Set<string | number>();
  for (const name of names) {
    if (seen.has(name)) refuse("commit", `names ${what} ${show(name)} twice in ${where}`);
    seen.add(name);
  }
}
