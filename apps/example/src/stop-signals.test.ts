import { EventEmitter } from "node:events";
import { createManualClock } from "@queue/runtime/testing";
import { expect, it } from "vitest";
import { onStopSignals } from "./stop-signals.js";

function setup() {
  const source = new EventEmitter();
  const clock = createManualClock();
  const reactions: string[] = [];
  onStopSignals(source, clock, {
    stop: () => reactions.push("stop"),
    force: () => reactions.push("force"),
  });
  return { source, clock, reactions };
}

it("takes signals within a second of the first for the same one", async () => {
  const { source, clock, reactions } = setup();
  source.emit("SIGINT");
  await clock.advance(999);
  source.emit("SIGINT");
  source.emit("SIGTERM");
  expect(reactions).toEqual(["stop"]);
});

it("is forced by a second signal after a second", async () => {
  const { source, clock, reactions } = setup();
  source.emit("SIGTERM");
  await clock.advance(1_000);
  source.emit("SIGINT");
  expect(reactions).toEqual(["stop", "force"]);
});
