import { parseArgs } from "node:util";
import { tryDurability } from "./durability.js";

const HELP = `pnpm durability [--cycles N] [--cycle-ms N] [--fsync]

Kills a Tarantool by kill -9 under concurrent puts and settles and starts it again, N times (default 20).
Then every acknowledged put has to be there or done, every acknowledged done has to stay done, and the
statistics have to equal a recount. The exit code is 1 if something is wrong.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      cycles: { type: "string", default: "20" },
      "cycle-ms": { type: "string", default: "500" },
      fsync: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const cycles = Number(values.cycles);
  const cycleMs = Number(values["cycle-ms"]);
  if (values.help || !(cycles >= 1) || !(cycleMs >= 1)) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const walMode = values.fsync ? "fsync" : "write";
  const { complaints, puts, dones, unknowns } = await tryDurability({
    cycles,
    cycleMs,
    walMode,
    progress: (line) => console.error(line),
  });
  for (const complaint of complaints) console.log(complaint);
  console.log(
    `${complaints.length === 0 ? "PASS" : "FAIL"}: wal_mode=${walMode}, ${cycles} kills, ${puts} puts and ` +
      `${dones} dones acknowledged, ${unknowns} calls of unknown outcome, ${complaints.length} complaints`,
  );
  return complaints.length === 0 ? 0 : 1;
}

process.exitCode = await main();
