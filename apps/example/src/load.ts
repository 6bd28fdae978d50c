import type { Storage } from "@queue/runtime";
import {
  type EmailsInput,
  type NotificationsInput,
  putEmailsMany,
  putNotifications,
} from "./generated/contract.gen.js";

/** One in so many receivers refuses the first try. */
const FLAKY_EVERY = 10;
const INTERVAL_MS = 250;

/** The demonstration's nth email. */
export function demoEmail(n: number): EmailsInput {
  const to = `${n % FLAKY_EVERY === 0 ? "flaky" : "reader"}-${n}@example.com`;
  return { to, subject: `Letter ${n}`, body: "Hello from the example." };
}

/** The demonstration's nth notification. */
export function demoNotification(n: number): NotificationsInput {
  return { device: `${n % FLAKY_EVERY === 0 ? "flaky" : "phone"}-${n}`, text: `Message ${n}` };
}

/** A small steady load, so that there is something to see without a client. Returns what ends it. */
export function startLoad(
  storage: Pick<Storage, "putTask" | "putTasks">,
  onError: (error: unknown) => void,
): () => void {
  let n = 0;
  const timer = setInterval(() => {
    n++;
    Promise.all([
      putEmailsMany(storage, [demoEmail(2 * n), demoEmail(2 * n + 1)]),
      putNotifications(storage, demoNotification(n)),
    ]).catch(onError);
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}
