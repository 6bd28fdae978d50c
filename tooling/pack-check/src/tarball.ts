import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.js";
import type { Manifest } from "./manifest.js";

export type Tarball = {
  readonly path: string;
  /** Without the leading `package/`. */
  readonly files: readonly string[];
  readonly manifest: Manifest;
};

/** Packs as a release does: by pnpm, which replaces `workspace:` and `catalog:`. */
export async function pack(dir: string, name: string, into: string): Promise<Tarball> {
  const path = join(into, `${name.replace("@", "").replace("/", "-")}.tgz`);
  await run(dir, "pnpm", ["pack", "--out", path]);
  const listing = await run(into, "tar", ["-tzf", path]);
  const files = listing
    .trim()
    .split("\n")
    .map((file) => file.replace("package/", ""));
  const manifest = JSON.parse(await run(into, "tar", ["-xzOf", path, "package/package.json"]));
  return { path, files, manifest };
}

/** Files no user has a use for. */
export function unwantedFiles(files: readonly string[]): string[] {
  return files.filter(
    (file) =>
      /(^|\/)(test|tests|bench|node_modules|coverage|\.turbo|\.vitest)\//.test(file) ||
      /\.(test|spec)\.[^/]*$/.test(file) ||
      /\.(tsbuildinfo|tgz|log)$/.test(file),
  );
}

/** The sources that source maps point to and that are not packed: a debugger would show nothing there. */
export function missingSources(dir: string, files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith(".map"))
    .flatMap((file) => {
      const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(dir, file), "utf8"));
      return sources.map((source) => join(file, "..", source));
    })
    .filter((source) => !files.includes(source));
}
