import { QueueError } from "../errors.js";

/** Refuses bytes that are not UTF-8 rather than replacing them. A byte order mark stays. */
export function decodeText(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new QueueError("CONFIG", `${file} is not UTF-8 text`, { cause });
  }
}
