import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { writeCdb } from "../../test/config/cdb-writer.js";
import { type ConfigDir, configDir, nextChange } from "../../test/config/config-dir.js";
import { recordingLogger } from "../../test/config/recording-logger.js";
import type { ConfigFile, ConfigFileOptions } from "./config-file.js";
import { onlineConfFile } from "./onlineconf-file.js";
import { yamlFile } from "./yaml-file.js";

const text = (value: number) => `/a/b ${value}\n#EOF`;
const forms = [
  { name: "module.conf", open: onlineConfFile, whole: text, broken: "/a/b 9\n#EO" },
  {
    name: "module.cdb",
    open: onlineConfFile,
    whole: (value: number) => writeCdb([["/a/b", `s${value}`]]),
    broken: writeCdb([["/a/b", "s9"]]).subarray(0, -1),
  },
  {
    name: "tree.yaml",
    open: yamlFile,
    whole: (value: number) => `a: { b: ${value} }`,
    broken: "a: { b: 9",
  },
];

/** So rare that only the watch of the directory can have noticed a change. */
const NEVER_MS = 2 ** 31 - 1;

async function opened(open: typeof yamlFile, path: string, options: ConfigFileOptions = {}) {
  const logger = recordingLogger();
  const file: ConfigFile = await open(path, { logger, ...options });
  onTestFinished(() => file.close());
  return { file, logger };
}

async function textFile(dir: ConfigDir, options?: ConfigFileOptions) {
  await dir.replace("module.conf", text(1));
  return opened(onlineConfFile, dir.path("module.conf"), options);
}

describe.each(forms)(
  "the config file $name",
  { timeout: 30_000 },
  ({ name, open, whole, broken }) => {
    it("is read again when an update arrives by rename", async () => {
      const dir = await configDir();
      await dir.replace(name, whole(1));
      const { file, logger } = await opened(open, dir.path(name), { recheckMs: NEVER_MS });
      expect(file.get("/a/b")).toBe("1");
      for (const value of [2, 3]) {
        const changed = nextChange(file, "/a");
        await dir.replace(name, whole(value));
        await changed;
        expect(file.get("/a/b")).toBe(String(value));
      }
      expect(logger.lines).toEqual([]);
    });

    it("keeps the last good values of a broken or vanished file, and says so", async () => {
      const dir = await configDir();
      await dir.replace(name, whole(1));
      const { file, logger } = await opened(open, dir.path(name));
      for (const spoil of [
        () => dir.replace(name, broken),
        () => rm(dir.path(name)),
        () => mkdir(dir.path(name)),
      ]) {
        const warned = logger.next("warn");
        await spoil();
        const { message, fields } = await warned;
        expect(message).toBe("config file unusable, last good values stay");
        expect(fields).toMatchObject({ file: dir.path(name), err: { code: "CONFIG" } });
        expect(file.get("/a/b")).toBe("1");
        expect(file.status()).toEqual({ kind: "stale", error: fields.err });
      }
      await rm(dir.path(name), { recursive: true });
      const good = logger.next("info");
      const changed = nextChange(file);
      await dir.replace(name, whole(2));
      expect((await good).message).toBe("config file is good again");
      await changed;
      expect(file.get("/a/b")).toBe("2");
      expect(file.status()).toEqual({ kind: "current" });
    });

    it("rejects at the start if it is absent, broken or no file", async () => {
      const dir = await configDir();
      const path = dir.path(name);
      const refused = { code: "CONFIG", message: expect.stringContaining(path) };
      await expect(open(path)).rejects.toMatchObject(refused);
      // No word of the system call: the same problem has to read the same, or it is logged twice.
      await expect(open(path)).rejects.toThrow(/ENOENT: no such file or directory$/);
      await dir.replace(name, broken);
      await expect(open(path)).rejects.toMatchObject(refused);
      await rm(path);
      await mkdir(path);
      await expect(open(path)).rejects.toThrow("is not a regular file");
    });
  },
);

/** 8 to the power of 12 entries, if somebody counts them out. */
const manyAliases = Array.from({ length: 13 }, (_, i) =>
  i === 0 ? "k0: &k0 [x]" : `k${i}: &k${i} [${Array(8).fill(`*k${i - 1}`)}]`,
).join("\n");

