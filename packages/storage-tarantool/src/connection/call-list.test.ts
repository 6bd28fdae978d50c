import { describe, expect, it } from "vitest";
import { CallList } from "./call-list.js";
import { PendingCall } from "./pending-call.js";

function call(name: string, bytes = 1): PendingCall {
  const nobody = { resolve() {}, reject() {} };
  const events = { onAbort() {}, onDeadline() {} };
  const made = new PendingCall(name, [], { timeoutMs: 1_000, bytes }, nobody, events);
  made.forget();
  return made;
}

const names = (list: CallList) => list.all().map(({ name }) => name);

describe("a list of calls", () => {
  it("keeps their order, whoever leaves", () => {
    const list = new CallList();
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => call(name)) as [
      PendingCall,
      PendingCall,
      PendingCall,
      PendingCall,
    ];
    for (const one of [a, b, c, d]) list.add(one);
    expect(names(list)).toEqual(["a", "b", "c", "d"]);
    for (const [one, left] of [
      [b, "a c d"],
      [d, "a c"],
      [a, "c"],
      [c, ""],
    ] as const) {
      expect(list.remove(one)).toBe(true);
      expect(list.remove(one)).toBe(false);
      expect(names(list).join(" ")).toBe(left);
      expect(list.first?.name ?? "").toBe(left.slice(0, 1));
    }
    list.add(b);
    expect(names(list)).toEqual(["b"]);
  });

  it("counts calls and bytes, and knows its own", () => {
    const [list, other] = [new CallList(), new CallList()];
    const [a, b] = [call("a", 10), call("b", 5)];
    list.add(a);
    list.add(b);
    expect([list.size, list.bytes, list.has(a), other.has(a)]).toEqual([2, 15, true, false]);
    expect(other.remove(a)).toBe(false);
    list.remove(a);
    expect([list.size, list.bytes, list.has(a)]).toEqual([1, 5, false]);
  });

  it("leaves nothing of itself with a call that has gone", () => {
    const list = new CallList();
    const [a, b, c] = [call("a"), call("b"), call("c")];
    for (const one of [a, b, c]) list.add(one);
    list.remove(b);
    expect([b.list, b.before, b.after]).toEqual([undefined, undefined, undefined]);
  });
});
