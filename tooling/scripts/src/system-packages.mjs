import { existsSync } from "node:fs";
import { ask, show } from "./command.mjs";

/**
 * @typedef {object} Machine what the outcome depends on, so that a test can play any machine
 * @property {(name: string) => boolean} present
 * @property {(name: string) => boolean} install whether it was possible and worked
 * @property {boolean} ci
 * @property {(line: string) => void} say
 */

/**
 * Provides what the tests need beyond npm packages. Where that is impossible the tests skip themselves,
 * announced; on CI nothing may be skipped unseen.
 *
 * @param {readonly import("./system-needs.mjs").SystemPackage[]} needs
 * @param {Machine} machine
 * @returns {{ ok: boolean, skip: string[] }} the variables to set
 */
export function provide(needs, machine) {
  /** @type {string[]} */
  const skip = [];
  let ok = true;
  for (const need of needs) {
    if (machine.present(need.name)) continue;
    if (machine.install(need.name) && machine.present(need.name)) continue;
    const remedy = `Debian: sudo apt-get install -y ${need.name}`;
    if (machine.ci) {
      machine.say(`*** ${need.name} is needed and could not be installed. ${remedy}`);
      ok = false;
    } else {
      machine.say(`*** ${need.name} is not installed: its tests are SKIPPED. ${remedy}`);
      skip.push(need.skip);
    }
  }
  return { ok, skip };
}

/**
 * @param {string} root
 * @returns {Machine}
 */
export function thisMachine(root) {
  return {
    present(name) {
      if (name === "chromium") return existsSync(process.env.CHROMIUM_PATH ?? "/usr/bin/chromium");
      const program = name === "tarantool" ? (process.env.TARANTOOL_BIN ?? name) : name;
      return ask(root, [program, "--version"]) !== undefined;
    },
    install: (name) => installByApt(root, name),
    ci: Boolean(process.env.CI),
    say: console.warn,
  };
}

/**
 * @param {string} root
 * @param {string} name
 */
function installByApt(root, name) {
  if (process.env.QUEUE_NO_APT || ask(root, ["apt-get", "--version"]) === undefined) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && ask(root, ["sudo", "-n", "true"]) === undefined) return false;
  const aptGet = [
    ...(isRoot ? [] : ["sudo", "-n"]),
    ...["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"],
  ];
  const install = ["install", "-y", "--no-install-recommends", name];
  // A stale list of packages names versions the mirror no longer has, so it is refreshed first; a mirror that
  // fails to refresh may still have the package.
  show(root, [...aptGet, "update"]);
  return show(root, [...aptGet, ...install]) === 0;
}
