import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { run } from "./command.js";
import { optionalPeers } from "./manifest.js";
import type { Tarball } from "./tarball.js";

const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
const nodeTypes: { version: string } = require("@types/node/package.json");

const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false, // our declarations have to hold where a user checks them, too
  noEmitOnError: true,
  rootDir: ".",
  outDir: "out",
  types: ["node"],
};

/** An empty project outside the workspace, which has installed the packed packages by npm. */
export async function createConsumerProject(dir: string, tarballs: readonly Tarball[]) {
  const dependencies = Object.fromEntries(
    tarballs.map(({ manifest, path }) => [manifest.name, `file:${path}`]),
  );
  mkdirSync(dir);
  writeJson(join(dir, "package.json"), {
    name: "consumer",
    private: true,
    type: "module",
    dependencies,
    devDependencies: { "@types/node": nodeTypes.version },
    // Packages depend on each other by versions which no registry has yet.
    overrides: Object.fromEntries(Object.keys(dependencies).map((name) => [name, `$${name}`])),
  });
  const install = (...packages: string[]) =>
    run(dir, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages]);
  await install();

  return {
    installOptionalPeers: async () => {
      const peers = Object.entries(
        Object.assign({}, ...tarballs.map(({ manifest }) => optionalPeers(manifest))),
      );
      if (peers.length > 0) await install(...peers.map(([name, range]) => `${name}@${range}`));
    },

    load: (entry: string) =>
      run(dir, process.execPath, ["--input-type=module", "-e", `await import("${entry}")`]),

    /** Type-checks a program in the project and runs it; resolves to what it printed. */
    runProgram: async (program: string) => {
      const name = basename(program, ".ts");
      copyFileSync(program, join(dir, `${name}.ts`));
      writeJson(join(dir, `tsconfig.${name}.json`), { compilerOptions, files: [`${name}.ts`] });
      await run(dir, process.execPath, [tsc, "-p", `tsconfig.${name}.json`]);
      return run(dir, process.execPath, [join("out", `${name}.js`)]);
    },

    runBin: (bin: string, args: readonly string[]) =>
      run(dir, join(dir, "node_modules", ".bin", bin), args),
  };
}

function writeJson(file: string, value: unknown) {
  writeFileSync(file, JSON.stringify(value, null, 2));
}
