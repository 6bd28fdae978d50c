// Uses @queue/manager as a service with a fleet of its own does.
import assert from "node:assert/strict";
import { readContract } from "@queue/codegen/contract";
import {
  allocate,
  createContractPayloads,
  createManagerServer,
  DEFAULT_WISH,
  explain,
  Manager,
} from "@queue/manager";
import { createHttpLink } from "@queue/manager/link";
import type { ManagerLink } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";

const plan = allocate({
  queues: [
    {
      ...DEFAULT_WISH,
      queueNum: 1,
      ready: 40,
      oldestReadyAgeMs: 3_000,
      arrivalsPerSecond: 20,
      busySecondsPerTask: 0.2,
    },
  ],
  workers: [{ instance: "a", processors: 8, queues: [1], homes: new Map() }],
  now: 0,
});
assert.equal(plan.workers.get("a")?.floating, 1);
assert.match(explain(plan).join("\n"), /queue 1: \d processors at home/);

// @ts-expect-error A queue needs its figures: were the type lost, this would compile.
assert.equal(allocate({ queues: [{ queueNum: 1 }], workers: [], now: 0 }).workers.size, 0);

const storage = createMemoryStorage();
const manager = new Manager({ storage });
const links: ManagerLink[] = [
  manager.link(),
  createHttpLink({ urls: ["http://127.0.0.1:7070"], token: "a-token-of-the-workers" }),
];
assert.equal(links.length, 2);
const read = readContract(
  "queues: [{ id: 1, name: mails, fields: [{ name: user_id, type: int64 }] }]",
  "contract.yaml",
);
assert.ok(read.ok);
const payloads = createContractPayloads(read.contract);
assert.deepEqual(payloads.decode(1, payloads.encode(1, { user_id: "42" })), { user_id: "42" });
const api = createManagerServer({ manager, storage, payloads, basePath: "/queues" });
assert.equal(typeof api.handle, "function");
const stop = new AbortController();
const running = manager.run(stop.signal);
stop.abort();
await running;
assert.equal(manager.view().leading, false);
api.close();
await storage.close();

console.log("ok");
