import { QueueError } from "../errors.js";
import { checkInteger, type Place } from "../guard/arguments.js";
import { LIMITS } from "../limits.js";
import type { Logger } from "../logger.js";
import type { QueueNum } from "../storage.js";
import { configSteps } from "./config-path.js";
import type { ConfigSource } from "./config-source.js";
import { createLiveSetting, type LiveSetting } from "./live-setting.js";
import { duration, type SettingKind, wholeNumber } from "./setting-kind.js";

/** What a Worker's options say, for all its queues. */
export interface WorkerSettingsOptions {
  readonly maxProcessors?: number | undefined;
  readonly visibilityTimeoutMs?: number | undefined;
  readonly batchSize?: number | undefined;
}

/** What the contract says about one queue. */
export interface QueueSettings {
  readonly queueNum: QueueNum;
  readonly batchSize?: number | undefined;
  readonly visibilityTimeoutMs?: number | undefined;
}

export interface WorkerSettingsDeps {
  readonly service: string;
  readonly name: string;
  readonly source?: ConfigSource | undefined;
  readonly logger: Logger;
  readonly options: WorkerSettingsOptions;
  readonly queues: readonly QueueSettings[];
}

/** The values that count, whoever gave them. */
export interface EffectiveValues {
  readonly maxProcessors: number;
  readonly queues: ReadonlyMap<
    QueueNum,
    { readonly visibilityTimeoutMs: number; readonly batchSize: number }
  >;
}

/** What the source says, key by key. */
export interface SourceSettings {
  readonly maxProcessors: LiveSetting;
  readonly visibilityTimeoutMs: LiveSetting;
  readonly batchSizes: ReadonlyMap<QueueNum, LiveSetting>;
  readonly all: readonly LiveSetting[];
}

const MAX_PROCESSORS = 1024;
const DEFAULTS = { maxProcessors: 1, visibilityTimeoutMs: 60_000, batchSize: 10 } as const;

/** The keys of the specification, under the worker's own `root`. */
export function sourceSettings(
  root: string,
  source: ConfigSource,
  { logger, queues }: WorkerSettingsDeps,
): SourceSettings {
  const all: LiveSetting[] = [];
  const setting = (key: string, kind: SettingKind) => {
    const created = createLiveSetting({ path: `${root}/${key}`, kind, source, logger });
    all.push(created);
    return created;
  };
  return {
    all,
    maxProcessors: setting("max_processors", wholeNumber(0, MAX_PROCESSORS)),
    visibilityTimeoutMs: setting("visibility_timeout", duration),
    batchSizes: new Map(
      queues.map(({ queueNum }) => [
        queueNum,
        setting(`queue/${queueNum}/batch_size`, wholeNumber(1, LIMITS.entries)),
      ]),
    ),
  };
}

export function effectiveValues(
  given: SourceSettings,
  { options, queues }: WorkerSettingsDeps,
): EffectiveValues {
  const timeoutMs = given.visibilityTimeoutMs.value ?? options.visibilityTimeoutMs;
  return {
    maxProcessors: given.maxProcessors.value ?? options.maxProcessors ?? DEFAULTS.maxProcessors,
    queues: new Map(
      queues.map(({ queueNum, visibilityTimeoutMs, batchSize }) => [
        queueNum,
        {
          visibilityTimeoutMs: timeoutMs ?? visibilityTimeoutMs ?? DEFAULTS.visibilityTimeoutMs,
          batchSize:
            given.batchSizes.get(queueNum)?.value ??
            options.batchSize ??
            batchSize ??
            DEFAULTS.batchSize,
        },
      ]),
    ),
  };
}

/** What the program itself says must be right: nobody can correct it while it runs. */
export function checkSettings({ service, name, options, queues }: WorkerSettingsDeps): void {
  for (const [field, value] of Object.entries({ service, name }))
    if (configSteps(value).length === 0)
      throw new QueueError("INVALID_ARGUMENT", `${field} must not be empty`);
  if (options.maxProcessors !== undefined)
    checkInteger(options.maxProcessors, "maxProcessors", 0, MAX_PROCESSORS);
  checkQueueValues(options);
  const place: Place = { list: "queues", i: 0 };
  for (const queue of queues) {
    checkQueueValues(queue, place);
    place.i++;
  }
}

function checkQueueValues(
  { visibilityTimeoutMs, batchSize }: Pick<QueueSettings, "visibilityTimeoutMs" | "batchSize">,
  place?: Place,
): void {
  if (visibilityTimeoutMs !== undefined)
    checkInteger(visibilityTimeoutMs, "visibilityTimeoutMs", 1, LIMITS.durationMs, place);
  if (batchSize !== undefined) checkInteger(batchSize, "batchSize", 1, LIMITS.entries, place);
}
