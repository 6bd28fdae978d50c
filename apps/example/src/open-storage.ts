import { type FullStorage, type Logger, QueueError } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { createTarantoolStorage } from "@queue/storage-tarantool";
import { startTarantoolServer } from "./tarantool-server.js";

export type StorageChoice =
  | { readonly kind: "memory" }
  /** Without `dir`, in a temporary directory. */
  | { readonly kind: "tarantool"; readonly dir?: string };

export interface OpenStorage {
  readonly storage: FullStorage;
  /** A line about where the tasks live. */
  readonly about: string;
  /** Lets go of the storage, and of a server that was started for it. */
  close(): Promise<void>;
}

/** Where the tasks live. A service of yours would connect to a Tarantool that runs elsewhere. */
export async function openStorage(choice: StorageChoice, logger: Logger): Promise<OpenStorage> {
  switch (choice.kind) {
    case "memory": {
      const storage = createMemoryStorage();
      const about = "Tasks live in memory and end with this process.";
      return { storage, about, close: () => storage.close() };
    }
    case "tarantool": {
      const server = await startTarantoolServer(choice.dir, logger);
      const { address, user, password } = server;
      const storage = createTarantoolStorage({ addresses: [address], user, password, logger });
      return {
        storage,
        about: `Tasks live in a Tarantool of its own (pid ${server.pid}), their data in ${server.dir}`,
        async close() {
          await storage.close();
          await server.stop();
        },
      };
    }
    default:
      throw new QueueError("INTERNAL", `no such storage: ${choice satisfies never}`);
  }
}
