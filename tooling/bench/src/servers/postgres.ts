import { execFileSync } from "node:child_process";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@queue/testkit/free-port";
import pg from "pg";
import { type ServerProcess, startProcess } from "./server-process.js";

const DEBIAN = "/usr/lib/postgresql";

/** The folder of Postgres' programs: Debian keeps them off the PATH, by version. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const [newest] = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  const folder = join(DEBIAN, newest ?? "", "bin");
  return existsSync(join(folder, "initdb")) ? folder : undefined;
}

/** Postgres refuses to run as root: then as the user that Debian made for it. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ["-u", "-g"].map((what) =>
    Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" })),
  );
  return { uid: uid as number, gid: gid as number };
}

/** Why Postgres cannot run here, or nothing. */
export function postgresProblem(): string | undefined {
  if (postgresPrograms() === undefined) return "install postgresql";
  try {
    owner();
    return undefined;
  } catch {
    return "it refuses to run as root, and there is no user postgres to run it as";
  }
}

export async function preparePostgres(dir: string): Promise<void> {
  const user = owner();
  if (user !== undefined) chownSync(dir, user.uid, user.gid);
  execFileSync(
    join(postgresPrograms() ?? "", "initdb"),
    ["-D", join(dir, "data"), "-U", "bench", "--auth=trust", "-E", "UTF8", "--no-sync"],
    { ...user, cwd: dir, stdio: "ignore" },
  );
}

/**
 * In the durability class of the others: without fsync a commit survives the death of the process and not
 * a power cut, which is the fastest it can be without losing anything in a crash of its own.
 */
export async function startPostgres(dir: string): Promise<ServerProcess> {
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: dir,
    fsync: "off",
    full_page_writes: "off",
    shared_buffers: "256MB",
    max_wal_size: "2GB",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const running = await startProcess(
    join(postgresPrograms() ?? "", "postgres"),
    ["-D", join(dir, "data"), ...args],
    port,
    { dir, cwd: dir, ...owner() },
  );
  await createDatabase(port);
  return running;
}

async function createDatabase(port: number): Promise<void> {
  for (;;) {
    const client = new pg.Client({ host: "127.0.0.1", port, user: "bench", database: "postgres" });
    try {
      await client.connect();
      const { rowCount } = await client.query("select 1 from pg_database where datname = 'bench'");
      if (rowCount === 0) await client.query("create database bench");
      return;
    } catch (error) {
      // It accepts connections before it serves.
      if ((error as { code?: string }).code !== "57P03") throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
