import { setTimeout as pause } from "node:timers/promises";
import { audit } from "./audit.js";
import { Ledger } from "./ledger.js";
import { startLoad } from "./load.js";
import { startServer, storageOn } from "./world.js";

export interface DurabilityOptions {
  readonly cycles: number;
  /** How long the server works between two kills, about. */
  readonly cycleMs: number;
  /** `none` loses everything: a judge that does not notice is no judge. */
  readonly walMode: "write" | "fsync" | "none";
  readonly progress: (line: string) => void;
}

export interface DurabilityVerdict {
  readonly complaints: readonly string[];
  readonly puts: number;
  readonly dones: number;
  /** Calls whose outcome nobody knows, because the server died under them. */
  readonly unknowns: number;
}

/** Kills the server again and again under concurrent puts and settles, and compares in the end. */
export async function tryDurability(options: DurabilityOptions): Promise<DurabilityVerdict> {
  const { cycles, cycleMs, walMode, progress } = options;
  const server = await startServer({ walMode, memoryMb: 256 });
  const storage = storageOn(server.address);
  const ledger = new Ledger();
  try {
    const load = startLoad(storage, ledger);
    for (let cycle = 1; cycle <= cycles; cycle++) {
      // Never in step with anything.
      await pause(cycleMs * (0.5 + Math.random()));
      if (server.crashed) break; // it is to be killed, not to die
      const before = ledger.count("done", "yes");
      await server.kill("SIGKILL");
      await server.start();
      await storage.getStat(); // back at work
      progress(
        `${cycle} of ${cycles}: ${ledger.count("put", "yes")} puts and ${before} dones acknowledged, ` +
          `${ledger.unknowns} calls of unknown outcome`,
      );
    }
    await pause(cycleMs);
    if (server.crashed) ledger.violations.push(`the server has crashed:\n${server.log}`);
    if (server.crashed) await server.start();
    await load.stop();
    const complaints = await audit(storage, ledger);
    const puts = ledger.count("put", "yes");
    return { complaints, puts, dones: ledger.count("done", "yes"), unknowns: ledger.unknowns };
  } finally {
    await storage.close();
    await server.remove();
  }
}
