import { writeFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { configDir } from "../../test/config/config-dir.js";
import { recordingLogger } from "../../test/config/recording-logger.js";
import { watchFile } from "./file-watch.js";

describe("watchFile", { timeout: 30_000 }, () => {
  it("warns of a directory that cannot be watched, and goes on looking by itself", async () => {
    const dir = await configDir();
    const logger = recordingLogger();
    let looks = 0;
    await new Promise<void>((lookedThrice) => {
      const look = async () => {
        looks++;
        if (looks === 3) lookedThrice();
      };
      const file = dir.path("absent/file");
      onTestFinished(watchFile(file, { recheckMs: 1, logger, look }));
    });
    expect(logger.messages("warn")).toEqual([
      "config directory cannot be watched, changes are noticed later",
    ]);
  });

  it("looks once more for all that happened during a look, and is then sure of its own file", async () => {
    const dir = await configDir();
    const looks: boolean[] = [];
    let running = 0;
    const second = new Promise<void>((lookedTwice) => {
      const look = async (sure: boolean) => {
        looks.push(sure);
        expect(++running).toBe(1);
        if (looks.length === 1)
          for (const name of ["file", "other", "file"]) await writeFile(dir.path(name), name);
        else if (sure) lookedTwice();
        running--;
      };
      const logger = recordingLogger();
      onTestFinished(watchFile(dir.path("file"), { recheckMs: 2 ** 31 - 1, logger, look }));
    });
    await second;
    expect(looks[0]).toBe(false);
    expect(looks.length).toBeLessThan(6);
  });
});
