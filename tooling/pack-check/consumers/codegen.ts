// Uses @queue/codegen as a build script, an editor or a dashboard does.
import assert from "node:assert/strict";
import { compareContracts, generate, RULES } from "@queue/codegen";
import { type Contract, formatProblems, type Problem, readContract } from "@queue/codegen/contract";

const text = "queues:\n  - { id: 1, name: emails, fields: [{ name: to, type: string }] }\n";

const generated = generate(text, { file: "contract.yaml" });
assert.ok(generated.ok);
assert.match(generated.files.get("contract.gen.ts") ?? "", /export async function putEmails\(/);

const read = readContract(text, "contract.yaml");
assert.ok(read.ok);
assert.equal(read.contract.queues[0]?.fields[0]?.property, "to");
assert.deepEqual(compareContracts(read.contract, read.contract), []);
assert.equal(RULES.FIELD_MOVED.breaks, "WIRE");

const wrong = readContract("queues: 5\n", "contract.yaml");
assert.ok(!wrong.ok);
// @ts-expect-error Where there are problems there is no contract.
assert.equal(wrong.contract, undefined);
assert.equal(
  formatProblems(wrong.problems),
  "contract.yaml:1:9: [wrong-kind] queues must be a list, not the number 5; begin each queue with a dash: `- id: …`\n",
);

export function rename({ queues: [queue] }: Contract): void {
  // @ts-expect-error A contract is read-only: were its type lost, this would compile.
  if (queue !== undefined) queue.name = "other";
}

export function isTypo({ code }: Problem): boolean {
  // @ts-expect-error The codes are a closed list: were they `string`, a typo would compile.
  return code === "unknown-kye";
}

console.log("ok");
