import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";

const running = new Set<ReturnType<typeof spawn>>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

/** A process that runs `program` in the foreground, as `npm start` runs the example. */
function startDriver(program: string, args: string[] = [], through: string[] = []) {
  const driver = `
    import { runInForeground } from ${JSON.stringify(new URL("./foreground.mjs", import.meta.url))};
    process.exitCode = await runInForeground(".", ${JSON.stringify([process.execPath, "-e", program, ...args])});
    console.log("driver ends");
  `;
  const [command = "", ...rest] = [
    ...through,
    process.execPath,
    "--input-type=module",
    "-e",
    driver,
  ];
  const child = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
  running.add(child);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return {
    child,
    ended: once(child, "close").then(([code]) => ({ code, output })),
    said: async (words: string) => {
      while (!output.includes(words)) await once(child.stdout, "data");
    },
  };
}

it("ends with the child's code and gives it all arguments", async () => {
  const driver = startDriver("console.log(process.argv.slice(1).join()); process.exitCode = 3", [
    "first",
    "second",
  ]);
  expect(await driver.ended).toEqual({ code: 3, output: "first,second\ndriver ends\n" });
});

it("ends with 128 + the signal that killed the child", async () => {
  const driver = startDriver("process.kill(process.pid, 'SIGKILL')");
  expect(await driver.ended).toMatchObject({ code: 137 });
});

it("stops the child when whoever started us is killed without passing it on", async () => {
  const driver = startDriver(
    `process.on("SIGTERM", () => { console.log("stopped"); process.exit(); });
    setInterval(() => {}, 1000);
    console.log("ready");`,
    [],
    ["sh", "-c", '"$@"; true', "sh"],
  );
  await driver.said("ready");
  driver.child.kill("SIGKILL");
  expect((await driver.ended).output).toBe("ready\nstopped\ndriver ends\n");
});

it.each(["SIGINT", "SIGTERM"] as const)(
  "forwards %s and ends only after the child",
  async (signal) => {
    // The child stops when its stdin says so: after the signal, at a moment that the test chooses.
    const driver = startDriver(`
    process.on("${signal}", () => {
      console.log("stopping");
      process.stdin.once("data", () => { console.log("stopped"); process.exit(7); });
    });
    setInterval(() => {}, 1000);
    console.log("ready");
  `);
    await driver.said("ready");
    driver.child.kill(signal);
    await driver.said("stopping");
    driver.child.stdin.write("go\n");
    expect(await driver.ended).toEqual({
      code: 7,
      output: "ready\nstopping\nstopped\ndriver ends\n",
    });
  },
);
