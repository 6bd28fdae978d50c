import { readFileSync } from "node:fs";

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

/** Of this package: generated files name it. */
export const GENERATOR_VERSION = manifest.version;
