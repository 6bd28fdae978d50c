import { describe, expect, it } from "vitest";
import { readTexts } from "./json-fields.js";

const email = { to: "ada@example.com", subject: "Grüße 😀", secret: "secret-word" };

describe("the fields of a JSON body", () => {
  it("are those that were asked for", () => {
    expect(readTexts(email, "to", "subject")).toEqual({ to: email.to, subject: email.subject });
  });

  it.each([
    ["an absent field", { to: "ada@example.com" }],
    ["an empty text", { ...email, subject: "" }],
    ["another kind of value", { ...email, subject: 5 }],
    ["half of a surrogate pair", { ...email, subject: "\ud83d" }],
    ["a value that only the prototype has", Object.create(email, {})],
  ])("are refused by their names: %s", (_, body) => {
    const read = () => readTexts(body, "subject");
    expect(read).toThrow(expect.objectContaining({ status: 400 }));
    expect(read).toThrow('The field "subject"');
  });

  it.each([null, "secret-word", ["secret-word"], 5])("are not found in %s", (body) => {
    expect(() => readTexts(body, "to")).toThrow("The payload must be a JSON object.");
  });
});
