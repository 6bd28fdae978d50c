import { createMemoryStorage } from "@queue/storage-memory";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { putEmails } from "./generated/contract.gen.js";
import { progressLine, startProgress } from "./progress.js";

const email = { to: "ada@example.com", subject: "Hello", body: "How are you?" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("tells of each queue what is done, retried and ready", async () => {
  const storage = createMemoryStorage();
  await putEmails(storage, email);
  await putEmails(storage, email);
  await storage.doneTask(await storage.getTask(1, 1));
  expect(await progressLine(storage)).toBe(
    "emails: 1 done, 0 retried, 1 ready  |  notifications: nothing yet",
  );
});

it("prints a line only when something changed", async () => {
  const storage = createMemoryStorage();
  const lines: string[] = [];
  const stop = startProgress(storage, (line) => lines.push(line));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lines).toHaveLength(1);
  await putEmails(storage, email);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lines).toHaveLength(2);
  stop();
  await putEmails(storage, email);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lines).toHaveLength(2);
});
