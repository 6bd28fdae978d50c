import { runBench } from "./plan-bench.js";

const reached = runBench({ rounds: 200 }, (line) => console.log(line));
process.exitCode = reached ? 0 : 1;
