import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { PROBLEM_CODES, readContract } from "../src/contract/index.js";
import { CONTRACT_SCHEMA } from "../src/contract/schema.js";
import { contractFixtures, expectedProblems, schemaNote } from "./contracts.js";

const valid = contractFixtures("valid");
const invalid = contractFixtures("invalid");
const schemaAccepts = new Ajv({ strict: true, strictRequired: false, strictTypes: false }).compile(
  CONTRACT_SCHEMA,
);

/** As an editor reads it: without our reader. */
function plain(text: string): unknown {
  return parseAllDocuments(text, { uniqueKeys: false })[0]?.toJS() ?? null;
}

describe.each(valid)("the contract $name", ({ name, text }) => {
  it("is read", () => {
    expect(readContract(text, `${name}.yaml`)).toMatchObject({ ok: true });
  });
  it("passes the JSON Schema", () => {
    schemaAccepts(plain(text));
    expect(schemaAccepts.errors).toBeNull();
  });
});

describe.each(invalid)("the contract $name", (fixture) => {
  it("is refused for every reason it has, each in its place", () => {
    const read = readContract(fixture.text, "contract.yaml");
    const problems = read.ok ? [] : read.problems;
    expect(problems.map(({ line, col, code }) => `${line}:${col} ${code}`)).toEqual(
      expectedProblems(fixture),
    );
    expect(problems).not.toEqual([]);
  });

  const note = schemaNote(fixture);
  if (note === undefined)
    it("is refused by the JSON Schema, too", () => {
      expect(schemaAccepts(plain(fixture.text))).toBe(false);
    });
  if (note === "passes")
    it("is beyond what a JSON Schema can refuse", () => {
      schemaAccepts(plain(fixture.text));
      expect(schemaAccepts.errors).toBeNull();
    });
});

it("each kind of problem has a contract that shows it, or a test of its own", () => {
  const shown = invalid.flatMap(expectedProblems).map((problem) => problem.split(" ")[1]);
  // A file of more than a MiB is no fixture: see read-contract.test.ts.
  expect(new Set([...shown, "too-large"])).toEqual(new Set(Object.keys(PROBLEM_CODES)));
});
