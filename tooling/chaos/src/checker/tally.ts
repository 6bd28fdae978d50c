import { countWhile } from "../sorted/binary-search.js";

/** Counts effects by position: how many there were at least, and at most. */
export class Tally {
  readonly #certain: number[] = [];
  readonly #possible: number[] = [];
  #sorted = true;

  /** `possibleFrom`: when it may have happened; `certainFrom`: when it had, `Infinity` if unknown. */
  add(possibleFrom: number, certainFrom: number, times = 1): void {
    this.#sorted = false;
    for (let i = 0; i < times; i++) {
      this.#possible.push(possibleFrom);
      if (certainFrom !== Number.POSITIVE_INFINITY) this.#certain.push(certainFrom);
    }
  }

  /** Bounds of what a call between these positions may have counted. */
  between(invoked: number, ended: number): { readonly least: number; readonly most: number } {
    if (!this.#sorted) {
      this.#certain.sort((a, b) => a - b);
      this.#possible.sort((a, b) => a - b);
      this.#sorted = true;
    }
    return {
      least: countWhile(this.#certain, (position) => position < invoked),
      most: countWhile(this.#possible, (position) => position < ended),
    };
  }
}
