import { runCli } from "./cli.js";

const stop = new AbortController();
const [, , ...args] = process.argv;

if (args[0] === "watch")
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());

// Whoever reads may have seen enough: `queue-codegen schema | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCli(args, {
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
