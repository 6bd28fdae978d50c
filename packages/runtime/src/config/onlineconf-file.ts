import { type ConfigFile, type ConfigFileOptions, openConfigFile } from "./config-file.js";
import { parseModuleCdb, parseModuleText } from "./onlineconf-module.js";

/**
 * Settings from a module file of OnlineConf, as its updater writes them: the constant database if the
 * name ends in `.cdb`, else the text. Rejects with CONFIG if the file is absent or broken now; when
 * that happens later, the last good values stay and the logger hears of it.
 */
export function onlineConfFile(path: string, options?: ConfigFileOptions): Promise<ConfigFile> {
  return openConfigFile(path, path.endsWith(".cdb") ? parseModuleCdb : parseModuleText, options);
}
