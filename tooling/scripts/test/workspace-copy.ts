import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { workspacePackages } from "../src/manifests.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const turbo = createRequire(import.meta.url).resolve("turbo/bin/turbo");

/** What a stand-in source file may be in any package. */
const standIns = ["README.md", "src/a.ts", "src/a.test.ts", "examples/a.ts", "consumers/a.ts"];

/**
 * A copy of the workspace's settings with one stand-in for each kind of source file: what turbo makes of an
 * edit depends on where a file lies, not on what is written in it, and an edit of the copy leaves no trace.
 */
export function copyWorkspace() {
  const copy = mkdtempSync(join(tmpdir(), "turbo-cache-"));
  copyFiles(root, copy);
  cpSync(join(root, ".changeset"), join(copy, ".changeset"), { recursive: true });
  for (const { dir } of workspacePackages(root)) {
    copyFiles(join(root, dir), join(copy, dir));
    for (const file of standIns) write(join(copy, dir, file));
  }
  return {
    packages: workspacePackages(copy),
    write: (file: string) => write(join(copy, file)),
    hashes: () => hashes(copy),
    remove: () => rmSync(copy, { recursive: true }),
  };
}

let edits = 0;
/** Gives a file content it has never had; JSON files stay readable for turbo. */
function write(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  edits += 1;
  writeFileSync(file, file.endsWith(".json") ? `{ "edit": ${edits} }` : `// ${edits}`);
}

function copyFiles(from: string, to: string) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile()) cpSync(join(from, entry.name), join(to, entry.name));
}

/** The hash of each task that has something to run: when it changes, the task runs again. */
function hashes(cwd: string): Map<string, string> {
  const args = ["run", "build", "typecheck", "lint", "test", "--dry=json", "--skip-infer"];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };
  const output = execFileSync(process.execPath, [turbo, ...args], {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
  });
  const { tasks }: { tasks: { taskId: string; hash: string; command: string }[] } =
    JSON.parse(output);
  return new Map(
    tasks
      .filter(({ command }) => command !== "<NONEXISTENT>")
      .map(({ taskId, hash }) => [taskId, hash]),
  );
}
