import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Logger } from "../logger.js";

export interface FileWatchOptions {
  readonly recheckMs: number;
  readonly logger: Logger;
  /** Called when the file has changed (`sure`) or may have; one call at a time. Never rejects. */
  readonly look: (sure: boolean) => Promise<void>;
}

/**
 * Watches the directory, because updates arrive by rename: a watch on the file itself would stay
 * with the old one. A slow look at the file comes on top for what the directory does not tell: a
 * link into another directory, a directory that was replaced, network file systems.
 * Neither keeps the process alive.
 */
export function watchFile(file: string, { recheckMs, logger, look }: FileWatchOptions): () => void {
  const ask = oneAtATime(look);
  // Not from the Clock: this follows a file system, not the queue's time, and has to be unref'd.
  const timer = setInterval(() => ask(false), recheckMs).unref();
  const watcher = watchDirectory(file, ask, (err) => {
    logger.warn({ file, err }, "config directory cannot be watched, changes are noticed later");
  });
  ask(false); // for what changed before the watch began
  return () => {
    clearInterval(timer);
    watcher?.close();
    ask.end();
  };
}

function watchDirectory(
  file: string,
  ask: (sure: boolean) => void,
  onTrouble: (error: unknown) => void,
): FSWatcher | undefined {
  const name = basename(file);
  try {
    // Other names matter, too: a file may be a link to a link that is switched beside it.
    const watcher = watch(dirname(file), { persistent: false }, (_event, changed) =>
      ask(changed === null || changed === name),
    );
    watcher.on("error", (error) => {
      watcher.close();
      onTrouble(error);
    });
    return watcher;
  } catch (error) {
    onTrouble(error);
    return undefined;
  }
}

interface Asking {
  (sure: boolean): void;
  end(): void;
}

/** What is asked during a look becomes one more look: the first one may have been too early. */
function oneAtATime(look: (sure: boolean) => Promise<void>): Asking {
  let wanted: { readonly sure: boolean } | undefined;
  let looking = false;
  let ended = false;
  const run = async () => {
    looking = true;
    while (wanted !== undefined && !ended) {
      const { sure } = wanted;
      wanted = undefined;
      await look(sure);
    }
    looking = false;
  };
  const ask = (sure: boolean) => {
    wanted = { sure: sure || wanted?.sure === true };
    if (!looking && !ended) void run();
  };
  const end = () => {
    ended = true;
  };
  return Object.assign(ask, { end });
}
