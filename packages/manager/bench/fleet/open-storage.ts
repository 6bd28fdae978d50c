import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FullStorage } from "@queue/runtime";

/** `<module>#<function>?<options as JSON>`: whatever storage several processes can share. */
export async function openStorage(text: string): Promise<FullStorage> {
  const [, specifier = "", factory = "", options = "{}"] =
    /^(.+)#(\w+)(?:\?(.*))?$/.exec(text) ?? [];
  const path = isAbsolute(specifier)
    ? specifier
    : createRequire(join(process.cwd(), "package.json")).resolve(specifier);
  const module = (await import(pathToFileURL(path).href)) as Record<
    string,
    (options: unknown) => FullStorage
  >;
  const create = module[factory];
  if (create === undefined) throw new Error(`${specifier} has no ${factory}`);
  return create(JSON.parse(options));
}
