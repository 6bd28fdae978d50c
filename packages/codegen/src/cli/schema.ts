import { CONTRACT_SCHEMA } from "../contract/schema.js";
import type { Command } from "./command.js";
import { UsageError } from "./io.js";

export const schemaCommand: Command = {
  summary: "print the JSON Schema of contracts, for editors",
  help: `Usage: queue-codegen schema

The package has it as a file, too. With the YAML extension of your editor, begin a
contract with
  # yaml-language-server: $schema=./node_modules/@queue/codegen/dist/contract.schema.json`,
  options: {},
  async run(_, files, io) {
    if (files.length > 0) throw new UsageError("schema takes no arguments");
    io.stdout.write(`${JSON.stringify(CONTRACT_SCHEMA, null, 2)}\n`);
    return 0;
  },
};