describe("a watched config file", { timeout: 30_000 }, () => {
  it("logs one problem once, however often the file is touched", async () => {
    const dir = await configDir();
    const { file, logger } = await textFile(dir, { recheckMs: 5 });
    const half = "/a/b 7\n";
    const warned = logger.next("warn");
    await dir.replace("module.conf", half);
    await warned;
    for (let i = 0; i < 20; i++) await dir.replace("module.conf", half);
    const changed = nextChange(file);
    await dir.replace("module.conf", text(2));
    await changed;
    expect(logger.messages("warn")).toHaveLength(1);
    expect(logger.messages("info")).toHaveLength(1);
  });

  it("does not call listeners for an update that changes nothing under their prefix", async () => {
    const dir = await configDir();
    const { file } = await textFile(dir);
    let calls = 0;
    file.subscribe("/a", () => void calls++);
    const other = nextChange(file, "/c");
    await dir.replace("module.conf", "# another comment\n/c 1\n/a/b 1\n#EOF");
    await other;
    expect(calls).toBe(0);
  });

  it("reads a file that is written in place", async () => {
    const dir = await configDir();
    const { file } = await textFile(dir);
    const changed = nextChange(file);
    await writeFile(dir.path("module.conf"), text(2));
    await changed;
    expect(file.get("/a/b")).toBe("2");
  });

  it("follows a link that is switched beside it, as in a mounted ConfigMap", async () => {
    const dir = await configDir();
    for (const value of [1, 2]) {
      await mkdir(dir.path(`v${value}`));
      await writeFile(dir.path(`v${value}/module.conf`), text(value));
    }
    await symlink("v1", dir.path("data"));
    await symlink("data/module.conf", dir.path("module.conf"));
    const { file } = await opened(onlineConfFile, dir.path("module.conf"), { recheckMs: NEVER_MS });
    expect(file.get("/a/b")).toBe("1");
    const changed = nextChange(file);
    await symlink("v2", dir.path("next"));
    await rename(dir.path("next"), dir.path("data"));
    await changed;
    expect(file.get("/a/b")).toBe("2");
  });

  it("notices by its own look what the directory does not tell", async () => {
    const [dir, elsewhere] = [await configDir(), await configDir()];
    await elsewhere.replace("real.conf", text(1));
    await symlink(elsewhere.path("real.conf"), dir.path("module.conf"));
    const { file } = await opened(onlineConfFile, dir.path("module.conf"), { recheckMs: 5 });
    const changed = nextChange(file);
    await elsewhere.replace("real.conf", text(2));
    await changed;
    expect(file.get("/a/b")).toBe("2");
  });

  it("survives the replacement of its directory", async () => {
    const dir = await configDir();
    for (const [name, value] of [
      ["current", 1],
      ["next", 2],
    ] as const) {
      await mkdir(dir.path(name));
      await writeFile(dir.path(`${name}/module.conf`), text(value));
    }
    const path = dir.path("current/module.conf");
    const { file } = await opened(onlineConfFile, path, { recheckMs: 5 });
    const changed = nextChange(file);
    await rename(dir.path("current"), dir.path("old"));
    await rename(dir.path("next"), dir.path("current"));
    await changed;
    expect(file.get("/a/b")).toBe("2");
  });

  it("is silent and keeps its values after close, which may be called twice", async () => {
    const dir = await configDir();
    const { file: closed, logger } = await textFile(dir, { recheckMs: 5 });
    const { file: witness } = await opened(onlineConfFile, dir.path("module.conf"));
    let calls = 0;
    closed.subscribe("/", () => void calls++);
    closed.close();
    closed.close();
    const changed = nextChange(witness);
    await dir.replace("module.conf", text(2));
    await changed;
    expect(closed.get("/a/b")).toBe("1");
    expect([calls, logger.lines]).toEqual([0, []]);
  });

  it("does not keep the process alive", async () => {
    const timers = vi.spyOn(globalThis, "setInterval");
    onTestFinished(() => timers.mockRestore());
    await textFile(await configDir(), { recheckMs: 4321 });
    const ours = timers.mock.calls.findIndex(([, ms]) => ms === 4321);
    expect(timers.mock.results[ours]?.value.hasRef()).toBe(false);
    expect(process.getActiveResourcesInfo()).not.toContain("FSEventWrap");
  });

  it.each([
    ["aliases that unfold without end", manyAliases],
    ["an unknown alias", "a: *nowhere"],
    ["an alias of its own mapping", "a: &a { b: *a }"],
    ["endless nesting", "[".repeat(100_000)],
  ])("refuses YAML with %s by a QueueError", async (_what, content) => {
    const dir = await configDir();
    await dir.replace("tree.yaml", content);
    await expect(yamlFile(dir.path("tree.yaml"))).rejects.toMatchObject({ code: "CONFIG" });
  });

  it.each([0, -1, Number.NaN, 2 ** 31])("refuses recheckMs %s", async (recheckMs) => {
    await expect(onlineConfFile("any", { recheckMs })).rejects.toThrow(
      "[INVALID_ARGUMENT] recheckMs",
    );
  });
});
