import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createManagerServer, Manager } from "@queue/manager";
import { openStorage } from "./open-storage.js";

// A Manager of the fleet, until its parent ends it.
const [storageText = "", port = "0"] = process.argv.slice(2);
const storage = await openStorage(storageText);
process.once("disconnect", () => process.exit(1));
const manager = new Manager({ storage });
const server = createServer(createManagerServer({ manager, storage }).handle);
server.listen(Number(port), "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
await manager.run(stop.signal);
server.closeAllConnections();
server.close();
await storage.close();
process.disconnect();
