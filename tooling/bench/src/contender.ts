/** What a queue under test can do. Texts are the payloads, about 100 bytes each. */
export interface Contender {
  /** Puts all of them in one call, acknowledged; `delayMs` goes for all. */
  putMany(texts: readonly string[], delayMs?: number): Promise<void>;
  putOne(text: string): Promise<void>;
  /** Begins to hand out tasks. `settled` is called when the storage has acknowledged the end of tasks. */
  consume(
    settings: ConsumeSettings,
    handle: (text: string) => Promise<void> | undefined,
    settled: (tasks: number) => void,
  ): Promise<Consumer>;
  close(): Promise<void>;
}

export interface ConsumeSettings {
  /** Tasks a call, where there are batches; handlers at once, where there are not. */
  readonly batch: number;
  /** Low latency instead of throughput, where the two need other settings. */
  readonly prompt?: boolean;
}

export interface Consumer {
  /** Resolves when also those ends are acknowledged that a contender only promises to write later. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Where its server is. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** Whose CPU time is the server's; children count. */
  readonly pid: number;
}
