import { describe, expect, it } from "vitest";
import { recordingLogger } from "../../test/config/recording-logger.js";
import type { ConfigSource } from "./config-source.js";
import { objectConfig } from "./object-config.js";
import { createWorkerSettings } from "./worker-settings.js";
import type { WorkerSettingsDeps } from "./worker-values.js";

const ROOT = "/mailer/worker/queue/main";

function setup(overrides: Partial<WorkerSettingsDeps> = {}) {
  const logger = recordingLogger();
  const source = objectConfig({}, { logger });
  const create = () =>
    createWorkerSettings({
      service: "mailer",
      name: "main",
      source,
      logger,
      options: {},
      queues: [{ queueNum: 1 }, { queueNum: 2 }],
      ...overrides,
    });
  return { logger, source, create };
}

describe("the settings of a worker", () => {
  it("have the defaults of the specification, without a source as well", () => {
    const settings = setup({ source: undefined }).create();
    expect(settings.maxProcessors).toBe(1);
    expect(settings.visibilityTimeoutMs(1)).toBe(60_000);
    expect(settings.batchSize(2)).toBe(10);
  });

  it("come from the source, then the options, then the contract, then the defaults", () => {
    const { source, create } = setup({
      options: { maxProcessors: 3, visibilityTimeoutMs: 3000, batchSize: 3 },
      queues: [{ queueNum: 1, visibilityTimeoutMs: 2000, batchSize: 2 }],
    });
    const settings = create();
    const values = () => [
      settings.maxProcessors,
      settings.visibilityTimeoutMs(1),
      settings.batchSize(1),
    ];
    expect(values()).toEqual([3, 3000, 3]);
    source.set(`${ROOT}/max_processors`, 4);
    source.set(`${ROOT}/visibility_timeout`, 4);
    source.set(`${ROOT}/queue/1/batch_size`, 4);
    expect(values()).toEqual([4, 4000, 4]);
    source.set(`${ROOT}/max_processors`, undefined);
    source.set(`${ROOT}/visibility_timeout`, undefined);
    source.set(`${ROOT}/queue/1/batch_size`, undefined);
    expect(values()).toEqual([3, 3000, 3]);
  });

  it("let each queue have its own contract and its own batch size", () => {
    const { source, create } = setup({
      queues: [{ queueNum: 1, visibilityTimeoutMs: 2000, batchSize: 2 }, { queueNum: 2 }],
    });
    source.set(`${ROOT}/queue/2/batch_size`, 20);
    const settings = create();
    expect([settings.batchSize(1), settings.batchSize(2)]).toEqual([2, 20]);
    expect([settings.visibilityTimeoutMs(1), settings.visibilityTimeoutMs(2)]).toEqual([
      2000, 60_000,
    ]);
    expect(() => settings.batchSize(3)).toThrow("queue 3 is not a queue of this worker");
  });

  it("allow no processors at all, which pauses the worker", () => {
    const { source, create } = setup();
    source.set(`${ROOT}/max_processors`, 0);
    expect(create().maxProcessors).toBe(0);
  });

  it.each(["abc", "-1", "1.5", "", "1025"])(
    "keep the last good value when %j is given, and log that once",
    (bad) => {
      const { source, logger, create } = setup();
      source.set(`${ROOT}/max_processors`, 4);
      const settings = create();
      source.set(`${ROOT}/max_processors`, bad);
      source.set(`${ROOT}/visibility_timeout`, 5);
      expect(settings.maxProcessors).toBe(4);
      expect(logger.lines.filter(({ level }) => level === "warn")).toEqual([
        {
          level: "warn",
          message: "bad setting, the last good value stays",
          fields: {
            path: `${ROOT}/max_processors`,
            given: JSON.stringify(bad),
            allowed: "a whole number from 0 to 1024",
          },
        },
      ]);
    },
  );

  it("log a new value and its removal", () => {
    const { source, logger, create } = setup();
    create();
    source.set(`${ROOT}/max_processors`, 2);
    source.set(`${ROOT}/max_processors`, undefined);
    const path = `${ROOT}/max_processors`;
    expect(logger.lines.map(({ fields }) => fields)).toEqual([
      { path, value: 2 },
      { path, value: null },
    ]);
  });

  it("log another bad value, and the same one again after a good one", () => {
    const { source, logger, create } = setup();
    create();
    for (const value of ["x", "y", "7", "y"]) source.set(`${ROOT}/queue/1/batch_size`, value);
    expect(logger.messages("warn")).toHaveLength(3);
  });

  it("take the next in precedence for a value that is bad from the start or after a removal", () => {
    const { source, create } = setup({ options: { batchSize: 5 } });
    source.set(`${ROOT}/queue/1/batch_size`, "10001");
    const settings = create();
    expect(settings.batchSize(1)).toBe(5);
    source.set(`${ROOT}/queue/1/batch_size`, 7);
    source.set(`${ROOT}/queue/1/batch_size`, undefined);
    source.set(`${ROOT}/queue/1/batch_size`, "bad");
    expect(settings.batchSize(1)).toBe(5);
  });

  it("call listeners once per update that changes an effective value", () => {
    const { source, create } = setup();
    const settings = create();
    const seen: number[] = [];
    const end = settings.onChange(() => seen.push(settings.maxProcessors));
    source.set(`${ROOT}/max_processors`, 1); // the default, now given
    source.set(`${ROOT}/max_processors`, "bad");
    source.set(`${ROOT}/unknown`, 1);
    source.set("/mailer/worker/queue/mainly/max_processors", 9);
    source.set(`${ROOT}/max_processors`, 2);
    source.set(`${ROOT}/queue/2/batch_size`, 11);
    expect(seen).toEqual([2, 2]);
    end();
    end();
    source.set(`${ROOT}/max_processors`, 3);
    expect(seen).toEqual([2, 2]);
  });

  it("log a listener that throws and call the others", () => {
    const { source, logger, create } = setup();
    const settings = create();
    let called = false;
    settings.onChange(() => {
      throw new Error("listener");
    });
    settings.onChange(() => {
      called = true;
    });
    source.set(`${ROOT}/max_processors`, 2);
    expect(called).toBe(true);
    expect(logger.messages("error")).toEqual(["listener of worker settings failed"]);
  });

  it("keep the last good value of a source that throws, and log that once", () => {
    const { source: values, logger } = setup();
    let broken = false;
    const source: ConfigSource = {
      get(path) {
        if (broken && path.endsWith("max_processors")) throw new Error("source");
        return values.get(path);
      },
      subscribe: values.subscribe,
    };
    values.set(`${ROOT}/max_processors`, 4);
    const settings = setup({ source, logger }).create();
    broken = true;
    values.set(`${ROOT}/visibility_timeout`, 5);
    values.set(`${ROOT}/visibility_timeout`, 6);
    expect(settings.maxProcessors).toBe(4);
    expect(settings.visibilityTimeoutMs(1)).toBe(6000);
    expect(logger.messages("warn")).toHaveLength(1);
  });

  it("stay as they are after close", () => {
    const { source, create } = setup();
    const settings = create();
    let calls = 0;
    settings.onChange(() => void calls++);
    settings.close();
    settings.close();
    source.set(`${ROOT}/max_processors`, 2);
    expect([settings.maxProcessors, calls]).toEqual([1, 0]);
  });

  it.each<[Partial<WorkerSettingsDeps>, string]>([
    [{ options: { maxProcessors: 1025 } }, "maxProcessors must be an integer from 0 to 1024"],
    [{ options: { maxProcessors: -1 } }, "maxProcessors must be an integer from 0 to 1024"],
    [{ options: { visibilityTimeoutMs: 0 } }, "visibilityTimeoutMs must be an integer from 1"],
    [{ options: { batchSize: 1.5 } }, "batchSize must be an integer from 1 to 10000"],
    [{ queues: [{ queueNum: 1, batchSize: 0 }] }, "queues[0].batchSize must be an integer"],
    [{ service: "" }, "service must not be empty"],
    [{ name: "/" }, "name must not be empty"],
  ])("refuse %j from the program itself", (overrides, message) => {
    expect(() => setup(overrides).create()).toThrow(`[INVALID_ARGUMENT] ${message}`);
  });
});
