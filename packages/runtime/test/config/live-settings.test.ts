import { describe, expect, it, onTestFinished } from "vitest";
import { createWorkerSettings, type WorkerSettings } from "../../src/config/worker-settings.js";
import {
  type ConfigFile,
  type ConfigSource,
  combineConfig,
  environmentConfig,
  objectConfig,
  onlineConfFile,
  yamlFile,
} from "../../src/index.js";
import { writeCdb } from "./cdb-writer.js";
import { configDir } from "./config-dir.js";
import { recordingLogger } from "./recording-logger.js";

type Values = Readonly<Record<string, string>>;
interface Driver {
  readonly source: ConfigSource;
  change(values: Values): Promise<void>;
}

const ROOT = "mailer/worker/queue/main";
const keys = [
  {
    key: "max_processors",
    read: (settings: WorkerSettings) => settings.maxProcessors,
    default: 1,
    unit: 1,
  },
  {
    key: "visibility_timeout",
    read: (settings: WorkerSettings) => settings.visibilityTimeoutMs(7),
    default: 60_000,
    unit: 1000,
  },
  {
    key: "queue/7/batch_size",
    read: (settings: WorkerSettings) => settings.batchSize(7),
    default: 10,
    unit: 1,
  },
];

async function fileDriver(
  name: string,
  open: (path: string) => Promise<ConfigFile>,
  content: (entries: [string, string][]) => string | Buffer,
): Promise<Driver> {
  const dir = await configDir();
  const change = (values: Values) => dir.replace(name, content(Object.entries(values)));
  await change({});
  const source = await open(dir.path(name));
  onTestFinished(() => source.close());
  return { source, change };
}

function objectDriver(): Driver {
  const source = objectConfig();
  const known = new Set<string>();
  return {
    source,
    async change(values) {
      for (const path of Object.keys(values)) known.add(path);
      for (const path of known) source.set(path, values[path]);
    },
  };
}

const textDriver = () =>
  fileDriver("TREE.conf", onlineConfFile, (entries) =>
    [...entries.map(([path, value]) => `/${path} ${value}`), "#EOF"].join("\n"),
  );

const drivers: Record<string, () => Promise<Driver>> = {
  "an object": async () => objectDriver(),
  "an OnlineConf text file": textDriver,
  "an OnlineConf text file with JSON values": () =>
    fileDriver("TREE.conf", onlineConfFile, (entries) =>
      [...entries.map(([path, value]) => `/${path}:JSON ${JSON.stringify(value)}`), "#EOF"].join(
        "\n",
      ),
    ),
  "an OnlineConf cdb file": () =>
    fileDriver("TREE.cdb", onlineConfFile, (entries) =>
      writeCdb(entries.map(([path, value]) => [`/${path}`, `s${value}`])),
    ),
  "a YAML file": () =>
    fileDriver("tree.yaml", yamlFile, (entries) => JSON.stringify(Object.fromEntries(entries))),
  "a file behind the environment": async () => {
    const { source, change } = await textDriver();
    return { source: combineConfig(environmentConfig({ OC_other: "1" }), source), change };
  },
};

describe.each(Object.entries(drivers))("through %s", { timeout: 30_000 }, (_name, drive) => {
  it.each(keys)("$key changes live, survives a bad value and goes back", async (setting) => {
    const { source, change } = await drive();
    const logger = recordingLogger();
    const settings = createWorkerSettings({
      service: "mailer",
      name: "main",
      source,
      logger,
      options: {},
      queues: [{ queueNum: 7 }],
    });
    const path = `${ROOT}/${setting.key}`;
    const changed = () => new Promise<void>((told) => settings.onChange(told));
    expect(setting.read(settings)).toBe(setting.default);
    for (const value of [4, 5]) {
      const told = changed();
      await change({ [path]: String(value) });
      await told;
      expect(setting.read(settings)).toBe(value * setting.unit);
    }
    const warned = logger.next("warn");
    await change({ [path]: "many" });
    expect((await warned).fields).toMatchObject({ path: `/${path}`, given: '"many"' });
    expect(setting.read(settings)).toBe(5 * setting.unit);
    const told = changed();
    await change({});
    await told;
    expect(setting.read(settings)).toBe(setting.default);
  });
});

it.each(keys)("through the environment $key is read at the start", ({ key, read, unit }) => {
  const variable = `OC_${`${ROOT}/${key}`.replaceAll("/", "__")}`;
  const settings = createWorkerSettings({
    service: "mailer",
    name: "main",
    source: environmentConfig({ [variable]: "8" }),
    logger: recordingLogger(),
    options: {},
    queues: [{ queueNum: 7 }],
  });
  expect(read(settings)).toBe(8 * unit);
});
