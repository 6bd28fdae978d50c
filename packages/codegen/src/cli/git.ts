import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { UsageError } from "./io.js";

const run = promisify(execFile);

/** A file as it was at a commit; `undefined` if the commit does not have it. */
export async function readAtRef(ref: string, path: string): Promise<Uint8Array | undefined> {
  if (ref.startsWith("-")) throw new UsageError(`${JSON.stringify(ref)} is no git ref`);
  const git = (...args: string[]) =>
    run("git", args, { cwd: dirname(path), encoding: "buffer", maxBuffer: 16 * 1024 * 1024 });
  const commit = await git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`).catch((error) => {
    throw new UsageError(`--against ${ref}: ${reasonOf(error, ref)}`);
  });
  const object = `${commit.stdout.toString().trim()}:./${basename(path)}`;
  const present = await git("rev-parse", "--verify", "--quiet", object).then(
    () => true,
    () => false,
  );
  return present ? (await git("cat-file", "blob", object)).stdout : undefined;
}

function reasonOf(error: unknown, ref: string): string {
  const { code, stderr } = error as { code?: unknown; stderr?: Buffer };
  if (code === "ENOENT") return "git is not installed, and there is no such file";
  const said =
    stderr
      ?.toString()
      .trim()
      .replace(/^fatal: /, "") ?? "";
  return said === ""
    ? `there is no such file, and git knows no commit ${ref}`
    : `there is no such file, and git says: ${said}`;
}
