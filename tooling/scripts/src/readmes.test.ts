import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkReadmes } from "./readmes.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "readmes-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function file(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const readme = "packages/a/README.md";
const example = "packages/a/examples/first.ts";
const showing = (code: string) => `# a\n\n\`\`\`ts examples/first.ts\n${code}\n\`\`\`\n\nBye.\n`;

it("accepts a block that equals its file but for trailing whitespace", () => {
  file(example, "const a = 1;  \n\nconst b = 2;\n\n");
  file(readme, showing("const a = 1;\n\nconst b = 2;"));
  expect(checkReadmes(root)).toEqual([]);
});

it("says where a block begins to differ from its file", () => {
  file(example, "const a = 1;\nconst b = 2;\n");
  file(readme, showing("const a = 1;\nconst b = 3;"));
  const [problem = ""] = checkReadmes(root);
  expect(problem).toContain(`${readme}:5: differs from examples/first.ts:2`);
  expect(problem).toContain("README: const b = 3;");
  expect(problem).toContain("file:   const b = 2;");
  expect(problem).toContain("--write");
});

it("notices a block that stops early", () => {
  file(example, "const a = 1;\nconst b = 2;\n");
  file(readme, showing("const a = 1;"));
  expect(checkReadmes(root)[0]).toContain("README: (ends here)");
});

it("copies files into the READMEs when told to write, and touches nothing else", () => {
  file(example, "const a = 1;\nconst b = 2;\n");
  file(readme, showing("old") + showing("older\nand\nlonger"));
  expect(checkReadmes(root, { write: true })).toEqual([]);
  const wanted = showing("const a = 1;\nconst b = 2;");
  expect(readFileSync(join(root, readme), "utf8")).toBe(wanted + wanted);
});

it("reports a block whose file does not exist", () => {
  file("apps/b/README.md", "```ts src/gone.ts\n```\n");
  expect(checkReadmes(root)).toEqual([
    "apps/b/README.md:1: shows src/gone.ts, which does not exist",
  ]);
});

it("leaves blocks alone that name no file, and what stands inside a longer fence", () => {
  file("README.md", "```sh\nnpm start\n```\n````md\n```ts gone.ts\n```\n[x](gone.md)\n````\n");
  expect(checkReadmes(root)).toEqual([]);
});

it("reports relative links to nothing, in the root README, too", () => {
  file("LICENSE", "");
  file(
    "README.md",
    "[ok](LICENSE) [ok](./LICENSE#part) [ok](https://example.org) [ok](#here) `[x](y)`\n" +
      "![picture](gone.svg)\n\n[later]: docs/gone.md\n",
  );
  expect(checkReadmes(root)).toEqual([
    "README.md:2: links to gone.svg, which does not exist",
    "README.md:4: links to docs/gone.md, which does not exist",
  ]);
});

it("looks for the examples of a README beside sources in the package, and for links beside the README", () => {
  file(example, "const a = 1;\n");
  const part = "packages/a/src/part/README.md";
  file(part, `${showing("const a = 2;")}[why](./why.md)\n`);
  const problems = checkReadmes(root).join("\n");
  expect(problems).toContain(`${part}:4: differs from examples/first.ts:1`);
  expect(problems).toContain(`${part}:8: links to ./why.md, which does not exist`);
});
