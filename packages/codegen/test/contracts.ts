import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = new URL("contracts/", import.meta.url).pathname;

export interface ContractFixture {
  readonly name: string;
  readonly text: string;
}

export function contractFixtures(kind: "valid" | "invalid"): ContractFixture[] {
  return readdirSync(join(root, kind)).map((file) => ({
    name: basename(file, ".yaml"),
    text: readFileSync(join(root, kind, file), "utf8"),
  }));
}

/** `# expect 3:5 unknown-key`: where and what the reader has to complain of, in order. */
export function expectedProblems({ text }: ContractFixture): string[] {
  return [...text.matchAll(/^# expect (\d+:\d+ [a-z-]+)$/gm)].map(([, problem = ""]) => problem);
}

/** `# schema: passes`: what is wrong is more than a schema can say. */
export function schemaNote({ text }: ContractFixture): string | undefined {
  return /^# schema: (.+)$/m.exec(text)?.[1];
}
