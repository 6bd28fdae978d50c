export {
  type Break,
  type BreakingChange,
  breaksOf,
  compareContracts,
  RULES,
  type RuleId,
} from "./breaking/index.js";
export {
  type Contract,
  formatProblem,
  formatProblems,
  type Problem,
  type ProblemCode,
  type ReadContract,
  readContract,
} from "./contract/index.js";
export { CONTRACT_SCHEMA } from "./contract/schema.js";
export { contractPage } from "./docs/contract-page.js";
export { type Generated, type GenerateOptions, generate } from "./generate.js";
