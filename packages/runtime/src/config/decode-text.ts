import { QueueError } from "../errors.js";

/** UTF-8 without its byte order mark; other bytes are refused rather than replaced. */
export function decodeText(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new QueueError("CONFIG", `${file} is not UTF-8 text`, { cause });
  }
}
