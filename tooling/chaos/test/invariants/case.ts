import type { CheckOptions, Invariant } from "../../src/index.js";
import { Story } from "../story.js";

/** A history that an invariant accepts, or one that it rejects. */
export interface Case {
  readonly name: string;
  readonly story: Story;
  /** What is broken, and a part of the words it is told in; nothing: all is well. */
  readonly broken?: readonly [Invariant, string];
  readonly options?: CheckOptions;
}

export const lease = (taskId: number, number: number) => ({ taskId, lease: number });
export const first = lease(1, 1);
export const second = lease(1, 2);

export const whole = () =>
  new Story().at(0).put(1).at(5).get(first).at(6).settle("doneTask", first);

export const timedOut = { attempts: 1, timeouts: 1, startTime: 1_005, prevStartTime: 0 };
