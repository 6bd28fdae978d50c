import { createManualClock } from "@queue/runtime/testing";
import { expect, it } from "vitest";
import { createConsoleLogger } from "./console-logger.js";

function setup() {
  const lines: string[] = [];
  const clock = createManualClock();
  const logger = createConsoleLogger({ print: (line) => lines.push(line), clock });
  return { lines, clock, logger };
}

it("prints warnings and errors with the fields of the logger and of the line", () => {
  const { lines, logger } = setup();
  logger.child({ queueNum: 1 }).warn({ taskIds: [4, 5] }, "leases lost");
  expect(lines).toEqual(["warning: leases lost (queueNum=1, taskIds=[4,5])"]);
});

it("keeps quiet below a warning", () => {
  const { lines, logger } = setup();
  logger.info({}, "a batch");
  logger.debug({}, "a batch");
  expect(lines).toEqual([]);
});

it("counts what repeats, also by different children, and says how often it did", async () => {
  const { lines, clock, logger } = setup();
  for (let n = 0; n < 5; n++) logger.child({ batch: n }).warn({}, "no luck");
  await clock.advance(10_000);
  logger.warn({}, "no luck");
  expect(lines).toEqual(["warning: no luck (batch=0)", "warning: no luck [and 4 more like it]"]);
});

it("prints values that have no JSON", () => {
  const { lines, logger } = setup();
  const circle: { self?: object } = {};
  circle.self = circle;
  logger.error({ circle, error: new Error("no luck") }, "failed");
  expect(lines).toEqual(["error: failed (circle=something that has no JSON, error=no luck)"]);
});
