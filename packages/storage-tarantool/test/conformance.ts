import { describeStorage } from "@queue/runtime/conformance";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { afterAll, beforeAll, describe, it } from "vitest";
import { startWorldServer, WAITER_CAP, type WorldServer } from "./tarantool-world.js";

/** Everything a storage owes, on a real server that listens there. */
export function describeTarantool(listen: "tcp" | "unix", propertyRuns: number): void {
  describe.runIf(tarantoolAvailable())(`a real Tarantool by ${listen}`, () => {
    let server: WorldServer;
    beforeAll(async () => {
      server = await startWorldServer(listen);
    });
    afterAll(() => server?.remove());

    describeStorage(`tarantool by ${listen}`, () => server.world(), {
      order: "queue",
      describe,
      it: (name, body) => it(name, body, 30_000 + propertyRuns * 500),
      durable: true,
      waiterCap: WAITER_CAP,
      propertyRuns,
    });
  });
}
