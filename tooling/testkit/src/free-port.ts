import { createServer } from "node:net";

/**
 * A free port of 127.0.0.1 below those that systems hand out by themselves: an instance that restarts must
 * find its port free again, and a client that dials a port nobody listens on must not meet itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
