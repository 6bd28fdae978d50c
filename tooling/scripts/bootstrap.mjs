// `npm start` and `npm test`, from a fresh clone on. Nothing may be imported here or in src/ that is not
// part of Node: this runs before anything is installed.
import { fileURLToPath } from "node:url";
import { readManifest } from "./src/manifests.mjs";
import { satisfiesMinimum } from "./src/node-version.mjs";
import { findPnpm } from "./src/pnpm.mjs";
import { runExample } from "./src/run-example.mjs";
import { runTests } from "./src/run-tests.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [command, ...rest] = process.argv.slice(2);

const help = `npm start [-- <arguments of the example>]   build and run apps/example (try --help, --once)
npm test [-- <arguments of turbo run>]      build, type-check, lint and test everything
                                            npm test -- --filter=@queue/runtime   one package and what it needs

QUEUE_NO_GLOBAL=1   never install pnpm globally, run it by npx
QUEUE_NO_APT=1      never install Debian packages; tests that need one are skipped`;

const manifest = readManifest(root);
if (!satisfiesMinimum(process.versions.node, manifest.engines.node)) {
  console.error(`Node.js ${manifest.engines.node} is needed, this is ${process.versions.node}`);
  process.exit(1);
}
// Turbo phones home and asks for updates unless told; a corepack shim asks before it downloads.
process.env.TURBO_TELEMETRY_DISABLED ??= "1";
process.env.TURBO_NO_UPDATE_NOTIFIER ??= "1";
process.env.COREPACK_ENABLE_DOWNLOAD_PROMPT ??= "0";

if (command === "start") {
  // Even --help belongs to the example here.
  process.exitCode = await runExample(root, pnpm(), rest);
} else if (command === "test" && !rest.includes("--help")) {
  process.exitCode = runTests(root, pnpm(), rest);
} else {
  console.log(help);
  process.exitCode = command === "test" || command === "--help" ? 0 : 1;
}

function pnpm() {
  try {
    return findPnpm(root, manifest.packageManager);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
