import type { Clock } from "@queue/runtime";

/** `process`, or what a test puts in its place. */
export interface SignalSource {
  on(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

/** Ctrl-C reaches the whole process group, and npm passes it on once more. */
const SAME_PRESS_MS = 1_000;

/** The first signal asks to stop, a second one after a moment forces it. */
export function onStopSignals(
  source: SignalSource,
  clock: Pick<Clock, "now">,
  reactions: { stop(): void; force(): void },
): void {
  let firstAt: number | undefined;
  const react = () => {
    if (firstAt === undefined) {
      firstAt = clock.now();
      reactions.stop();
    } else if (clock.now() - firstAt >= SAME_PRESS_MS) reactions.force();
  };
  source.on("SIGINT", react);
  source.on("SIGTERM", react);
}
