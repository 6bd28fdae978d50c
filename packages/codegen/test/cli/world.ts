import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCli } from "../../src/cli/cli.js";
import type { Io } from "../../src/cli/io.js";

export const SMALL = `queues:
  - id: 1
    name: emails
    fields:
      - { name: to, type: string }
`;

/** The same with a field more at the end of the first queue. */
export function withField(contract: string, field: string): string {
  return contract.replace(
    "      - { name: to, type: string }\n",
    (line) => `${line}      - ${field}\n`,
  );
}

/** A folder of its own, and what commands print in it. */
export function createWorld(io: Partial<Io> = {}) {
  const dir = mkdtempSync(join(tmpdir(), "queue-codegen-"));
  const at = (file: string) => join(dir, file);
  return {
    dir,
    at,
    write(file: string, text: string | Uint8Array) {
      mkdirSync(dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text);
    },
    read: (file: string) => readFileSync(at(file), "utf8"),
    list: (folder = ".") => readdirSync(at(folder)).sort(),
    async run(...args: string[]) {
      const printed = { stdout: "", stderr: "" };
      const output = (name: keyof typeof printed) => ({
        write: (text: string) => {
          printed[name] += text;
        },
      });
      const code = await runCli(args, {
        cwd: dir,
        env: {},
        stdout: output("stdout"),
        stderr: output("stderr"),
        signal: new AbortController().signal,
        ...io,
      });
      return { code, ...printed };
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export type World = ReturnType<typeof createWorld>;
