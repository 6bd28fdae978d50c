import { describe, expect, it } from "vitest";
import { createManualClock } from "./manual-clock.js";

describe("the manual clock", () => {
  it("stands still until it is moved", async () => {
    const clock = createManualClock(1_000);
    expect(clock.now()).toBe(1_000);
    await clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });

  it("fires by time, then in the order of setting, at exactly the time of each timer", async () => {
    const clock = createManualClock(0);
    const fired: [string, number][] = [];
    const set = (name: string, ms: number) =>
      clock.setTimer(ms, () => fired.push([name, clock.now()]));
    set("late", 30);
    set("first", 10);
    set("second", 10);
    set("beyond", 41);
    await clock.advance(40);
    expect(fired).toEqual([
      ["first", 10],
      ["second", 10],
      ["late", 30],
    ]);
    expect(clock.pending()).toEqual([41]);
  });

  it("fires timers which a continuation sets within the span", async () => {
    const clock = createManualClock(0);
    const sleep = (ms: number) => new Promise<void>((done) => clock.setTimer(ms, done));
    const seen: number[] = [];
    const loop = async () => {
      for (let i = 0; i < 3; i++) {
        await sleep(10);
        await Promise.resolve();
        seen.push(clock.now());
      }
    };
    const finished = loop();
    await clock.advance(30);
    expect(seen).toEqual([10, 20, 30]);
    await finished;
  });

  it("lets continuations of earlier calls run before the first timer fires", async () => {
    const clock = createManualClock(0);
    const order: string[] = [];
    clock.setTimer(0, () => order.push("timer"));
    const earlier = Promise.resolve().then(() => order.push("continuation"));
    await clock.advance(0);
    await earlier;
    expect(order).toEqual(["continuation", "timer"]);
  });

  it("never fires a timer within the call that sets it", async () => {
    const clock = createManualClock(0);
    let fired = false;
    clock.setTimer(0, () => {
      fired = true;
    });
    expect(fired).toBe(false);
    await clock.advance(0);
    expect(fired).toBe(true);
  });

  it("does not fire a cancelled timer, also when another timer cancels it", async () => {
    const clock = createManualClock(0);
    const fired: string[] = [];
    const cancel = clock.setTimer(5, () => fired.push("cancelled"));
    const cancelLater = clock.setTimer(20, () => fired.push("cancelled by a timer"));
    clock.setTimer(10, () => cancelLater());
    cancel();
    cancel();
    await clock.advance(100);
    expect(fired).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  it("rounds fractions up, so that nothing is early", async () => {
    const clock = createManualClock(0);
    clock.setTimer(1.2, () => {});
    expect(clock.pending()).toEqual([2]);
  });

  it("rejects with what a timer throws and can be moved again afterwards", async () => {
    const clock = createManualClock(0);
    clock.setTimer(3, () => {
      throw new Error("from the timer");
    });
    await expect(clock.advance(10)).rejects.toThrow("from the timer");
    expect(clock.now()).toBe(3);
    await clock.advance(1);
    expect(clock.now()).toBe(4);
  });

  it("refuses a second advance before the first has resolved", async () => {
    const clock = createManualClock(0);
    const first = clock.advance(10);
    await expect(clock.advance(10)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    await first;
    expect(clock.now()).toBe(10);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses to advance by %s",
    async (ms) => {
      const clock = createManualClock(0);
      await expect(clock.advance(ms)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    },
  );

  it("refuses a timer of NaN and a start that is no whole millisecond", () => {
    expect(() => createManualClock(0).setTimer(Number.NaN, () => {})).toThrow("INVALID_ARGUMENT");
    expect(() => createManualClock(0.5)).toThrow("INVALID_ARGUMENT");
  });
});
