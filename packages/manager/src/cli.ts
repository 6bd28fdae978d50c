import { runCommand } from "./cli/command.js";
import { importModule } from "./cli/load-storage.js";
import { noteLogger } from "./cli/note-logger.js";

/** The second signal does what it always does. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

const note = (text: string) => console.error(text);

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => console.log(text),
  note,
  env: process.env,
  logger: noteLogger(note),
  load: importModule,
  stopSignal,
});
