import { basename, resolve } from "node:path";
import { readContract } from "../contract/index.js";
import { contractPage } from "../docs/contract-page.js";
import { type Command, EXIT_HELP, FORMAT_HELP, FORMAT_OPTION, textOption } from "./command.js";
import { openContracts } from "./contract-files.js";
import { UsageError } from "./io.js";
import { writeWhole } from "./output-files.js";
import { formatOption, refuseContracts } from "./report.js";

export const docsCommand: Command = {
  summary: "print a Markdown page of a contract",
  help: `Usage: queue-codegen docs [contract] [options]

  -o, --out FILE     write the page there instead of printing it
${FORMAT_HELP}

${EXIT_HELP}`,
  options: { out: { type: "string", short: "o" }, ...FORMAT_OPTION },
  async run(values, files, io) {
    if (files.length > 1) throw new UsageError("docs takes one contract");
    const format = formatOption(values);
    const out = textOption(values, "out");
    for (const { file, bytes } of await openContracts(files, io)) {
      const read = readContract(bytes, file);
      if (!read.ok) return refuseContracts(read.problems, format, io);
      const page = contractPage(read.contract, basename(file));
      if (out === undefined) io.stdout.write(page);
      else await writeWhole(resolve(io.cwd, out), page);
    }
    return 0;
  },
};
