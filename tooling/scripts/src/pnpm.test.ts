import { expect, it } from "vitest";
import { choosePnpm } from "./pnpm.mjs";

/** A machine with some pnpm, or none, on which a global install puts `after` on PATH. */
function machine(before: string | undefined, after = before, mayInstallGlobally = true) {
  const installed: string[] = [];
  return {
    installed,
    mayInstallGlobally,
    pnpmVersion: () => (installed.length === 0 ? before : after),
    installGlobally: (spec: string) => installed.push(spec) > 0,
    say: () => {},
  };
}

it("uses the pnpm on PATH when its major fits", () => {
  const here = machine("12.1.0");
  expect(choosePnpm("pnpm@12.18.0", here)).toEqual(["pnpm"]);
  expect(here.installed).toEqual([]);
});

it("installs the pinned version globally when there is none", () => {
  const here = machine(undefined, "12.18.0");
  expect(choosePnpm("pnpm@12.18.0", here)).toEqual(["pnpm"]);
  expect(here.installed).toEqual(["pnpm@12.18.0"]);
});

it("falls back on npx when the installed pnpm is not on PATH", () => {
  expect(choosePnpm("pnpm@12.18.0", machine(undefined))).toEqual(["npx", "--yes", "pnpm@12.18.0"]);
});

it("installs nothing globally when told not to", () => {
  const here = machine(undefined, "12.18.0", false);
  expect(choosePnpm("pnpm@12.18.0", here)).toEqual(["npx", "--yes", "pnpm@12.18.0"]);
  expect(here.installed).toEqual([]);
});

it("never replaces a pnpm of another major", () => {
  const here = machine("9.15.0", "12.18.0");
  expect(choosePnpm("pnpm@12.18.0", here)).toEqual(["npx", "--yes", "pnpm@12.18.0"]);
  expect(here.installed).toEqual([]);
});
