import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { served } from "./served.js";

const CONTRACT = fileURLToPath(new URL("contract.yaml", import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "queue-manager-"));
afterAll(() => rmSync(dir, { recursive: true }));

it("queue-manager serve --contract puts and shows payloads by their fields", async () => {
  const args = ["--storage", "memory:", "--port", "0", "--contract", CONTRACT];
  const { code } = await served(args, async (url) => {
    const put = await fetch(`${url}/queues/3/tasks`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ payload: { user_id: "12", subject: "Hi" } }),
    });
    const { taskId } = (await put.json()) as { taskId: number };
    const shown = await fetch(`${url}/tasks/${taskId}?payload=1`);
    expect(await shown.json()).toMatchObject({
      key: "12",
      payload: { kind: "decoded", value: { user_id: "12", subject: "Hi" } },
    });
  });
  expect(code).toBe(0);
});

it("says all that is wrong with a contract, and where, before it opens anything", async () => {
  const file = join(dir, "contract.yaml");
  writeFileSync(
    file,
    "queues:\n  - id: 0\n    name: Mails\n    fields:\n      - { name: to, type: txt }\n",
  );
  const load = async () => {
    throw new Error("opened");
  };
  const args = ["--storage", "memory:", "--port", "0", "--contract", file];
  const { code, notes, printed } = await served(args, undefined, { load });
  expect([code, printed]).toEqual([2, ""]);
  for (const place of ["2:9", "3:11", "5:27"]) expect(notes).toContain(`${file}:${place}: [`);
});

it("names a contract that cannot be read", async () => {
  const args = ["--storage", "memory:", "--port", "0", "--contract", join(dir, "absent.yaml")];
  const { code, notes } = await served(args);
  expect(code).toBe(2);
  expect(notes).toMatch(/--contract ".*absent\.yaml" cannot be read: ENOENT/);
});
