import type { HandledTask } from "@queue/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractFixtures } from "../../test/contracts.js";
import { camelCase, RESERVED_FIELD_NAMES } from "./names.js";
import { MAX_BYTES } from "./parse-yaml.js";
import { formatProblem, formatProblems } from "./problem.js";
import { readContract } from "./read-contract.js";

const SMALL = "queues:\n  - { id: 1, name: emails, fields: [{ name: to, type: string }] }\n";

function contractOf(source: string | Uint8Array) {
  const read = readContract(source, "contract.yaml");
  if (!read.ok) throw new Error(formatProblems(read.problems));
  return read.contract;
}

function problemsOf(source: string | Uint8Array) {
  const read = readContract(source, "contract.yaml");
  return read.ok ? [] : read.problems;
}

/** The only problem of a contract with one queue, as it is shown. */
function complaintOf(queue: string): string {
  const problems = problemsOf(`queues:\n  - { id: 1, name: emails, ${queue} }\n`);
  expect(problems).toHaveLength(1);
  return problems.map(({ message, suggestion }) => [message, suggestion].join("; ")).join();
}

describe("a contract that says everything", () => {
  const text = contractFixtures("valid").find(({ name }) => name === "everything")?.text ?? "";
  const [emails, goTasks] = contractOf(text).queues;

  it("gives queues with their policy", () => {
    expect(emails).toMatchObject({
      id: 1,
      name: "emails",
      description: "Outgoing mail.\nTwo lines.",
      codec: "msgpack",
      policy: {
        batchSize: 10_000,
        visibilityTimeoutMs: 90_000,
        priority: 255,
        ttlMs: 3_600_000,
        maxAttempts: 10,
        backoff: { minMs: 500, maxMs: 120_000, jitter: 0.5 },
        key: "user_id",
      },
    });
    expect(goTasks).toMatchObject({ codec: "go-le", policy: { visibilityTimeoutMs: 60_000 } });
    expect(goTasks?.policy.ttlMs).toBe(120_000);
    expect(goTasks?.policy.backoff).toEqual({ minMs: 1_000, maxMs: 3_600_000, jitter: 0.2 });
  });

  it("leaves the places of removed fields free", () => {
    expect(emails?.reservedPositions).toEqual([3, 14]);
    expect(emails?.fields.map(({ position }) => position)).toEqual([
      0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    ]);
  });

  it("gives defaults as the values that TypeScript will see", () => {
    expect(emails?.fields.slice(1, 11).map((field) => field.default)).toEqual([
      -9007199254740991,
      2n ** 63n - 1n,
      true,
      Uint8Array.of(0, 255),
      [1, -2],
      [-(2n ** 63n)],
      1,
      new Date("2030-01-31T10:00:00Z"),
      [],
      { a: [1, null, { b: "c" }] },
    ]);
    expect(emails?.fields[2]).toMatchObject({ name: "user_id", property: "userId" });
  });

  it("knows where each queue and each field stands", () => {
    const read = readContract(text, "contract.yaml");
    if (!read.ok || emails === undefined) throw new Error("no contract");
    const [queue] = read.contract.queues;
    expect(queue && read.places.get(queue)).toMatchObject({ line: 8, col: 11 });
    expect(queue?.fields[0] && read.places.get(queue.fields[0])).toMatchObject({ line: 21 });
  });
});

describe("the bytes of a contract", () => {
  const bytes = new TextEncoder().encode(SMALL);

  it("may begin with a byte order mark, and end lines in CRLF", () => {
    expect(contractOf(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes))).toEqual(contractOf(SMALL));
    expect(contractOf(`\uFEFF${SMALL}`)).toEqual(contractOf(SMALL));
    expect(contractOf(SMALL.replaceAll("\n", "\r\n"))).toEqual(contractOf(SMALL));
  });

  it("must be UTF-8", () => {
    const problem = { code: "encoding", line: 1, col: 1, suggestion: "save it as UTF-8" };
    expect(problemsOf(Uint8Array.of(...bytes, 0xff))).toMatchObject([problem]);
    expect(problemsOf(Buffer.from(`\uFEFF${SMALL}`, "utf16le"))).toMatchObject([problem]);
  });

  it("are at most a MiB", () => {
    const padded = (size: number) => SMALL + "#".repeat(size - SMALL.length);
    expect(contractOf(padded(MAX_BYTES)).queues).toHaveLength(1);
    expect(problemsOf(padded(MAX_BYTES + 1))).toMatchObject([{ code: "too-large" }]);
    expect(problemsOf(Buffer.from(padded(MAX_BYTES + 1)))).toMatchObject([{ code: "too-large" }]);
  });

  it.each([
    ["a billion laughs", laughs()],
    ["deep lists", "[".repeat(100_000)],
    ["deep mappings", "{a: ".repeat(100_000)],
    ["deep blocks", "- ".repeat(100_000)],
    ["many keys", Array.from({ length: 50_000 }, (_, i) => `k${i}: 1`).join("\n")],
    ["many syntax errors", "a: ]\n".repeat(20_000)],
    ["many documents", "---\n".repeat(100_000)],
    ["a long key", `${"k".repeat(500_000)}: 1`],
    ["many queues", `queues:\n${"- { id: 1, name: a }\n".repeat(5_000)}`],
    ["many reserved ids", `reserved: [${Array.from({ length: 65_535 }, (_, i) => i + 1)}]`],
  ])("are refused in bounded time and space: %s", (_, text) => {
    expect(problemsOf(text)).not.toEqual([]);
  });

  it("never make the reader throw", () => {
    const piece = fc.constantFrom(
      ...["queues:", "- ", "  ", "id: 1", "name: ", "fields: ", "{", "}", "[", "]", ",", "\n"],
      ...["&a ", "*a", "!!str ", "? ", "'", '"', "|", "type: int", "\t", "#", "---\n", "<<: ", "~"],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        for (const problem of problemsOf(pieces.join("")))
          expect(problem).toMatchObject({ file: "contract.yaml", line: expect.any(Number) });
      }),
      { numRuns: 1000 },
    );
  });
});

