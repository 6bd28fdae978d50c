import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UsageError } from "./io.js";
import type { Plan } from "./plan.js";

const HEADER = /^\/\/ Generated from (.+) by @queue\/codegen/;

/** The contract that a generated file names in its first line; `undefined` for any other file. */
function sourceOf(text: string): string | undefined {
  return HEADER.exec(text)?.[1];
}

/** A generated file as it lies there. Line ends are git's business. */
export async function readOutput(path: string): Promise<string | undefined> {
  const text = await unlessAbsent(readFile(path, "utf8"), undefined);
  return text?.replaceAll("\r\n", "\n");
}

/** A generated file that the plan does not have. */
export interface Orphan {
  readonly name: string;
  /** The contract that it names. */
  readonly source: string;
  /** Whether the plan has that contract, which then no longer gives the file. */
  readonly isOurs: boolean;
}

export async function orphansOf({ dir, files }: Plan): Promise<Orphan[]> {
  const planned = new Set(files.map(({ name }) => name));
  const contracts = new Set(files.map(({ contract }) => basename(contract)));
  const entries = await unlessAbsent(readdir(dir, { withFileTypes: true }), []);
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  const orphans: Orphan[] = [];
  for (const name of names.sort()) {
    if (planned.has(name) || !name.endsWith(".gen.ts")) continue;
    const source = sourceOf((await readOutput(join(dir, name))) ?? "");
    if (source !== undefined) orphans.push({ name, source, isOurs: contracts.has(source) });
  }
  return orphans;
}

/** Writes what has changed. Refuses to begin where it would replace a file that it did not write. */
export async function writePlan({ dir, out, files }: Plan): Promise<("written" | "unchanged")[]> {
  const present = await Promise.all(files.map(({ name }) => readOutput(join(dir, name))));
  for (const [i, text] of present.entries())
    if (text !== undefined && text !== "" && sourceOf(text) === undefined)
      throw new UsageError(
        `${out}/${files[i]?.name} was not generated; move it away, or choose another --out`,
      );
  const outcomes: ("written" | "unchanged")[] = [];
  for (const [i, { name, text }] of files.entries()) {
    const changed = present[i] !== text;
    if (changed) await writeWhole(join(dir, name), text);
    outcomes.push(changed ? "written" : "unchanged");
  }
  return outcomes;
}

/** A reader sees the old file or the new one, never half of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const target = await unlessAbsent(realpath(path), path); // a link stays a link
  const draft = join(dirname(target), `.${randomUUID()}.tmp`);
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function unlessAbsent<T, U>(reading: Promise<T>, absent: U): Promise<T | U> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return absent;
    throw error;
  }
}
