export { describeStorage } from "./describe-storage.js";
export type { Setup, StorageSuiteOptions, World } from "./world.js";
