import type { Address } from "./address.js";

/** What a server answered to one call. */
export type Answer =
  | { readonly kind: "result"; readonly value: unknown }
  | { readonly kind: "refused"; readonly message: string };

/** One authenticated session with one server. Once ended, it stays so. */
export interface Wire {
  /**
   * Calls a function of the server. `reply` comes once, or never if the wire ends before. Throws if the
   * arguments cannot be encoded; then nothing was sent.
   */
  send(name: string, args: readonly unknown[], reply: (answer: Answer) => void): void;
  /** Resolves to the reason when the session is over, by whichever side. */
  readonly ended: Promise<Error>;
  end(reason: Error): void;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Opens a wire; rejects when the server cannot be reached, refuses, or the signal is aborted. */
export type Dial = (
  address: Address,
  credentials: Credentials | undefined,
  signal: AbortSignal,
) => Promise<Wire>;

/** The server said no while the session was being opened, for instance to the password. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
