import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { expect, test } from "vitest";
import { judge, recorded } from "../examples/record-a-storage.js";
import { machineTime } from "../src/index.js";

test("the README's example records a storage and judges what was done, in real time", async () => {
  const dir = mkdtempSync(join(tmpdir(), "queue-chaos-"));
  try {
    const path = join(dir, "history.jsonl");
    const offset = systemClock.now() - machineTime();
    const storage = recorded(createMemoryStorage(), path);
    await storage.putTask({ queueNum: 1, data: new Uint8Array([1]) });
    const [task] = await storage.getTask(1, 1);
    if (task !== undefined) await storage.doneTask([task]);
    await storage.close();
    expect(judge([path], offset)).toEqual([]);
    // The same with a second done that succeeds: no storage may do that.
    const lying = { ...createMemoryStorage(), doneTask: async () => ({ settled: 1, lost: [] }) };
    const other = join(dir, "lying.jsonl");
    const liar = recorded(lying, other);
    await liar.putTask({ queueNum: 1, data: new Uint8Array([1]) });
    const tasks = await liar.getTask(1, 1);
    await liar.doneTask(tasks);
    await liar.doneTask(tasks);
    expect(judge([other], offset).join("\n")).toContain("fencing: done of task 1 (lease 1)");
  } finally {
    rmSync(dir, { recursive: true });
  }
});
