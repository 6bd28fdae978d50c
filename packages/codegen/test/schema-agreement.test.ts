import { Ajv } from "ajv";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { type Problem, type ProblemCode, readContract } from "../src/contract/index.js";
import { CONTRACT_SCHEMA } from "../src/contract/schema.js";
import { contractFixtures } from "./contracts.js";

const schemaAccepts = new Ajv({ strict: false }).compile(CONTRACT_SCHEMA);

/** What no schema can say: it depends on two places, or on numbers beyond a double. */
const BEYOND_A_SCHEMA: readonly ProblemCode[] = [
  "bad-key",
  "duplicate-id",
  "duplicate-name",
  "name-collision",
  "reserved-id",
];

function isBeyondASchema({ code, message }: Problem): boolean {
  return (
    BEYOND_A_SCHEMA.includes(code) || /of type json|min of backoff|was removed once/.test(message)
  );
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = readonly (string | number)[];

function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const children = Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]));
  return [path, ...children];
}

/** A copy with the value at `path` replaced; `undefined` removes it. */
function edited(value: Json, [step, ...rest]: Path, replacement: Json | undefined): Json {
  if (step === undefined || typeof value !== "object" || value === null) return replacement ?? null;
  const copy = structuredClone(value) as { [key: string]: Json };
  const child = rest.length === 0 ? replacement : edited(copy[step] ?? null, rest, replacement);
  if (child !== undefined) copy[step] = child;
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete copy[step];
  return copy;
}

const words = [
  ...["", "a", "user_id", "userId", "class", "task_id", "2030-01-31T12:00:00Z", "90s", "1 day"],
  ...["msgpack", "go-le", "int", "[]byte", "json", "float64", "string", "timestamp"],
];
const keys = ["reserved", "default", "optional", "codec", "key", "ttl", "type", "name", "other"];
const numbers = [-1, 0, 1, 1.5, 255, 256, 10_001, 65_535, 65_536, 2 ** 53];
const replacement: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constantFrom(undefined, null, true, false, ...numbers, ...words),
  fc.constantFrom<Json>([], {}, [1, 256], ["a"], { reserved: "gone" }, { name: "n", type: "int" }),
);

it("the JSON Schema and the reader agree on contracts with random mistakes", () => {
  // As doubles, the ends of int64 would be written as other numbers.
  const contracts = contractFixtures("valid").map(
    ({ text }) => parse(text.replace(/9223372036854775\d+/g, "12")) as Json,
  );
  const outcomes = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...contracts),
      fc.array(fc.tuple(fc.nat(), fc.option(fc.constantFrom(...keys)), replacement), {
        minLength: 1,
        maxLength: 3,
      }),
      (contract, edits) => {
        const wrong = edits.reduce((value: Json, [at, key, instead]) => {
          const paths = pathsOf(value);
          const path = paths[at % paths.length] ?? [];
          return edited(value, key === null ? path : [...path.slice(0, -1), key], instead);
        }, contract);
        const text = stringify(wrong, { aliasDuplicateObjects: false });
        const read = readContract(text, "contract.yaml");
        const problems = read.ok ? [] : read.problems;
        const refused = !schemaAccepts(parse(text));
        if (refused) expect(problems, text).not.toEqual([]);
        else
          expect(
            problems.filter((problem) => !isBeyondASchema(problem)),
            text,
          ).toEqual([]);
        outcomes[read.ok ? "accepted" : "refused"]++;
      },
    ),
    { numRuns: 1000 },
  );
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(20);
});
