import { parseDocument } from "yaml";
import { QueueError } from "../errors.js";
import { flattenTree, isTree } from "./config-tree.js";
import { decodeText } from "./decode-text.js";

/** A YAML document whose mappings are the tree of paths. `file` is for complaints. */
export function parseYamlTree(bytes: Buffer, file: string): Map<string, string> {
  // Below `error` the parser would write warnings to the console.
  const document = parseDocument(decodeText(bytes, file), { logLevel: "error" });
  const [error] = document.errors;
  if (error !== undefined) {
    // The first line is the sentence; a picture of the source follows.
    const [sentence = ""] = error.message.split("\n");
    const reason = sentence.replace(/ at line \d+, column \d+:$/, "");
    const line = error.linePos?.[0].line ?? 1;
    throw new QueueError("CONFIG", `${file}:${line}: ${reason}`, { cause: error });
  }
  const tree: unknown = document.toJS();
  // Nothing at all is what a file is between its truncation and its writing.
  if (tree === null)
    throw new QueueError("CONFIG", `${file} is empty or half-written; no settings are written {}`);
  if (!isTree(tree)) throw new QueueError("CONFIG", `${file}:1: the document is not a mapping`);
  return flattenTree(tree, file);
}
