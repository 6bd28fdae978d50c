import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { QueueError } from "@queue/runtime";
import type { InitArguments } from "./arguments.js";

const MODULE = fileURLToPath(new URL("../../lua", import.meta.url));
const TEMPLATE = fileURLToPath(new URL("../../lua/local/instance.template.lua", import.meta.url));

/** Writes an instance file, and prints how to run it and how to make its user. */
export function init(args: InitArguments, print: (text: string) => void): void {
  const file = resolve(args.file);
  const text = filled(readFileSync(TEMPLATE, "utf8"), {
    file: basename(file),
    module: luaText(MODULE),
    dir: luaText("."),
    listen: luaText(args.listen),
  });
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    throw new QueueError("CONFIG", whyNot(error, file), { cause: error });
  }
  print(next(args, file));
}

function whyNot(error: unknown, file: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EEXIST"
    ? `${file} exists and stays as it is. Choose another name: queue-tarantool init other.lua`
    : `${file} cannot be written: ${error instanceof Error ? error.message : error}`;
}

function next({ user, role }: InitArguments, file: string): string {
  const password = randomBytes(18).toString("base64url");
  return `Wrote ${file}. Look through it, then start it: tarantool ${basename(file)}

Once, on that server (its console, or in the file after \`start\`), make the user of your service. It may
call what a ${role} needs and nothing else: no eval, no access to spaces.
  box.schema.user.create('${user}', { password = '${password}' })
  box.schema.user.grant('${user}', 'queue_${role}')

The guest needs no rights. See what a user has: box.schema.user.info('${user}')`;
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

/** A text as a Lua literal. */
function luaText(text: string): string {
  return `'${text.replace(/[\\'\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`))}'`;
}
