import { expect, it } from "vitest";
import { LazyAbort } from "./abort.js";
import { BatchContext } from "./batch-context.js";
import { systemClock } from "./clock.js";
import { silentLogger } from "./logger.js";

const context = (abort: LazyAbort) =>
  new BatchContext(abort, {
    deadline: new Date(1),
    logger: silentLogger,
    queue: {} as never,
    clock: systemClock,
    random: Math.random,
  });

it("keeps its signal when it is copied, and seen through a proxy", () => {
  const abort = new LazyAbort();
  const ctx = context(abort);
  for (const other of [{ ...ctx }, Object.assign({}, ctx), new Proxy(ctx, {})])
    expect(other.signal).toBe(abort.signal);
  expect(Object.keys(ctx).sort()).toEqual([
    "clock",
    "deadline",
    "logger",
    "queue",
    "random",
    "signal",
  ]);
});

it("is aborted when its batch is, also where nobody asked before", () => {
  const abort = new LazyAbort();
  const ctx = context(abort);
  abort.abort("over");
  expect([ctx.signal.aborted, ctx.signal.reason]).toEqual([true, "over"]);
});
