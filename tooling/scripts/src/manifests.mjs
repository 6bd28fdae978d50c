import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders pnpm-workspace.yaml names; each folder inside one of them is a workspace package. */
const groups = ["packages", "apps", "tooling"];

/**
 * @typedef {object} WorkspacePackage
 * @property {string} dir relative to the root, with forward slashes
 * @property {Record<string, any>} manifest
 */

/**
 * @param {string} dir
 * @returns {Record<string, any>}
 */
export function readManifest(dir) {
  return JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
}

/**
 * @param {string} root
 * @returns {WorkspacePackage[]}
 */
export function workspacePackages(root) {
  return groups
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((dir) => existsSync(join(root, dir, "package.json")))
    .sort()
    .map((dir) => ({ dir, manifest: readManifest(join(root, dir)) }));
}
