import { silentLogger } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { runCommand } from "../src/cli/command.js";
import type { Load } from "../src/cli/load-storage.js";

const memory: Load = async () => ({ createMemoryStorage });

/** Runs a command line until `use` is through with the address that it printed. */
export async function served(
  args: readonly string[],
  use: (url: string) => Promise<void> = async () => {},
  { env = {}, load = memory }: { env?: Record<string, string>; load?: Load } = {},
) {
  const stop = new AbortController();
  const notes: string[] = [];
  const printed: string[] = [];
  let used: Promise<void> | undefined;
  const code = await runCommand(args, {
    print(text) {
      printed.push(text);
      used = use(text.split(" ")[0] ?? "").finally(() => stop.abort());
    },
    note: (text) => notes.push(text),
    env,
    logger: silentLogger,
    load,
    stopSignal: () => stop.signal,
  });
  await used;
  return { code, printed: printed.join("\n"), notes: notes.join("\n") };
}
