import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "./command.js";
import { DEFAULT_CONTRACT } from "./contract-files.js";
import { UsageError } from "./io.js";

export const initCommand: Command = {
  summary: "write a contract to begin with",
  help: `Usage: queue-codegen init [file]

Writes contract.yaml, or the file named, with a queue and comments. Never overwrites.`,
  options: {},
  async run(_, files, io) {
    const [file = DEFAULT_CONTRACT, ...more] = files;
    if (more.length > 0) throw new UsageError("init takes one file");
    try {
      await writeFile(resolve(io.cwd, file), FIRST_CONTRACT, { flag: "wx" });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(
        code === "EEXIST" ? `${file} exists already` : `cannot write ${file}: ${message}`,
      );
    }
    const named = file === DEFAULT_CONTRACT ? "" : ` ${file}`;
    io.stdout.write(
      `${file} written; describe your queues in it, then run \`queue-codegen generate${named}\`\n`,
    );
    return 0;
  },
};

export const FIRST_CONTRACT = `# yaml-language-server: $schema=./node_modules/@queue/codegen/dist/contract.schema.json
version: 1

queues:
  - id: 1 # the queue's number in the storage, 1 to 65535; never change it
    name: emails # in snake_case; gives putEmails, EmailsTask, EmailsHandler …
    description: Outgoing mail
    fields: # the payload; append at the end only
      - { name: to, type: string, description: The address }
      - { name: subject, type: string }
      - { name: body, type: "[]byte" }
      - { name: reply_to, type: string, optional: true } # absent: undefined
      - { name: copies, type: int, default: 1 } # absent: 1
    # Types: int (number), int64 (bigint), string, bool, "[]byte", "[]int", "[]int64",
    # float64, timestamp (Date), "[]string", json. Quote those with brackets.
    # A field that you remove leaves its place: - { reserved: its_name }

    # Policy, all optional:
    # batch_size: 10 # tasks that a handler gets at once, at most
    # visibility_timeout: 60s # how long a task stays hidden while nobody renews it
    # priority: 0 # 0 to 255, lower goes first
    # ttl: 24h # a task that waits longer is dropped
    # max_attempts: 10 # tries before a task becomes a dead letter
    # backoff: { min: 1s, max: 1h, jitter: 0.2 } # the pause between tries, doubling
    # key: to # tasks with the same value of this field run one after another

# reserved: [2] # ids of removed queues, so that they never come back
`;
