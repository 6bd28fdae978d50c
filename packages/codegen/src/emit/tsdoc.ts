import type { Lines } from "./layout.js";

/** A comment for people and editors; nothing for no text. */
export function tsdoc(text: string | undefined): Lines {
  const lines = (text ?? "")
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    // A description must not end the comment it stands in.
    .map((line) => line.trimEnd().replaceAll("*/", "*\\/"));
  const [first = ""] = lines;
  if (lines.length === 1) return first === "" ? [] : [`/** ${first} */`];
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"];
}