function laughs(): string {
  const level = (n: number) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(9)}]`;
  return ["a0: &a0 lol", ...Array.from({ length: 9 }, (_, n) => level(n + 1))].join("\n");
}

describe("problems say what to do", () => {
  const fields = "fields: [{ name: to, type: string }]";

  it("in a line as compilers write it", () => {
    const [problem] = problemsOf(SMALL.replace("fields", "feilds"));
    expect(problem && formatProblem(problem)).toBe(
      "contract.yaml:2:28: [unknown-key] unknown key `feilds`; did you mean `fields`?",
    );
    expect(problem).toMatchObject({ endLine: 2, endCol: 34 });
  });

  it.each([
    [`${fields}, batchsize: 5`, "unknown key `batchsize`; did you mean `batch_size`?"],
    [`${fields}, reserved: [1]`, /; put `- \{ reserved: its_name \}` into `fields`, in the place/],
    ["fields: [{ name: to, type: string, required: true }]", /; every field is, unless it is/],
    [`${fields}, retries: 5`, /unknown key `retries`; a queue may have id, name, fields, desc/],
    ["fields: [{ name: to, type: sting }]", "there is no type sting; did you mean `string`?"],
    ["fields: [{ name: to, type: boolean }]", "there is no type boolean; did you mean `bool`?"],
    ["fields: [{ name: to, type: bytes }]", "there is no type bytes; did you mean `[]byte`?"],
    ['fields: [{ name: to, type: "string[]" }]', /did you mean `\[\]string`\?/],
    ["fields: [{ name: to, type: elephant }]", /the types are int, int64, string/],
    ["fields: [{ name: to, type: []byte }]", /; quote the type: "\[\]byte"$/],
    ["fields: [{ name: userId, type: int }]", /is not snake_case; write `user_id`$/],
    ["fields: [{ name: HTTPCode, type: int }]", /; write `http_code`$/],
    ["fields: [{ name: to, type: int, optional: yes }]", /not the text "yes"; write true$/],
    [`${fields}, description: 5`, /must be a text, not the number 5; quote it: "5"$/],
    [
      `${fields}, codec: golle`,
      'codec must be msgpack or go-le, not the text "golle"; did you mean `go-le`?',
    ],
    [`${fields}, key: too`, "key names `too`, which is no field of the queue; did you mean `to`?"],
  ])("%s", (queue, complaint) => {
    expect(complaintOf(queue)).toMatch(complaint);
  });

  it("and repeat nothing that could move a cursor or fill a screen", () => {
    const [problem] = problemsOf(`"a\\e[2J\\u202e${"k".repeat(900)}": 1\n${SMALL}`);
    expect(problem?.message).toMatch(/^unknown key `a\\u\{1b\}\[2J\\u\{202e\}k+…$/);
    expect(problem?.message.length).toBeLessThan(600);
  });

  it("two queues of one id: which id is free", () => {
    const again = SMALL.split("\n")[1]?.replace("emails", "sms");
    expect(problemsOf(`${SMALL}${again}\n`)).toMatchObject([
      { suggestion: "the next free id is 2" },
    ]);
  });
});

it("the names that every task has are those of the runtime", () => {
  // Does not compile when HandledTask gets or loses a key.
  const its: Record<keyof HandledTask, true> = {
    taskId: true,
    attempts: true,
    prevStartTime: true,
  };
  const reserved = RESERVED_FIELD_NAMES.map(camelCase);
  expect(reserved).toEqual(expect.arrayContaining(Object.keys(its)));
});
