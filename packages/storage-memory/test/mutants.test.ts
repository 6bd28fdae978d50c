import { afterAll, describe, expect, it } from "vitest";
import { createMemoryStorage } from "../src/index.js";
import { mutants } from "./mutants/all.js";
import {
  type Broken,
  collectPromises,
  isSlow,
  PROPERTY_GROUP,
  type Promised,
  tryPromises,
} from "./mutants/collect.js";
import type { Mutant } from "./mutants/mutant.js";

const isProperty = ({ group }: { readonly group: string }) => group === PROPERTY_GROUP;

interface Verdict {
  readonly mutant: Mutant;
  readonly broken: readonly Broken[];
}

async function judge(mutant: Mutant): Promise<Verdict> {
  const undo = mutant.install?.() ?? (() => {});
  try {
    const promises = collectPromises(mutant.make);
    // A slow promise is tried on the mutants that are made for it.
    const tried = promises.filter((one) => !isSlow(one) || one.name === mutant.promise);
    return { mutant, broken: await tryPromises(tried) };
  } finally {
    undo();
  }
}

/** One line a mutant: what is wrong with it, which promise said so, and how many more did. */
function tableOf(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ mutant, broken }) => {
    const single = broken.filter((one) => !isProperty(one));
    const named = single.find(({ name }) => name.includes(mutant.promise)) ?? single[0];
    const property = broken.some(isProperty) ? "yes" : "-";
    return [mutant.name, String(single.length), property, named && `${named.group}: ${named.name}`];
  });
  const width = Math.max(...rows.map(([name]) => name?.length ?? 0));
  return [["mutant", "broken", "random", "among them"], ...rows]
    .map(([name = "", count = "", property = "", promise = ""]) =>
      [name.padEnd(width), count.padStart(6), property.padEnd(6), promise].join("  "),
    )
    .join("\n");
}

describe("the conformance suite", () => {
  const verdicts: Verdict[] = [];
  let promises: readonly Promised[] = [];

  it("accepts the memory storage, through the same collector", async () => {
    promises = collectPromises((clock) => createMemoryStorage({ clock }));
    expect(promises.length).toBeGreaterThan(300);
    expect(promises.filter(isProperty)).toHaveLength(1);
    expect(promises.filter(isSlow)).toHaveLength(11);
    expect(await tryPromises(promises)).toEqual([]);
  });

  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    "rejects a storage that %s",
    async (_name, mutant) => {
      const verdict = await judge(mutant);
      verdicts.push(verdict);
      const single = verdict.broken.filter((one) => !isProperty(one)).map(({ name }) => name);
      expect(single, mutant.breaks).toContainEqual(expect.stringContaining(mutant.promise));
    },
  );

  it("still accepts it afterwards: no mistake has stayed behind", async () => {
    expect(await tryPromises(promises)).toEqual([]);
  });

  afterAll(() => {
    console.log(`${tableOf(verdicts)}\n`);
  });
});
