import { createMemoryStorage } from "@queue/storage-memory";
import { describe, expect, it } from "vitest";
import { checkNotification, notifications, putNotification } from "./notifications.js";

describe("notifications", () => {
  it("reads back what was put", async () => {
    const storage = createMemoryStorage();
    await putNotification(storage, { device: "phone-1", text: "Hello" });
    const [task] = await storage.getTask(notifications.queueNum, 1);
    expect(task && notifications.decode(task.data)).toEqual({ device: "phone-1", text: "Hello" });
  });

  it("names the field that is wrong", () => {
    expect(() => checkNotification({ device: "phone-1" })).toThrow('The field "text"');
  });
});
