import type { FullStorage, StoredRecord } from "@queue/runtime";
import { inFront, type Mutant } from "./mutant.js";

/** A record's version goes on after a `del` where it was. */
function versionsGoOn(storage: FullStorage): Partial<FullStorage> {
  const before = new Map<string, number>();
  const shown = (record: StoredRecord) => ({
    ...record,
    version: record.version + (before.get(record.key) ?? 0),
  });
  return {
    getRecords: async (...args) => (await storage.getRecords(...args)).map(shown),
    listRecords: async (...args) => (await storage.listRecords(...args)).map(shown),
    async commit(request, options) {
      const del = Array.isArray(request?.del) ? request.del : [];
      const known = del.length === 0 ? [] : await storage.getRecords(del).catch(() => []);
      const result = await storage.commit(request, options);
      for (const { key, version } of known)
        if (result.ok) before.set(key, (before.get(key) ?? 0) + version);
      return result;
    },
  };
}

/** The records are written first, and then somebody looks whether that was right. */
function setsBeforeGuards(storage: FullStorage): Partial<FullStorage> {
  return {
    async commit(request, options) {
      const { set, ...rest } = request ?? {};
      if (!Array.isArray(set) || set.length === 0) return storage.commit(request, options);
      await storage.commit({ set }, options);
      return storage.commit(rest, options);
    },
  };
}

export const recordsMutants: readonly Mutant[] = [
  inFront(
    {
      name: "goes on with the version after a del",
      breaks: "after del a record's version starts again at 1",
      promise: "after del a record is absent and its version starts again at 1",
    },
    versionsGoOn,
  ),
  inFront(
    {
      name: "sets records before it looks at the guards",
      breaks: "guards see the state before any effect",
      promise: "guards see the state before any effect",
    },
    setsBeforeGuards,
  ),
  inFront(
    {
      name: "removes what is done though a guard fails",
      breaks: "commit is all or nothing",
      promise: "a record of another version alone stops all of the commit and is reported",
    },
    (storage) => ({
      async commit(request, options) {
        const { done, ...rest } = request ?? {};
        if (!Array.isArray(done) || done.length === 0 || request.cancel === undefined)
          return storage.commit(request, options);
        await storage.doneTask(done);
        return storage.commit(rest, options);
      },
    }),
  ),
  inFront(
    {
      name: "puts before it settles",
      breaks: "effects run in the order release, retry, bury, done, cancel, del, set, put",
      promise: "a put sees the key that a done has freed",
    },
    (storage) => ({
      async commit(request, options) {
        const { put, ...rest } = request ?? {};
        const { done } = rest;
        if (!Array.isArray(put) || !Array.isArray(done)) return storage.commit(request, options);
        const tried = await storage.commit({ put }, options);
        const result = await storage.commit(rest, options);
        return result.ok ? tried : result;
      },
    }),
  ),
  inFront(
    {
      name: "does not look at the versions expected",
      breaks: "expect: 0 = must not exist",
      promise: "a record that should exist alone stops all of the commit and is reported",
    },
    (storage) => ({
      commit: (request, options) =>
        storage.commit(
          request?.expect?.every(({ version }) => version > 0)
            ? { ...request, expect: [] }
            : request,
          options,
        ),
    }),
  ),
  inFront(
    {
      name: "orders records as JavaScript does",
      breaks: "listRecords pages in one order in every adapter",
      promise: "listRecords orders by the bytes of the UTF-8, not by UTF-16",
    },
    (storage) => ({
      listRecords: async (...args) =>
        [...(await storage.listRecords(...args))].sort((a, b) => (a.key < b.key ? -1 : 1)),
    }),
  ),
];
