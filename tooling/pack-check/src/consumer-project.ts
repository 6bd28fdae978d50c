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
      // Those that were packed here are installed already, and no registry has them.
      const peers = Object.entries(
        Object.assign({}, ...tarballs.map(({ manifest }) => optionalPeers(manifest))),
      ).filter(([name]) => !(name in dependencies));
      if (peers.length > 0) await install(...peers.map(([name, range]) => `${name}@${range}`));
    },

    load: (entry: string) =>
      run(dir, process.execPath, ["--input-type=module", "-e", `await import("${entry}")`]),

    /** Type-checks a program in a folder of the project and runs it; resolves to what it printed. */
    runProgram: async (program: string, folder = ".") => {
      const name = basename(program, ".ts");
      const file = join(folder, `${name}.ts`);
      copyFileSync(program, join(dir, file));
      writeJson(join(dir, `tsconfig.${name}.json`), { compilerOptions, files: [file] });
      await run(dir, process.execPath, [tsc, "-p", `tsconfig.${name}.json`]);
      return run(dir, process.execPath, [join("out", folder, `${name}.js`)]);
    },

    /** Runs a line as a person types it. */
    runLine: (line: string) => run(dir, "sh", ["-c", line]),

    runBin: (bin: string, args: readonly string[]) =>
      run(dir, join(dir, "node_modules", ".bin", bin), args),
  };
}

function writeJson(file: string, value: unknown) {
  writeFileSync(file, JSON.stringify(value, null, 2));
}
