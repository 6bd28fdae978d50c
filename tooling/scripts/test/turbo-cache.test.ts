import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyWorkspace } from "./workspace-copy.js";

const workspace = copyWorkspace();
let before = new Map<string, string>();

beforeAll(() => {
  before = workspace.hashes();
});
afterAll(() => workspace.remove());

/** Edits a file and returns the tasks that turbo would run again for it. */
function rerunAfterEditOf(file: string): string[] {
  workspace.write(file);
  const after = workspace.hashes();
  const changed = [...after.keys()].filter((id) => after.get(id) !== before.get(id));
  before = after;
  return changed.sort();
}

/** Those tasks that exist, of all packages or of some. */
function tasks(kinds: string[], packages?: string[]): string[] {
  return [...before.keys()]
    .filter((id) => {
      const [name = "", kind = ""] = id.split("#");
      return kinds.includes(kind) && (packages?.includes(name) ?? true);
    })
    .sort();
}

/** Names of the packages that need `name`, directly or through others. */
function dependentsOf(name: string): string[] {
  const direct = workspace.packages
    .map(({ manifest }) => manifest)
    .filter((each) => name in { ...each.dependencies, ...each.devDependencies })
    .map((each) => String(each.name));
  return [...new Set(direct.flatMap((each) => [each, ...dependentsOf(each)]))];
}

const all = ["build", "typecheck", "lint", "test"];
const memory = "@queue/storage-memory";
const tarantool = "@queue/storage-tarantool";

describe("what turbo runs again after an edit", () => {
  it("of nothing: nothing", () => {
    const again = workspace.hashes();
    expect([...again]).toEqual([...before]);
    expect(again.size).toBeGreaterThan(all.length);
  });

  it("of a source: the package, and what is built or tested against it", () => {
    const dependents = dependentsOf(memory);
    expect(dependents).toEqual(expect.arrayContaining(["@queue/example", "@queue/pack-check"]));
    expect(rerunAfterEditOf("packages/storage-memory/src/a.ts")).toEqual(
      [...tasks(all, [memory]), ...tasks(["build", "typecheck", "test"], dependents)].sort(),
    );
  });

  it.each(["src/a.test.ts", "bench/a.ts", "examples/a.ts"])(
    "of %s: no build, and no other package",
    (file) => {
      expect(rerunAfterEditOf(`packages/storage-memory/${file}`)).toEqual(
        tasks(["typecheck", "lint", "test"], [memory]),
      );
    },
  );

  it("of a Lua source: the package, and what is built or tested against it", () => {
    expect(rerunAfterEditOf("packages/storage-tarantool/lua/queue/a.lua")).toEqual(
      [...tasks(["build", "typecheck", "test"], [tarantool, ...dependentsOf(tarantool)])].sort(),
    );
  });

  it("of a Lua test: the package's tests", () => {
    expect(rerunAfterEditOf("packages/storage-tarantool/lua/test/a.lua")).toEqual(
      tasks(["test"], [tarantool]),
    );
  });

  it.each([
    "README.md",
    "CONTRIBUTING.md",
    "packages/storage-memory/README.md",
    "packages/storage-memory/bench/README.md",
    "packages/runtime/src/conformance/README.md",
  ])("of %s: nothing", (file) => {
    expect(rerunAfterEditOf(file)).toEqual([]);
  });

  it.each([
    "dist/index.js",
    "node_modules/.vite/vitest/results.json",
    "node_modules/@queue/runtime/dist/index.js",
    ".vitest/report.json",
    "coverage/prettify.js",
    ".turbo/turbo-build.log",
    ".bench/main.js",
  ])("of %s, which tools write: nothing", (file) => {
    expect(rerunAfterEditOf(`packages/storage-memory/${file}`)).toEqual([]);
  });

  it("of a contract: what compares the generated code with it", () => {
    expect(rerunAfterEditOf("apps/example/contract.yaml")).toEqual(
      tasks(["lint", "test"], ["@queue/example"]),
    );
  });

  it("of biome.json: every lint and nothing else", () => {
    expect(rerunAfterEditOf("biome.json")).toEqual(tasks(["lint"]));
  });

  it("of the compiler's settings: whatever is compiled or runs compiled code, but no lint", () => {
    expect(rerunAfterEditOf("tooling/tsconfig/base.json")).toEqual(
      tasks(["build", "typecheck", "test"]).filter((id) => id !== "@queue/scripts#test"),
    );
  });

  it("of a package's tsconfig.json: its type check", () => {
    expect(rerunAfterEditOf("packages/storage-memory/tsconfig.json")).toEqual(
      tasks(["lint", "typecheck"], [memory]),
    );
  });

  it("of the test settings: every test and nothing else", () => {
    expect(rerunAfterEditOf("tooling/vitest-config/index.js")).toEqual(
      [...tasks(["test"]), "@queue/vitest-config#lint"].sort(),
    );
  });

  it("of the types of the test settings: every type check, since each vitest.config.ts uses them", () => {
    expect(rerunAfterEditOf("tooling/vitest-config/index.d.ts")).toEqual(
      [...tasks(["typecheck"]), "@queue/vitest-config#lint"].sort(),
    );
  });

  it("of a consumer program: the pack check", () => {
    expect(rerunAfterEditOf("tooling/pack-check/consumers/a.ts")).toEqual(
      tasks(["typecheck", "lint", "test"], ["@queue/pack-check"]),
    );
  });

  it("of a package that the pack check does not know yet: the pack check, which then complains", () => {
    expect(rerunAfterEditOf("packages/newcomer/package.json")).toContain("@queue/pack-check#test");
  });
});
