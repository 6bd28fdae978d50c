import { QueueError } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { describe, expect, it } from "vitest";
import { checkEmail, emails, putEmail } from "./emails.js";

const email = { to: "ada@example.com", subject: "Grüße", body: "Hello" };

function refusal(call: () => unknown): QueueError {
  try {
    call();
  } catch (error) {
    if (error instanceof QueueError) return error;
  }
  throw new Error("nothing was refused");
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe("emails", () => {
  it("reads back what was put", async () => {
    const storage = createMemoryStorage();
    const taskId = await putEmail(storage, email);
    const [task] = await storage.getTask(emails.queueNum, 1);
    expect(task?.taskId).toBe(taskId);
    expect(emails.decode(task?.data ?? bytes(""))).toEqual(email);
  });

  it.each([
    ["an absent field", { to: "ada@example.com", body: "Hello" }],
    ["an empty text", { ...email, subject: "" }],
    ["another kind of value", { ...email, subject: 5 }],
    ["a value that only the prototype has", Object.create(email, {})],
  ])("names the field of %s", (_, value) => {
    const error = refusal(() => checkEmail(value));
    expect(error.code).toBe("DECODE");
    expect(error.details.queueNum).toBe(1);
    expect(error.details.field).toMatch(/^(subject|to)$/);
  });

  it.each([
    ["no JSON", "secret-word"],
    ["no object", '["secret-word"]'],
    ["null", "null"],
  ])("refuses bytes that are %s without quoting them", (_, text) => {
    const error = refusal(() => emails.decode(bytes(text)));
    expect(error.code).toBe("DECODE");
    expect(error.message).not.toContain("secret");
    expect(error.cause).toBeUndefined();
  });

  it("refuses bytes that are no UTF-8", () => {
    expect(refusal(() => emails.decode(new Uint8Array([0xff, 0xfe]))).code).toBe("DECODE");
  });
});
