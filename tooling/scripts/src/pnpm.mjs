import { ask, show } from "./command.mjs";

/**
 * @typedef {object} Machine what the choice depends on, so that a test can play any machine
 * @property {() => string | undefined} pnpmVersion the version on PATH, if any
 * @property {(spec: string) => boolean} installGlobally whether it worked
 * @property {boolean} mayInstallGlobally
 * @property {(line: string) => void} say
 */

/**
 * Decides how to call pnpm: the one on PATH, the pinned one installed beside npm, or npx.
 * A pnpm of another major is left alone, since other projects of its owner may need it: npx serves instead.
 *
 * @param {string} spec pnpm@X.Y.Z
 * @param {Machine} machine
 * @returns {readonly string[]} the words before pnpm's own arguments
 */
export function choosePnpm(spec, machine) {
  const wanted = majorOf(spec.slice("pnpm@".length));
  const fits = () => {
    const version = machine.pnpmVersion();
    return version !== undefined && majorOf(version) === wanted;
  };
  if (fits()) return ["pnpm"];
  const npx = ["npx", "--yes", spec];
  if (machine.pnpmVersion() !== undefined) {
    machine.say(`pnpm ${machine.pnpmVersion()} is another major than ${spec}: using npx`);
    return npx;
  }
  if (!machine.mayInstallGlobally) return npx;
  machine.say(`pnpm is not installed: npm install --global ${spec} (QUEUE_NO_GLOBAL=1 uses npx)`);
  // npm may report success for a folder which is not on PATH.
  if (machine.installGlobally(spec) && fits()) return ["pnpm"];
  machine.say("pnpm could not be installed globally: using npx");
  return npx;
}

/**
 * @param {string} root
 * @param {string} packageManager the field of that name in package.json
 */
export function findPnpm(root, packageManager) {
  const [spec = ""] = packageManager.split("+"); // a hash may follow
  return choosePnpm(spec, {
    pnpmVersion: () => ask(root, ["pnpm", "--version"])?.split("\n").at(-1),
    installGlobally: (wanted) =>
      ask(root, ["npm", "install", "--global", "--no-audit", "--no-fund", wanted]) !== undefined,
    mayInstallGlobally: !process.env.QUEUE_NO_GLOBAL,
    say: console.log,
  });
}

/**
 * @param {string} root
 * @param {readonly string[]} pnpm
 */
export function install(root, pnpm) {
  return show(root, [...pnpm, "install", "--frozen-lockfile", "--prefer-offline"]);
}

/** @param {string} version */
function majorOf(version) {
  return Number(version.split(".")[0]);
}
