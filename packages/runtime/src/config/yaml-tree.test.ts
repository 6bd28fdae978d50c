import { describe, expect, it } from "vitest";
import { parseYamlTree } from "./yaml-tree.js";

const yaml = (content: string) => parseYamlTree(Buffer.from(content), "config.yaml");

describe("parseYamlTree", () => {
  it("reads mappings as the steps of paths and scalars as texts", () => {
    const values = yaml(`
mailer: # a comment
  worker/queue:
    main:
      max_processors: 4
      visibility_timeout: 90s
      queue:
        1: { batch_size: 0x10 }
        "2": { batch_size: "20" }
/other/flat: true
nothing:
list: [1, a]
empty: ""
spaces: two words
`);
    expect(Object.fromEntries(values)).toEqual({
      "/mailer/worker/queue/main/max_processors": "4",
      "/mailer/worker/queue/main/visibility_timeout": "90s",
      "/mailer/worker/queue/main/queue/1/batch_size": "16",
      "/mailer/worker/queue/main/queue/2/batch_size": "20",
      "/other/flat": "true",
      "/list": '[1,"a"]',
      "/empty": "",
      "/spaces": "two words",
    });
  });

  it("reads CRLF, a byte order mark and an empty mapping", () => {
    expect([...yaml("\uFEFFa:\r\n  b: 1\r\n")]).toEqual([["/a/b", "1"]]);
    expect(yaml("{}").size).toBe(0);
  });

  it.each([
    ["", "config.yaml is empty or half-written; no settings are written {}"],
    ["# only a comment\n", "config.yaml is empty or half-written; no settings are written {}"],
    ["just a text", "config.yaml:1: the document is not a mapping"],
    ["- a\n- b\n", "config.yaml:1: the document is not a mapping"],
    ["a: 1\nb: [1,\n", "config.yaml:3: "],
    ["a: 1\nb: 2\na: 3\n", "config.yaml:3: Map keys must be unique"],
    ["a: 1\n---\nb: 2\n", "config.yaml:2: Source contains multiple documents"],
    ["a: { b: 1 }\n/a/b: 2\n", "config.yaml gives /a/b twice"],
  ])("refuses %j", (content, message) => {
    expect(() => yaml(content)).toThrow(`[CONFIG] ${message}`);
  });
});
