import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Manifest, readManifest } from "./manifest.js";

const packCheck = fileURLToPath(new URL("..", import.meta.url));
const packages = join(packCheck, "..", "..", "packages");

export type PublicPackage = {
  readonly name: string;
  readonly dir: string;
  readonly manifest: Manifest;
  /** The program that uses the package as its users do. */
  readonly consumer: string;
};

export function publicPackages(): PublicPackage[] {
  return readdirSync(packages)
    .filter((folder) => existsSync(join(packages, folder, "package.json")))
    .map((folder) => {
      const dir = join(packages, folder);
      const manifest = readManifest(dir);
      const consumer = join(packCheck, "consumers", `${folder}.ts`);
      return { name: manifest.name, dir, manifest, consumer };
    })
    .filter(({ manifest }) => !manifest.private);
}

/** What is still to do before the pack check covers a package; `[]` when it does. */
export function missingFor({ name, consumer }: PublicPackage): string[] {
  const missing: string[] = [];
  if (readManifest(packCheck).devDependencies?.[name] === undefined)
    // Without it turbo would not run the pack check again when the package changes.
    missing.push(`Add "${name}": "workspace:^" to devDependencies of tooling/pack-check.`);
  if (!existsSync(consumer))
    missing.push(
      `Add ${consumer.slice(consumer.indexOf("tooling"))}: a program that uses ${name}, ` +
        "with a @ts-expect-error that fails if its types become any.",
    );
  return missing;
}
