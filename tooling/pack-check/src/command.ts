import { execFile } from "node:child_process";

/** Runs a program and resolves to what it printed; rejects with everything it printed. */
export function run(cwd: string, program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { cwd, shell: process.platform === "win32", maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${[program, ...args].join(" ")} failed\n${stdout}${stderr}`));
      },
    );
  });
}
