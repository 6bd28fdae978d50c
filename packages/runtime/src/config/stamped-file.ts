import { readFile, stat } from "node:fs/promises";
import { QueueError } from "../errors.js";

/** Far above any real settings: it is the wrong file. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file that is only read when it may have changed. */
export interface StampedFile {
  /**
   * The content; or `undefined` if the file looks as it did when it was last read. `sure` reads it
   * anyway: two writes within one tick of the file system's clock look alike.
   * Whatever makes it reject, the next call reads.
   */
  read(sure: boolean): Promise<Buffer | undefined>;
}

export function stampedFile(file: string): StampedFile {
  let seen: string | undefined;
  return {
    async read(sure) {
      const before = seen;
      seen = undefined;
      // Before the content: a write in between then looks like a change and is read again.
      const stamp = await stampOf(file);
      const content = stamp === before && !sure ? undefined : await readFile(file);
      seen = stamp;
      return content;
    },
  };
}

/** Follows symbolic links: a switched link is another file and has another stamp. */
async function stampOf(file: string): Promise<string> {
  const info = await stat(file, { bigint: true });
  const { dev, ino, size, mtimeNs, ctimeNs } = info;
  // Reading from a pipe or a terminal might never end.
  if (!info.isFile()) throw new QueueError("CONFIG", `${file} is not a regular file`);
  if (size > MAX_BYTES)
    throw new QueueError("CONFIG", `${file} has ${size} bytes, more than the ${MAX_BYTES} allowed`);
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}
