import type { FullStorage, Task, TaskPage } from "@queue/runtime";
import type { ManualClock } from "@queue/runtime/testing";
import { createMemoryStorage } from "../../src/index.js";
import type { TaskRow } from "../../src/task-row.js";
import type { TaskTable } from "../../src/task-table.js";

/** A storage with one mistake. */
export interface Mutant {
  readonly name: string;
  /** What it breaks, in the words of the specification. */
  readonly breaks: string;
  /** The promise that must be among those the suite finds broken. */
  readonly promise: string;
  make(clock: ManualClock): FullStorage;
  /** For mistakes within the rules: changes them for every storage, until what it returns is called. */
  install?(): () => void;
}

const STATES = ["ready", "delayed", "taken", "blocked", "dead"] as const;

/** All rows of a table, which itself only ever looks for one. */
export function rowsOf(table: TaskTable): readonly TaskRow[] {
  const rows: TaskRow[] = [];
  for (const queue of table.queues.values())
    for (const state of STATES) queue.inState(state).scan(undefined, (row) => rows.push(row) > 0);
  return rows;
}

type Words = Pick<Mutant, "name" | "breaks" | "promise">;

/** A mistake in front of the storage. */
export function inFront(
  words: Words,
  wrap: (storage: FullStorage, clock: ManualClock) => Partial<FullStorage>,
): Mutant {
  return {
    ...words,
    make(clock) {
      const storage = createMemoryStorage({ clock });
      // `dispose` closes the mutant; one that forgets to close its storage leaves nothing but garbage.
      return { ...storage, ...wrap(storage, clock) };
    },
  };
}

/** A mistake in one method of a class that the rules are made of. */
export function within<T extends object, M extends keyof T & string>(
  words: Words,
  type: { readonly prototype: T },
  method: M,
  mistake: (original: T[M]) => T[M],
): Mutant {
  return {
    ...words,
    make: (clock) => createMemoryStorage({ clock }),
    install() {
      const original = type.prototype[method];
      type.prototype[method] = mistake(original);
      return () => {
        type.prototype[method] = original;
      };
    },
  };
}

/** A mistake in what everybody is shown of a task. */
export function shownTasks(
  storage: FullStorage,
  show: <T extends Task>(task: T) => T,
): Pick<FullStorage, "getTask" | "peekTask" | "listTasks"> {
  return {
    getTask: async (...args) => (await storage.getTask(...args)).map((task) => show(task)),
    peekTask: async (...args) => (await storage.peekTask(...args)).map((task) => show(task)),
    async listTasks(...args): Promise<TaskPage> {
      const page = await storage.listTasks(...args);
      return { ...page, tasks: page.tasks.map((task) => show(task)) };
    },
  };
}

/** A mistake in what becomes of a request, alone, in a list or in a commit. */
export function changedPuts(
  storage: FullStorage,
  change: <T extends Parameters<FullStorage["putTask"]>[0]>(request: T) => T,
): Pick<FullStorage, "putTask" | "putTasks" | "commit"> {
  return {
    putTask: (request, options) => storage.putTask(sound(request, change), options),
    putTasks: (requests, options) =>
      storage.putTasks(
        Array.isArray(requests) ? requests.map((request) => sound(request, change)) : requests,
        options,
      ),
    commit: (request, options) =>
      storage.commit(
        Array.isArray(request?.put)
          ? { ...request, put: request.put.map((put) => sound(put, change)) }
          : request,
        options,
      ),
  };
}

/** A mutant has one mistake only: wrong use goes on to the storage as it is, to be refused there. */
function sound<T>(request: T, change: (request: T) => T): T {
  return typeof request === "object" && request !== null ? change(request) : request;
}
