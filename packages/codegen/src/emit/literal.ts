import type { Field, FieldValue } from "../contract/contract.js";

/** A default as source text; the value is made anew wherever the text stands. */
export function literal({ type, default: value }: Field): string {
  if (type === "timestamp") return `new Date(${number((value as Date).getTime())})`;
  if (type === "[]byte") {
    const bytes = [...(value as Uint8Array)].join(", ");
    return bytes === "" ? "new Uint8Array()" : `new Uint8Array([${bytes}])`;
  }
  return plain(value as FieldValue);
}

function plain(value: FieldValue): string {
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return number(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(plain).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).map(([key, member]) => `${name(key)}: ${plain(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** In double quotes, unless single ones save escapes: as the formatter has it. */
export function text(value: string): string {
  const double = JSON.stringify(value)
    // What JSON leaves as it is and source text had better not contain.
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped)
    // Linters take it for a template that forgot its quotes.
    .replaceAll("${", "$\\u007b");
  const count = (quote: string) => value.split(quote).length;
  if (count('"') <= count("'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function name(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key);
}

function number(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
}
