import { parseArgs } from "node:util";
import { didYouMean } from "../contract/suggest.js";
import { GENERATOR_VERSION } from "../version.js";
import { breakingCommand } from "./breaking.js";
import { checkCommand } from "./check.js";
import type { Command, OptionValues } from "./command.js";
import { docsCommand } from "./docs.js";
import { generateCommand } from "./generate.js";
import { initCommand } from "./init.js";
import { type ExitCode, type Io, UsageError } from "./io.js";
import { schemaCommand } from "./schema.js";
import { watchCommand } from "./watch.js";

export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["init", initCommand],
  ["generate", generateCommand],
  ["check", checkCommand],
  ["breaking", breakingCommand],
  ["watch", watchCommand],
  ["docs", docsCommand],
  ["schema", schemaCommand],
]);

/** Runs one command and gives the exit code; never throws. */
export async function runCli(args: readonly string[], io: Io): Promise<ExitCode> {
  const [name = "", ...rest] = args;
  if (["-h", "--help", "help"].includes(name)) return print(helpOf(rest[0]), io);
  if (["-v", "--version"].includes(name)) return print(GENERATOR_VERSION, io);
  const command = COMMANDS.get(name);
  if (command === undefined) return refuse(unknownCommand(name), "", io);
  if (rest.some((arg) => arg === "-h" || arg === "--help")) return print(helpOf(name), io);
  try {
    const { values, positionals } = parse(command, rest);
    return await command.run(values, positionals, io);
  } catch (error) {
    if (error instanceof UsageError) return refuse(error.message, ` ${name}`, io);
    return refuse(unexpected(error), ` ${name}`, io);
  }
}

function parse(command: Command, args: readonly string[]) {
  try {
    const { options } = command;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as OptionValues, positionals };
  } catch (error) {
    // Node's message goes on to explain `--`, which helps nobody here.
    throw new UsageError((error as Error).message.replace(/\. To specify a positional.*/s, ""));
  }
}

function print(text: string, io: Io): ExitCode {
  io.stdout.write(`${text}\n`);
  return 0;
}

function refuse(message: string, command: string, io: Io): ExitCode {
  io.stderr.write(`queue-codegen${command}: ${message}\n`);
  io.stderr.write(`\`queue-codegen${command} --help\` explains its use\n`);
  return 2;
}

function unknownCommand(name: string): string {
  if (name === "") return `which command? ${[...COMMANDS.keys()].join(", ")}`;
  const suggestion =
    didYouMean(name, COMMANDS.keys()) ?? `there are ${[...COMMANDS.keys()].join(", ")}`;
  return `there is no command ${name}; ${suggestion}`;
}

/** Of the file system: the message says all. Anything else is a bug, whose stack somebody has to see. */
function unexpected(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code === undefined ? (stack ?? String(error)) : message;
}

function helpOf(name: string | undefined): string {
  const command = COMMANDS.get(name ?? "");
  if (command !== undefined) return `queue-codegen ${name}: ${command.summary}\n\n${command.help}`;
  const lines = [...COMMANDS].map(([each, { summary }]) => `  ${each.padEnd(9)} ${summary}`);
  return `queue-codegen: contracts of queues in YAML to typed TypeScript

${lines.join("\n")}

  queue-codegen init && queue-codegen generate    a first contract and its code
  queue-codegen <command> --help                  the options of a command
  queue-codegen --version`;
}
