import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ConfigSource } from "../../src/config/config-source.js";

export interface ConfigDir {
  path(name: string): string;
  /** As updaters do it: a temporary file beside it, then a rename. */
  replace(name: string, content: string | Buffer): Promise<void>;
}

/** A directory that is gone when the test is. */
export async function configDir(): Promise<ConfigDir> {
  const dir = await mkdtemp(join(tmpdir(), "queue-config-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = (name: string) => join(dir, name);
  return {
    path,
    async replace(name, content) {
      await writeFile(path(`.${name}.tmp`), content);
      await rename(path(`.${name}.tmp`), path(name));
    },
  };
}

/** Resolves when the source next reports a change; call it before making the change. */
export function nextChange(source: ConfigSource, prefix = "/"): Promise<void> {
  return new Promise((told) => {
    const end = source.subscribe(prefix, () => {
      end();
      told();
    });
  });
}
