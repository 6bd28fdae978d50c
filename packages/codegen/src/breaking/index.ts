export type { BreakingChange } from "./breaking-change.js";
export { compareContracts } from "./compare-contracts.js";
export { type Break, breaksOf, RULES, type RuleId } from "./rules.js";
