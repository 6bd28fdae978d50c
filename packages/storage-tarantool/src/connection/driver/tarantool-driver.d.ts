/** The part of tarantool-driver 3.1.0 that the driver's wire uses. The package brings no types. */
declare module "tarantool-driver" {
  import type { EventEmitter } from "node:events";

  interface Connector {
    connect(callback: (error: Error | null, socket?: unknown) => void): void;
    disconnect(): void;
  }

  interface DriverOptions {
    readonly host?: string;
    readonly port?: number;
    readonly path?: string;
    readonly username?: string;
    readonly password?: string;
    readonly lazyConnect?: boolean;
    readonly retryStrategy?: ((times: number) => number) | null;
  }

  class TarantoolConnection extends EventEmitter {
    constructor(...options: readonly (DriverOptions | string)[]);
    connector: Connector;
    connect(): Promise<void>;
    disconnect(): void;
    call(name: string, ...args: readonly unknown[]): Promise<unknown>;
    eval(expression: string, ...args: readonly unknown[]): Promise<unknown>;
  }

  export = TarantoolConnection;
}
