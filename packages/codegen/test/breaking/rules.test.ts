import { describe, expect, it } from "vitest";
import { compareContracts } from "../../src/breaking/compare-contracts.js";
import { breaksOf, RULES } from "../../src/breaking/rules.js";
import { a, BREAKING, c, contractOf, emails, LEGAL, OLD, queues } from "./changes.js";

describe("a change that breaks is named by its rules", () => {
  it.each(BREAKING)("%s", (_, [before, after], rules) => {
    const changes = compareContracts(contractOf(before), contractOf(after));
    expect(changes.map(({ rule }) => rule)).toEqual(rules);
  });

  it("every rule has such a change", () => {
    expect(new Set(BREAKING.flatMap(([, , rules]) => rules))).toEqual(new Set(Object.keys(RULES)));
  });
});

describe("a legal change passes", () => {
  it.each(LEGAL)("%s", (_, [before, after]) => {
    expect(compareContracts(contractOf(before), contractOf(after))).toEqual([]);
  });
});

it("says where in the new contract, and what to do", () => {
  const after = contractOf(queues(emails(`${a}, ${c}`)));
  const [removed, notReserved] = compareContracts(contractOf(OLD), after);
  expect(removed?.at).toBe(after.queues[0]);
  expect(notReserved?.message).toBe("nothing holds the place of field `b` of queue `emails`");
  expect(notReserved?.suggestion).toBe("put `- { reserved: b }` in its place");
});

it("a rule breaks the wire, the source, or both", () => {
  expect(breaksOf("FIELD_MOVED")).toEqual(["WIRE"]);
  expect(breaksOf("FIELD_TYPE_CHANGED")).toEqual(["WIRE", "SOURCE"]);
});
