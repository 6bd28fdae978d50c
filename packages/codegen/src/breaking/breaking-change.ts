import type { Field, QueueContract } from "../contract/contract.js";
import type { RuleId } from "./rules.js";

export interface BreakingChange {
  readonly rule: RuleId;
  readonly message: string;
  readonly suggestion?: string;
  /** The part of the new contract that broke the rule; absent where it is gone. */
  readonly at?: QueueContract | Field;
}

/** Takes note of a change. */
export type Note = (
  rule: RuleId,
  message: string,
  more?: {
    readonly suggestion?: string | undefined;
    readonly at?: QueueContract | Field | undefined;
  },
) => void;

export function createNotes(): {
  readonly changes: readonly BreakingChange[];
  readonly note: Note;
} {
  const changes: BreakingChange[] = [];
  return {
    changes,
    note(rule, message, { suggestion, at } = {}) {
      changes.push({
        rule,
        message,
        ...(suggestion !== undefined && { suggestion }),
        ...(at !== undefined && { at }),
      });
    },
  };
}
