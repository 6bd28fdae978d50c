import { type Document, isNode, type ParsedNode, parseAllDocuments, visit } from "yaml";
import type { Reading } from "./reading.js";

export const MAX_BYTES = 1024 * 1024;
const MAX_SYNTAX_PROBLEMS = 20;

/** Decodes and parses a contract; complains and gives `undefined` where there is none. */
export function parseYaml(source: string | Uint8Array, reading: Reading): ParsedNode | undefined {
  const size = typeof source === "string" ? Buffer.byteLength(source) : source.byteLength;
  if (size > MAX_BYTES) {
    reading.complain(
      "too-large",
      0,
      `the file has ${size} bytes; a contract has at most ${MAX_BYTES}`,
    );
    return undefined;
  }
  const text = decode(source);
  if (text === undefined) {
    reading.complain("encoding", 0, "the file is not UTF-8", "save it as UTF-8");
    return undefined;
  }
  const documents = parseAllDocuments<ParsedNode>(text, {
    lineCounter: reading.lines,
    prettyErrors: false,
    intAsBigInt: true, // the defaults of int64 fields
    uniqueKeys: false, // ours is linear in the number of keys
  });
  return soleRoot(documents, text, reading);
}

function nothing(reading: Reading): undefined {
  const suggestion = "`queue-codegen init` writes a contract to begin with";
  reading.complain("empty-contract", 0, "the file says nothing", suggestion);
}

/** Without its byte order mark, which some editors write; `undefined` if it is not UTF-8. */
function decode(source: string | Uint8Array): string | undefined {
  if (typeof source === "string") return source.replace(/^\uFEFF/, "");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(source);
  } catch {
    return undefined;
  }
}

/** The usual mistake: YAML takes the brackets of an unquoted `[]byte` for a list. */
function quoteOf(text: string, offset: number): string | undefined {
  const before = text.slice(Math.max(0, offset - 10), offset);
  const [type] = /^[a-z0-9]+/.exec(text.slice(offset, offset + 10)) ?? [];
  return type !== undefined && /\[\]$/.test(before) ? `quote the type: "[]${type}"` : undefined;
}

function soleRoot(
  documents: readonly Document.Parsed[],
  text: string,
  reading: Reading,
): ParsedNode | undefined {
  const [document, second] = documents;
  for (const { errors } of documents)
    for (const { pos, message } of errors.slice(0, MAX_SYNTAX_PROBLEMS))
      reading.complain("yaml-syntax", pos[0], message, quoteOf(text, pos[0]));
  if (reading.problems.length > 0) return undefined;
  if (document === undefined) return nothing(reading);
  if (second !== undefined) {
    const suggestion = "keep one document in a file; remove the `---`";
    reading.complain("yaml-feature", second.range[0], "the file has several documents", suggestion);
  }
  if (document.directives.yaml.version !== "1.2")
    reading.complain("yaml-feature", 0, "contracts are YAML 1.2", "remove the `%YAML` line");
  refuseFeatures(document, reading);
  if (reading.problems.length > 0) return undefined;
  const root = document.contents;
  if (root === null || (isNode(root) && "value" in root && root.value === null))
    return nothing(reading);
  return root;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * One line of a contract means one thing: with aliases, a change of one queue would change others, and a few
 * lines could stand for millions.
 */
function refuseFeatures(document: Document.Parsed, reading: Reading): void {
  const refuse = (node: ParsedNode, feature: string, suggestion: string) =>
    reading.complain("yaml-feature", node, `contracts have no ${feature}`, suggestion);
  visit(document, {
    Alias: (_, alias) => refuse(alias as ParsedNode, "aliases", "write the value out"),
    Value: (_, value) => {
      const node = value as ParsedNode;
      if ("anchor" in node && node.anchor !== undefined)
        refuse(node, "anchors", `remove \`&${node.anchor}\``);
      if (node.tag !== undefined) refuse(node, "tags", "remove it; texts may be quoted instead");
      if ("value" in node && typeof node.value === "string" && LONE_SURROGATE.test(node.value))
        reading.complain("encoding", node, "the text has half a surrogate pair");
    },
  });
}
