import type { FullStorage, Task, TaskInfo } from "@queue/runtime";
import type { Invariant } from "../checker/violation.js";
import type { Random } from "../simulation/random.js";
import type { Alterations } from "../simulation/simulate.js";
import type { SimulatedTime } from "../simulation/simulated-time.js";
import type { WorkerPorts } from "../simulation/worker-actor.js";

/** A storage or a runtime with one mistake, which the checker must find. */
export interface Mutant {
  /** What it does: "a storage that …" or "a worker that …". */
  readonly name: string;
  /** The invariant that must say so, maybe among others. */
  readonly caughtBy: Invariant;
  readonly alter: Alterations;
}

/** A mistake of the storage, written as methods in place of its own. */
export function brokenStorage(
  name: string,
  caughtBy: Invariant,
  methods: (storage: FullStorage, time: SimulatedTime, random: Random) => Partial<FullStorage>,
): Mutant {
  const alter: Alterations = {
    storage: (storage, time, random) => ({ ...storage, ...methods(storage, time, random) }),
  };
  return { name: `a storage that ${name}`, caughtBy, alter };
}

/** A mistake of the runtime, made where it meets its ports: the history shows what it then does. */
export function brokenWorker(
  name: string,
  caughtBy: Invariant,
  ports: (ports: WorkerPorts, random: Random) => Partial<WorkerPorts>,
): Mutant {
  const alter: Alterations = {
    worker: (sound, random) => ({ ...sound, ...ports(sound, random) }),
  };
  return { name: `a worker that ${name}`, caughtBy, alter };
}

/** A mistake in what everybody is shown of a task. */
export function shown(
  storage: FullStorage,
  show: <T extends Task>(task: T) => T,
): Pick<FullStorage, "getTask" | "peekTask" | "listTasks"> {
  return {
    getTask: async (...args) => (await storage.getTask(...args)).map((task) => show(task)),
    peekTask: async (...args) =>
      (await storage.peekTask(...args)).map((task) => show<TaskInfo>(task)),
    listTasks: async (...args) => {
      const page = await storage.listTasks(...args);
      return { ...page, tasks: page.tasks.map((task) => show<TaskInfo>(task)) };
    },
  };
}

type Put = Parameters<FullStorage["putTask"]>[0];

/** A mistake in what becomes of a put, however it is made. */
export function puts(
  storage: FullStorage,
  change: (request: Put) => Put,
  remember: (request: Put, id: number) => void = () => {},
): Pick<FullStorage, "putTask" | "putTasks" | "commit"> {
  return {
    async putTask(request, options) {
      const id = await storage.putTask(change(request), options);
      remember(request, id);
      return id;
    },
    async putTasks(requests, options) {
      const ids = await storage.putTasks(requests.map(change), options);
      for (const [i, id] of ids.entries()) remember(requests[i] as Put, id);
      return ids;
    },
    async commit(request, options) {
      const list = request.put ?? [];
      const result = await storage.commit({ ...request, put: list.map(change) }, options);
      for (const [i, id] of (result.ok ? result.ids : []).entries()) remember(list[i] as Put, id);
      return result;
    },
  };
}
