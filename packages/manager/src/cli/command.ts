import { QueueError } from "@queue/runtime";
import { EXIT, WrongUse } from "./output.js";
import { SERVE_HELP, type ServeDeps, serveCommand } from "./serve.js";
import { SIMULATE_HELP, simulateCommand } from "./simulate.js";

const HELP = `queue-manager <command> [options]

  serve      plan for the workers that report, and serve the API; also without the word: queue-manager --storage …
  simulate   compare the Manager's plans with other policies on a simulated fleet

queue-manager <command> --help says more.`;

interface Command {
  readonly help: string;
  run(args: readonly string[], deps: ServeDeps): number | Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { help: SERVE_HELP, run: serveCommand },
  simulate: { help: SIMULATE_HELP, run: simulateCommand },
};

/** Runs a command line; resolves to the exit code. */
export async function runCommand(args: readonly string[], deps: ServeDeps): Promise<number> {
  const [first, ...rest] = args;
  if (first === "--help" || first === "-h") {
    deps.print(HELP);
    return EXIT.fine;
  }
  const asServe = first?.startsWith("--") === true;
  const name = asServe ? "serve" : (first ?? "");
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const options = asServe ? args : rest;
  try {
    if (command === undefined)
      throw new WrongUse(
        first === undefined ? "No command given." : `There is no command "${first}".`,
      );
    if (options.includes("--help") || options.includes("-h")) {
      deps.print(command.help);
      return EXIT.fine;
    }
    return await command.run(options, deps);
  } catch (error) {
    if (!isWrongUse(error)) throw error;
    deps.note(`${error.message}\nqueue-manager --help shows what there is.`);
    return EXIT.wrongUse;
  }
}

function isWrongUse(error: unknown): error is Error {
  if (error instanceof WrongUse) return true;
  if (error instanceof QueueError) return error.code === "INVALID_ARGUMENT";
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}
