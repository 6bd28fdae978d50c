import { freePort } from "@queue/testkit/free-port";
import { type ServerProcess, startProcess } from "./server-process.js";

/** With a binlog it is written before the answer (`-F`: no fsync), so it survives the process. */
export async function startBeanstalkd(dir: string, binlog: boolean): Promise<ServerProcess> {
  const port = await freePort();
  const args = ["-l", "127.0.0.1", "-p", String(port), ...(binlog ? ["-b", dir, "-F"] : [])];
  return startProcess("beanstalkd", args, port, { dir });
}
