/**
 * Where settings come from: a tree of texts, addressed by paths such as
 * `/mailer/worker/queue/main/max_processors`. The leading slash may be left out.
 */
export interface ConfigSource {
  /** The value now, or `undefined` if there is none. Answers from memory, so it is cheap. */
  get(path: string): string | undefined;
  /**
   * Calls `listener` after a value at or under `prefix` has changed; whole steps count, so
   * `/mailer` does not cover `/mailers`. Not called for an update that left all of them alike.
   * The returned function ends this; calling it twice is harmless.
   */
  subscribe(prefix: string, listener: () => void): () => void;
}
