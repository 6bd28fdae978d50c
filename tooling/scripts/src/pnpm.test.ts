import { expect, it } from "vitest";
import { choosePnpm } from "./pnpm.mjs";

/** A machine with some pnpm, or none, on which a global install puts `after` on PATH. */
function machine(before: string | undefined, after = before, mayInstallGlobally = true) {
  const installed: string[] = [];
  return {
    installed,
    mayInstallGlobally,
    pnpmVersion: () => (installed.length === 0 ? before : after),
    installGlobally: (spec: string) => (installed.push(spec) > 0 ? "" : "never"),
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

it("falls back on npx when it may not install globally, and says why", () => {
  const said: string[] = [];
  const complaint = "npm error code EACCES\nnpm error permission denied";
  const here = {
    ...machine(undefined),
    installGlobally: () => complaint,
    say: said.push.bind(said),
  };
  expect(choosePnpm("pnpm@12.18.0", here)).toEqual(["npx", "--yes", "pnpm@12.18.0"]);
  expect(said.at(-1)).toBe("pnpm could not be installed globally (EACCES): using npx");
});

it("stops with a sentence when there is no network, instead of trying again by npx", () => {
  const complaint = "npm error code EAI_AGAIN\nnpm error request to the registry failed";
  const here = { ...machine(undefined), installGlobally: () => complaint };
  expect(() => choosePnpm("pnpm@12.18.0", here)).toThrow(
    "The npm registry cannot be reached (EAI_AGAIN). It is needed once, for pnpm and the dependencies.",
  );
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
