/**
 * @typedef {object} SystemPackage a Debian package that some tests need
 * @property {string} name
 * @property {string} skip the variable that makes those tests skip themselves
 */

/** @type {Readonly<Record<string, SystemPackage>>} */
const known = {
  tarantool: { name: "tarantool", skip: "QUEUE_SKIP_TARANTOOL" },
  chromium: { name: "chromium", skip: "QUEUE_SKIP_CHROMIUM" },
  git: { name: "git", skip: "QUEUE_SKIP_GIT" },
};

/**
 * Which Debian packages the workspace needs, as its packages declare it in package.json:
 * `"queue": { "systemPackages": ["tarantool"] }`.
 *
 * @param {readonly import("./manifests.mjs").WorkspacePackage[]} workspace
 * @returns {SystemPackage[]}
 */
export function systemNeeds(workspace) {
  /** @type {Map<string, SystemPackage>} */
  const needs = new Map();
  for (const { dir, manifest } of workspace) {
    for (const name of manifest.queue?.systemPackages ?? []) {
      const found = Object.hasOwn(known, name) ? known[name] : undefined;
      if (found === undefined) {
        const names = Object.keys(known).join(", ");
        throw new Error(`${dir}/package.json: unknown system package "${name}" (known: ${names})`);
      }
      needs.set(name, found);
    }
  }
  return [...needs.values()];
}
