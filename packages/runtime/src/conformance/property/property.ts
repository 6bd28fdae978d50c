import fc from "fast-check";
import type { Setup, StorageSuiteOptions } from "../world.js";
import { command, commandOrRestart } from "./arbitrary.js";
import type { Command } from "./commands.js";
import { createDuel } from "./duel.js";
import { perform } from "./perform.js";

const DEFAULT_RUNS = 1_000;
const LONGEST_SEQUENCE = 100;

/** What a person needs: the shortest sequence found, what differed, and how to try it again. */
function report(
  failure: fc.RunDetails<[Command[]]>,
  trace: readonly string[],
  error: unknown,
): string {
  const calls = trace.map((line, index) => `${String(index + 1).padStart(4)}. ${line}`);
  return [
    `The storage and the model part after these calls (run ${failure.numRuns}, made shorter ${failure.numShrinks} times).`,
    "The answers are the model's; the last call is the one that differed. T+n is n ms after the start.",
    ...calls,
    "",
    error instanceof Error ? error.message : String(error),
    "",
    `To repeat it: propertyReplay: { seed: ${failure.seed}, path: "${failure.counterexamplePath}" }`,
  ].join("\n");
}

/** Random sequences of calls, whose every answer is compared with that of the model. */
export function propertyPromises(setup: Setup, options: StorageSuiteOptions): void {
  const { propertyRuns = DEFAULT_RUNS, propertyShrinks = true, propertyReplay } = options;
  if (propertyRuns === 0) return;

  options.describe("any sequence of calls", () => {
    options.it(
      "gives the answers of the model, and leaves the same tasks, totals and records",
      async () => {
        let lastTrace: readonly string[] = [];
        let lastError: unknown;
        const property = fc.asyncProperty(
          fc.array(options.durable === true ? commandOrRestart : command, {
            minLength: 1,
            maxLength: LONGEST_SEQUENCE,
            size: "max",
          }),
          async (commands) => {
            const world = await setup();
            const duel = await createDuel(world, options);
            try {
              for (const one of commands) await perform(duel, one);
              await duel.look(3);
            } catch (error) {
              // The last run that fails is the shortest one found.
              lastTrace = duel.trace;
              lastError = error;
              throw error;
            } finally {
              await world.dispose();
            }
          },
        );
        const result = await fc.check(property, {
          numRuns: propertyRuns,
          endOnFailure: !propertyShrinks,
          ...propertyReplay,
        });
        if (result.failed)
          throw new Error(report(result, lastTrace, lastError), { cause: lastError });
      },
    );
  });
}
