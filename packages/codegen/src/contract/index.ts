export type {
  Codec,
  Contract,
  Field,
  FieldType,
  FieldValue,
  JsonValue,
  QueueContract,
  QueuePolicyContract,
} from "./contract.js";
export { FIELD_TYPES } from "./contract.js";
export { type GeneratedNames, generatedNames } from "./generated-names.js";
export {
  formatProblem,
  formatProblems,
  type Place,
  PROBLEM_CODES,
  type Problem,
  type ProblemCode,
} from "./problem.js";
export { type Places, type ReadContract, readContract } from "./read-contract.js";
