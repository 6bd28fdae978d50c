import { show } from "../guard/arguments.js";
import type { Logger } from "../logger.js";
import type { ConfigSource } from "./config-source.js";
import type { SettingKind } from "./setting-kind.js";

/** What a source says about one setting. */
export interface LiveSetting {
  /** The last good value; `undefined` if the source has none. */
  readonly value: number | undefined;
  /** Reads the source again, and logs what is new: a good value, its removal, a bad one. */
  refresh(): void;
}

export interface LiveSettingDeps {
  readonly path: string;
  readonly kind: SettingKind;
  readonly source: ConfigSource;
  readonly logger: Logger;
}

type Reading =
  | { readonly kind: "absent" }
  | { readonly kind: "good"; readonly value: number }
  /** `complaint` tells one problem from another: each is logged once. */
  | { readonly kind: "bad"; readonly complaint: string; readonly fields: object };

export function createLiveSetting(deps: LiveSettingDeps): LiveSetting {
  const { path, logger } = deps;
  let value: number | undefined;
  let complaint: string | undefined;
  const refresh = () => {
    const reading = readSetting(deps);
    if (reading.kind === "bad") {
      if (reading.complaint !== complaint)
        logger.warn({ path, ...reading.fields }, "bad setting, the last good value stays");
      complaint = reading.complaint;
      return;
    }
    complaint = undefined;
    const next = reading.kind === "good" ? reading.value : undefined;
    if (next !== value) logger.info({ path, value: next ?? null }, "setting changed");
    value = next;
  };
  refresh();
  return {
    get value() {
      return value;
    },
    refresh,
  };
}

function readSetting({ path, kind, source }: LiveSettingDeps): Reading {
  let text: string | undefined;
  try {
    text = source.get(path);
  } catch (err) {
    return { kind: "bad", complaint: `failed: ${err}`, fields: { err } };
  }
  if (text === undefined) return { kind: "absent" };
  const value = kind.parse(text);
  if (value !== undefined) return { kind: "good", value };
  const fields = { given: show(text), allowed: kind.allowed };
  return { kind: "bad", complaint: `given: ${text}`, fields };
}
