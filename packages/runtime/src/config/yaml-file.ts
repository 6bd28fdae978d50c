import { type ConfigFile, type ConfigFileOptions, openConfigFile } from "./config-file.js";
import { parseYamlTree } from "./yaml-tree.js";

/**
 * Settings from a YAML file: mappings are the steps of the paths, `null` is no value. Behaves like
 * `onlineConfFile` when the file is absent or broken. YAML has no mark of its end: replace the file
 * by rename, or a reader may catch the first half of it.
 */
export function yamlFile(path: string, options?: ConfigFileOptions): Promise<ConfigFile> {
  return openConfigFile(path, parseYamlTree, options);
}
