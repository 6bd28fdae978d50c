// Checks that READMEs show their example files as they are; `--write` copies the files into the READMEs.
// `npm test` runs the same check.
import { fileURLToPath } from "node:url";
import { checkReadmes } from "./src/readmes.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const problems = checkReadmes(root, { write: process.argv.includes("--write") });
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
