import { describe, expect, it } from "vitest";
import { createSlewedClock, systemClock } from "./clock.js";

const HOUR_MS = 3_600_000;
const START_MS = 1_000_000;

/** A clock on two hands that a test moves; `at` reads it after some monotonic time. */
function hands() {
  let wallMs = START_MS;
  let monotonicMs = 500;
  const now = createSlewedClock(
    () => wallMs,
    () => monotonicMs,
  );
  return {
    now,
    jump(ms: number) {
      wallMs += ms;
    },
    pass(ms: number) {
      wallMs += ms;
      monotonicMs += ms;
      return now();
    },
  };
}

describe("the slewed clock", () => {
  it("begins at the wall clock and goes with monotonic time", () => {
    const clock = hands();
    expect(clock.now()).toBe(START_MS);
    expect(clock.pass(250)).toBe(START_MS + 250);
  });

  it("gives whole milliseconds", () => {
    const clock = hands();
    expect(clock.pass(1.7)).toBe(START_MS + 1);
  });

  it("never runs backwards when the wall clock jumps back by an hour", () => {
    const clock = hands();
    clock.jump(-HOUR_MS);
    let last = clock.now();
    for (let second = 0; second < 1_000; second++) {
      const now = clock.pass(1_000);
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  it("follows a jump of an hour by a thousandth of the time that passes, no faster", () => {
    const ahead = hands();
    ahead.jump(HOUR_MS);
    expect(ahead.pass(60_000)).toBe(START_MS + 60_000 + 60);
    const behind = hands();
    behind.jump(-HOUR_MS);
    expect(behind.pass(60_000)).toBe(START_MS + 60_000 - 60);
  });

  it("reaches the wall clock in the end, and stays with it", () => {
    const clock = hands();
    clock.jump(100);
    for (let second = 0; second < 200; second++) clock.pass(1_000);
    expect(clock.now()).toBe(START_MS + 100 + 200_000);
  });

  it("follows as far when it is read a thousand times a second as when it is read once", () => {
    const clock = hands();
    clock.jump(HOUR_MS);
    for (let ms = 0; ms < 10_000; ms++) clock.pass(1);
    expect(clock.now()).toBe(START_MS + 10_000 + 10);
  });
});

describe("the system clock", () => {
  it("is near the wall clock", () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
  });

  it("calls a timer once, unless it is cancelled", async () => {
    const fired: string[] = [];
    const cancel = systemClock.setTimer(1, () => fired.push("cancelled"));
    cancel();
    await new Promise<void>((resolve) => {
      systemClock.setTimer(2, () => {
        fired.push("kept");
        resolve();
      });
    });
    expect(fired).toEqual(["kept"]);
  });

  it("does not fire at once when asked for more than Node's timers can", async () => {
    const fired: string[] = [];
    const cancel = systemClock.setTimer(2 ** 31 + 1_000, () => fired.push("early"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    cancel();
    expect(fired).toEqual([]);
  });
});
