import { type BatchMiddleware, type FullStorage, type Logger, Worker } from "@queue/runtime";
import { Registry } from "prom-client";
import { createSimulatedDelivery } from "./delivery.js";
import { emailsQueue, notificationsQueue } from "./generated/contract.gen.js";
import { createEmailsHandler } from "./handlers/emails.js";
import { createNotificationsHandler } from "./handlers/notifications.js";

export interface Service {
  readonly registry: Registry;
  readonly worker: Worker;
}

/** Puts the parts together; what a copy changes after its queues and handlers. */
export function createService(
  storage: FullStorage,
  logger: Logger,
  ...middleware: readonly BatchMiddleware[]
): Service {
  const registry = new Registry();
  const delivery = createSimulatedDelivery();
  const worker = new Worker({
    service: "example",
    name: "main",
    storage,
    queues: [
      emailsQueue(createEmailsHandler(delivery)),
      notificationsQueue(createNotificationsHandler(delivery)),
    ],
    registry,
    logger,
    maxProcessors: 4,
  });
  for (const one of middleware) worker.use(one);
  return { registry, worker };
}
