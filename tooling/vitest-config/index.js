// Plain JavaScript: a package's vitest.config.ts imports it by name, and Node 20 cannot load TypeScript.
import { defineConfig, mergeConfig } from "vitest/config";

export function project(overrides = {}) {
  return mergeConfig(
    defineConfig({
      test: {
        include: ["src/**/*.test.ts", "test/**/*.test.ts"],
        environment: "node",
        testTimeout: 20_000,
        hookTimeout: 20_000,
        // The report is what the closing line of `npm test` adds up; turbo keeps it with the cached run.
        reporters: ["default", ["json", { outputFile: ".vitest/report.json" }]],
      },
    }),
    overrides,
  );
}
