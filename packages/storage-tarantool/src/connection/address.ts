/** Where a server listens. */
export type Address =
  | { readonly host: string; readonly port: number; readonly path?: never }
  | { readonly path: string; readonly host?: never; readonly port?: never };

export function nameOf(address: Address): string {
  return address.path ?? `${address.host}:${address.port}`;
}
