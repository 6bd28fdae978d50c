import "../examples/conformance-vitest.js";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

const ENTRIES = ["index", "testing/index", "conformance/index"];

/**
 * The example and this package as JavaScript, for a Node that knows no types: in a package of the same
 * name, so that the example finds by that name the copy its storage is made with.
 */
async function compile(example: string, into: string): Promise<void> {
  const sources = [example, ...ENTRIES.map((entry) => `src/${entry}.ts`)];
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { noEmit: false, rootDir: root, outDir: into },
    files: sources.map((file) => join(root, file)),
    include: [],
  };
  const [main, testing, conformance] = ENTRIES.map((entry) => `./src/${entry}.js`);
  const exports = { ".": main, "./testing": testing, "./conformance": conformance };
  const manifest = { name: "@queue/runtime", type: "module", exports };
  writeFileSync(join(into, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(into, "package.json"), JSON.stringify(manifest));
  await run(join(root, "node_modules", ".bin", "tsc"), ["-p", into]);
}

/** Node's runner reports to its parent instead of printing when it believes to be run by another. */
function withoutRunner(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  return env;
}

describe("the example of node:test", () => {
  it("runs the whole suite without any other runner", async () => {
    // Inside the package, so that fast-check is found.
    mkdirSync(join(root, ".vitest"), { recursive: true });
    const into = mkdtempSync(join(root, ".vitest", "example-"));
    try {
      await compile("examples/conformance-node-test.ts", into);
      const { stdout } = await run(
        process.execPath,
        ["--test", "--test-reporter=tap", join(into, "examples", "conformance-node-test.js")],
        { maxBuffer: 64 * 1024 * 1024, env: withoutRunner() },
      );
      expect(stdout).toMatch(/^# pass 3\d\d$/m);
      expect(stdout).toMatch(/^# fail 0$/m);
    } finally {
      rmSync(into, { recursive: true });
    }
  }, 60_000);
});
