import type { Storage, TaskId } from "@queue/runtime";
import { putEmails, putNotifications } from "./generated/contract.gen.js";
import { readTexts } from "./json-fields.js";

/** What may be put by HTTP, by path. */
export function producersOf(
  storage: Pick<Storage, "putTask">,
): ReadonlyMap<string, (body: unknown) => Promise<TaskId>> {
  return new Map([
    [
      "/emails",
      async (body: unknown) => putEmails(storage, readTexts(body, "to", "subject", "body")),
    ],
    [
      "/notifications",
      async (body: unknown) => putNotifications(storage, readTexts(body, "device", "text")),
    ],
  ]);
}
