import { QueueError } from "@queue/runtime";

/** The error that a call is refused with; anything else passes through. */
export function refusalOf(call: () => unknown): QueueError {
  try {
    call();
  } catch (error) {
    if (error instanceof QueueError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
