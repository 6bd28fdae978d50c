import { type BatchMiddleware, type FullStorage, type Logger, Worker } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { Registry } from "prom-client";
import { createSimulatedDelivery } from "./delivery.js";
import { bindEmails } from "./handlers/emails.js";
import { bindNotifications } from "./handlers/notifications.js";

export interface Service {
  readonly storage: FullStorage;
  readonly registry: Registry;
  readonly worker: Worker;
}

/** Puts the parts together; what a copy changes after its queues and handlers. */
export function createService(logger: Logger, ...middleware: readonly BatchMiddleware[]): Service {
  const storage = createMemoryStorage();
  const registry = new Registry();
  const delivery = createSimulatedDelivery();
  const worker = new Worker({
    service: "example",
    name: "main",
    storage,
    queues: [bindEmails(delivery), bindNotifications(delivery)],
    registry,
    logger,
    maxProcessors: 4,
  });
  for (const one of middleware) worker.use(one);
  return { storage, registry, worker };
}
