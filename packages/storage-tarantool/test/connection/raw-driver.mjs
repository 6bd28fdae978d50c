// What may end the process with tarantool-driver as it comes. Arguments: the case, the server's port.
import { setTimeout as pause } from "node:timers/promises";
import { startFaultProxy } from "@queue/testkit/fault-proxy";
import TarantoolConnection from "tarantool-driver";

const [, , name, port] = process.argv;
const proxy = await startFaultProxy({ host: "127.0.0.1", port: Number(port) });
const driver = new TarantoolConnection({
  ...proxy.address,
  username: "tester",
  password: "pass:word@1",
});
await driver.call("queue.echo");
if (name === "push") await driver.call("queue.push");
if (name === "half-reply") {
  proxy.cutRepliesAfter(20_000);
  driver.call("queue.reply", 1, 50_000).catch(() => {});
  while (proxy.accepted < 2) await pause(5);
  proxy.fragmentReplies(5_000);
  await driver.call("queue.reply", 2, 20_000);
}
console.log("survived");
process.exit(0);
