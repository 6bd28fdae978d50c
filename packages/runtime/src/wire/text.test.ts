import { afterEach, describe, expect, it, vi } from "vitest";

const TEXTS = [
  "",
  "ascii",
  "a text of more than twelve bytes",
  "Привет",
  "\ufeff😀\ufffd",
  "e\u0301",
];

const prototype = Buffer.prototype as { utf8Slice?: unknown; utf8Write?: unknown };
const { utf8Slice, utf8Write } = prototype;
afterEach(() => {
  Object.assign(prototype, { utf8Slice, utf8Write });
  vi.resetModules();
});

describe.each([
  ["with what Node has", () => {}],
  [
    "where Node does not have it",
    () => {
      prototype.utf8Slice = undefined;
      prototype.utf8Write = undefined;
    },
  ],
])("text, %s", (_, prepare) => {
  it.each(TEXTS)("is written and read as UTF-8: %j", async (text) => {
    prepare();
    const { placeText, textOf } = await import("./text.js");
    const bytes = new Uint8Array(200).fill(0xff);
    const size = placeText(bytes, 5, text);
    expect([...bytes.subarray(5, 5 + size)]).toEqual([...new TextEncoder().encode(text)]);
    expect(textOf(bytes, 5, 5 + size)).toBe(text);
  });

  it("is refused where it is no UTF-8", async () => {
    prepare();
    const { textOf } = await import("./text.js");
    for (const hex of [
      "ff",
      "c328",
      "eda080",
      "f4908080",
      "c080",
      "e282",
      `${"61".repeat(20)}80`,
    ]) {
      const bytes = Buffer.from(hex, "hex");
      expect(textOf(bytes, 0, bytes.length)).toBeUndefined();
    }
  });
});
