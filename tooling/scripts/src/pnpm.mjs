import { ask, complaintOf, show } from "./command.mjs";

/**
 * @typedef {object} Machine what the choice depends on, so that a test can play any machine
 * @property {() => string | undefined} pnpmVersion the version on PATH, if any
 * @property {(spec: string) => string} installGlobally what npm complained of; "" when it worked
 * @property {boolean} mayInstallGlobally
 * @property {(line: string) => void} say
 */

/** What npm says when there is no way to the registry: npx would find none either. */
const UNREACHABLE = new Set([
  "EAI_AGAIN",
  "ENOTFOUND",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ETIMEDOUT",
]);

/** One more try, soon: npm's own three would leave a person without a word for more than a minute. */
const IMPATIENT = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];

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
  const complaint = machine.installGlobally(spec);
  // npm may report success for a folder which is not on PATH.
  if (complaint === "" && fits()) return ["pnpm"];
  const reason = /\berror code (\w+)/.exec(complaint)?.[1] ?? "it is not on PATH";
  if (UNREACHABLE.has(reason))
    throw new Error(
      `The npm registry cannot be reached (${reason}). It is needed once, for pnpm and the dependencies.`,
    );
  machine.say(`pnpm could not be installed globally (${reason}): using npx`);
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
      complaintOf(root, [
        "npm",
        "install",
        "--global",
        "--no-audit",
        "--no-fund",
        ...IMPATIENT,
        wanted,
      ]),
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
