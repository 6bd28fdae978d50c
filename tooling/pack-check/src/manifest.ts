import { readFileSync } from "node:fs";
import { join } from "node:path";

const dependencyFields = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
] as const;

/** The part of a package.json that the pack check reads. */
export type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
} & { readonly [field in (typeof dependencyFields)[number]]?: Readonly<Record<string, string>> };

export function readManifest(dir: string): Manifest {
  return JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
}

/** Ranges that only this workspace understands: pnpm replaces them when it packs, npm does not. */
export function unresolvedRanges(manifest: Manifest): string[] {
  return dependencyFields.flatMap((field) =>
    Object.entries(manifest[field] ?? {})
      .filter(([, range]) => /^(workspace|catalog):/.test(range))
      .map(([name, range]) => `${field}: ${name}@${range}`),
  );
}

export function optionalPeers(manifest: Manifest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(manifest.peerDependencies ?? {}).filter(
      ([name]) => manifest.peerDependenciesMeta?.[name]?.optional,
    ),
  );
}

/** What a program may import: "@queue/runtime", "@queue/runtime/testing", … */
export function entries(manifest: Manifest): string[] {
  return Object.keys(manifest.exports ?? {})
    .filter((key) => !key.endsWith(".json"))
    .map((key) => manifest.name + key.slice(1));
}

export function bins(manifest: Manifest): string[] {
  // A single string means a command with the package's name, without its scope.
  if (typeof manifest.bin === "string") return [manifest.name.replace(/^@[^/]+\//, "")];
  return Object.keys(manifest.bin ?? {});
}
