import { QueueError } from "../errors.js";
import { readCdb } from "./cdb.js";
import { configPath } from "./config-path.js";
import { valueText } from "./config-tree.js";
import { decodeText } from "./decode-text.js";

/** `path value` or `path:JSON value`; an empty value may have lost its space to an editor. */
const LINE = /^\s*(\S+?)(:JSON)?(?:[ \t]+(.*))?$/s;

/** The text form of an OnlineConf module. `file` is for complaints. */
export function parseModuleText(bytes: Buffer, file: string): Map<string, string> {
  const lines = decodeText(bytes, file)
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split(/\r?\n/);
  if (lines.at(-1) !== "#EOF")
    throw new QueueError(
      "CONFIG",
      `${file}:${lines.length}: the last line is not #EOF; the file is half-written`,
    );
  const values = new Map<string, string>();
  const seen = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const at = `${file}:${i + 1}`;
    const [, rawPath = "", json, value = ""] = LINE.exec(line) ?? [];
    const path = checkedPath(rawPath, at);
    const first = seen.get(path);
    if (first !== undefined)
      throw new QueueError("CONFIG", `${at}: ${path} was given in line ${first} already`);
    seen.set(path, i + 1);
    setValue(
      values,
      path,
      json === undefined ? unescapeLineBreaks(value) : jsonText(value, path, at),
    );
  }
  return values;
}

/** The cdb form of the same. Of records with one key the first counts, as for every cdb reader. */
export function parseModuleCdb(bytes: Buffer, file: string): Map<string, string> {
  const records = readCdb(bytes);
  if ("damage" in records)
    throw new QueueError("CONFIG", `${file} is no whole cdb file: ${records.damage}`);
  const values = new Map<string, string>();
  const seen = new Set<string>();
  for (const { key, data } of records) {
    const path = checkedPath(decodeText(key, file), file);
    if (seen.has(path)) continue;
    seen.add(path);
    const type = String.fromCharCode(data[0] ?? 0);
    if (type !== "s" && type !== "j")
      throw new QueueError("CONFIG", `${file}: the value of ${path} begins with neither s nor j`);
    const content = decodeText(data.subarray(1), file);
    setValue(values, path, type === "s" ? content : jsonText(content, path, file));
  }
  return values;
}

function checkedPath(raw: string, at: string): string {
  const path = configPath(raw);
  if (path === "/") throw new QueueError("CONFIG", `${at}: a value has no path`);
  return path;
}

function setValue(values: Map<string, string>, path: string, value: string | undefined): void {
  if (value !== undefined) values.set(path, value);
}

function jsonText(json: string, path: string, at: string): string | undefined {
  try {
    return valueText(JSON.parse(json));
  } catch (cause) {
    throw new QueueError("CONFIG", `${at}: the value of ${path} is not JSON`, { cause });
  }
}

/** A value is one line, so OnlineConf writes line breaks as `\n` and `\r`; it escapes nothing else. */
function unescapeLineBreaks(value: string): string {
  return value.replaceAll("\\n", "\n").replaceAll("\\r", "\r");
}
