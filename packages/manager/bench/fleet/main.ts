import { parseArgs } from "node:util";
import { driveFleet } from "./drive-fleet.js";
import { startTarantoolStorage } from "./local-tarantool.js";
import { QUEUES } from "./queues.js";

const HELP = `pnpm fleet [options]

Runs 4 worker processes of 8 processors and a Manager on an empty storage that processes can share, kills the
Manager, kills a worker, starts one, floods a queue, and judges what became of the work. About 2 minutes.

  --storage '<module>#<function>?<options as JSON>'
              such as '@queue/storage-tarantool#createTarantoolStorage?{"port":3301,"user":"queue","password":"queue"}';
              by default a Tarantool of its own, on this machine, in a temporary directory
  --phase-ms  how long each phase takes (default 15000)
  --flood     tasks of the flood (default 6000)`;

const { values } = parseArgs({
  options: {
    storage: { type: "string" },
    "phase-ms": { type: "string", default: "15000" },
    flood: { type: "string", default: "6000" },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) console.log(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const own = values.storage === undefined ? await startTarantoolStorage() : undefined;
  const storageText = values.storage ?? own?.text ?? "";
  const pace = { phaseMs: Number(values["phase-ms"]), flood: Number(values.flood) };
  const note = (line: string) => console.error(line);
  const { verdicts, samples, put, done } = await driveFleet(storageText, pace, note).finally(() =>
    own?.close(),
  );
  for (const { phase, homes, lagMs, atMs } of samples.filter((_, i) => i % 12 === 0)) {
    const row = QUEUES.map(
      ({ queueNum, name }) =>
        `${name} ${homes?.get(queueNum) ?? "-"} (${((lagMs.get(queueNum) ?? 0) / 1_000).toFixed(1)} s)`,
    );
    console.log(`${(atMs / 1_000).toFixed(0).padStart(4)} s ${phase.padEnd(15)} ${row.join(", ")}`);
  }
  console.log(`${put} tasks put, ${done} done`);
  for (const { promise, measured, atMost, holds } of verdicts)
    console.log(
      `${holds ? "PASS" : "MISS"} ${promise}: ${Math.round(measured)} (at most ${atMost})`,
    );
  return verdicts.every(({ holds }) => holds) ? 0 : 1;
}
