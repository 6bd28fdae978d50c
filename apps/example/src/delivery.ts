import { setTimeout as pause } from "node:timers/promises";
import type { EmailsPayload, NotificationsPayload } from "./generated/contract.gen.js";

/** The world outside: what a copy of this service replaces first. */
export interface Delivery {
  /** Sends many emails in one request; for each says why it was refused, or `undefined`. */
  sendEmails(
    batch: readonly EmailsPayload[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]>;
  /** Rejects with {@link UnknownDevice} where trying again is useless. */
  push(notification: NotificationsPayload, signal: AbortSignal): Promise<void>;
}

export class UnknownDevice extends Error {
  override readonly name = "UnknownDevice";
}

const EMAIL_REQUEST_MS = 5;
const PUSH_MS = 2;

/**
 * A provider that takes some time. Whoever is called "flaky-…" refuses the first try, as greylisting
 * mail servers do; a device called "unknown-…" does not exist.
 */
export function createSimulatedDelivery(): Delivery {
  const refusedOnce = new Set<string>();
  /** Forgotten at the second try, so that the set does not grow with the load. */
  function refusesNow(receiver: string, content: string): boolean {
    if (!receiver.startsWith("flaky-")) return false;
    const message = `${receiver} ${content}`;
    if (refusedOnce.delete(message)) return false;
    refusedOnce.add(message);
    return true;
  }
  return {
    async sendEmails(batch, signal) {
      await pause(EMAIL_REQUEST_MS, undefined, { signal });
      return batch.map(({ to, subject }) =>
        refusesNow(to, subject) ? "greylisted, as simulated" : undefined,
      );
    },
    async push({ device, text }, signal) {
      await pause(PUSH_MS, undefined, { signal });
      if (device.startsWith("unknown-")) throw new UnknownDevice("no such device");
      if (refusesNow(device, text)) throw new Error("the device does not answer, as simulated");
    },
  };
}
