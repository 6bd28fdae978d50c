import type { Storage } from "@queue/runtime";
import { type Email, putEmail } from "./queues/emails.js";
import { type Notification, putNotification } from "./queues/notifications.js";

/** One in so many receivers refuses the first try. */
const FLAKY_EVERY = 10;
const INTERVAL_MS = 250;

/** The demonstration's nth email. */
export function demoEmail(n: number): Email {
  const to = `${n % FLAKY_EVERY === 0 ? "flaky" : "reader"}-${n}@example.com`;
  return { to, subject: `Letter ${n}`, body: "Hello from the example." };
}

/** The demonstration's nth notification. */
export function demoNotification(n: number): Notification {
  return { device: `${n % FLAKY_EVERY === 0 ? "flaky" : "phone"}-${n}`, text: `Message ${n}` };
}

/** A small steady load, so that there is something to see without a client. Returns what ends it. */
export function startLoad(
  storage: Pick<Storage, "putTask">,
  onError: (error: unknown) => void,
): () => void {
  let n = 0;
  const timer = setInterval(() => {
    n++;
    Promise.all([
      putEmail(storage, demoEmail(2 * n)),
      putEmail(storage, demoEmail(2 * n + 1)),
      putNotification(storage, demoNotification(n)),
    ]).catch(onError);
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}
