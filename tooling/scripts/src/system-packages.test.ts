import { expect, it } from "vitest";
import { systemNeeds } from "./system-needs.mjs";
import { provide } from "./system-packages.mjs";

const needs = systemNeeds([
  { dir: "packages/a", manifest: { queue: { systemPackages: ["tarantool", "chromium"] } } },
]);

function machine(there: string[], { installs = false, ci = false } = {}) {
  const said: string[] = [];
  return {
    there,
    said,
    ci,
    present: (name: string) => there.includes(name),
    install: (name: string) => installs && there.push(name) > 0,
    say: (line: string) => said.push(line),
  };
}

it("leaves a machine alone that has everything", () => {
  const here = machine(["tarantool", "chromium"]);
  expect(provide(needs, here)).toEqual({ ok: true, skip: [] });
  expect(here.said).toEqual([]);
});

it("installs what is absent where it may", () => {
  const here = machine(["chromium"], { installs: true });
  expect(provide(needs, here)).toEqual({ ok: true, skip: [] });
  expect(here.there).toContain("tarantool");
});

it("has the tests skipped, and says so in a line each, where it may not", () => {
  const here = machine([]);
  expect(provide(needs, here)).toEqual({
    ok: true,
    skip: ["QUEUE_SKIP_TARANTOOL", "QUEUE_SKIP_CHROMIUM"],
  });
  expect(here.said).toHaveLength(2);
  expect(here.said[0]).toContain("apt-get install -y tarantool");
});

it("skips nothing on CI", () => {
  expect(provide(needs, machine(["chromium"], { ci: true }))).toEqual({ ok: false, skip: [] });
});
