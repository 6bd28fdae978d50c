import { runBench } from "./plan-bench.js";

const reached = runBench({ rounds: 500 }, (line) => console.log(line));
process.exitCode = reached ? 0 : 1;
