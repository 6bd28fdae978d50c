import { project } from "@queue/vitest-config";

// Too long for every run of the tests: `pnpm test:long`.
export default project({ test: { include: ["test/long/*.long.ts"] } });
