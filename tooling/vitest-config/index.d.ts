import type { ViteUserConfig } from "vitest/config";

/** The test settings of one workspace package; `overrides` wins where both speak. */
export function project(overrides?: ViteUserConfig): ViteUserConfig;
