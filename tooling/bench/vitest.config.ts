import { project } from "@queue/vitest-config";

// A guard against hanging only: a busy machine may be ten times slower.
export default project({ test: { testTimeout: 180_000 } });
