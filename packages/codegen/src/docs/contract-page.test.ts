import { expect, it } from "vitest";
import { formatProblems, readContract } from "../contract/index.js";
import { contractPage } from "./contract-page.js";

function pageOf(text: string): string {
  const read = readContract(text, "contract.yaml");
  if (!read.ok) throw new Error(formatProblems(read.problems));
  return contractPage(read.contract, "contract.yaml");
}

it("says what a contract says", () => {
  const page = pageOf(`
description: Mail and such
reserved: [7, 9]
queues:
  - id: 3
    name: emails
    description: Outgoing mail
    ttl: 90s
    priority: 0
    backoff: { max: 10m }
    key: to
    fields:
      - { name: to, type: string, description: "The address" }
      - { reserved: subject }
      - { name: sizes, type: "[]int64", default: [1, 2] }
      - { name: at, type: timestamp, default: "2030-01-31T12:00:00+02:00" }
      - { name: note, type: string, optional: true }
`);
  expect(page).toBe(`# contract.yaml

Mail and such

| id | queue |  |
| --- | --- | --- |
| 3 | [emails](#emails) | Outgoing mail |

## emails

Outgoing mail

Queue 3, written as msgpack. Put by \`putEmails\`, handled by \`EmailsHandler.handleEmails\`.

| place | field | type |  |  |
| --- | --- | --- | --- | --- |
| 1 | \`to\` | \`string\` |  | The address |
| 2 |  |  | removed |  |
| 3 | \`sizes\` | \`[]int64\` | default \`[1, 2]\` |  |
| 4 | \`at\` | \`timestamp\` | default \`2030-01-31T10:00:00.000Z\` |  |
| 5 | \`note\` | \`string\` | optional |  |

| policy |  |
| --- | --- |
| priority | 0 |
| time to live | 90s |
| pause between tries | 1s doubling to 10m, ±20 % |
| one at a time for each | \`to\` |

Ids of removed queues, never to be used again: 7, 9.
`);
});

it("keeps Markdown and HTML in descriptions and defaults from doing anything", () => {
  const page = pageOf(`
queues:
  - id: 1
    name: emails
    description: "<script>alert(1)</script> | a\\n# b"
    fields:
      - { name: to, type: string, default: "a|b\`c" }
`);
  expect(page).toContain("\\<script\\>alert(1)\\</script\\> \\| a<br>\\# b |");
  expect(page).toContain('default ``"a\\|b`c"``');
});
