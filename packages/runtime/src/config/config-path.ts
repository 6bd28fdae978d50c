/** The one spelling of a path, so that `a/b`, `/a/b` and `/a//b/` are the same setting. */
export function configPath(path: string): string {
  return `/${configSteps(path).join("/")}`;
}

export function configSteps(path: string): string[] {
  return path.split("/").filter((step) => step !== "");
}

/** Both in the spelling of `configPath`. */
export function isUnder(path: string, prefix: string): boolean {
  return prefix === "/" || path === prefix || path.startsWith(`${prefix}/`);
}
