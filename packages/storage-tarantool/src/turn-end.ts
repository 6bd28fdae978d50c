/** Work for the end of this turn of the event loop, done in one go: what it sends leaves in one piece. */
export class TurnEnd {
  #work: (() => void)[] = [];

  do(work: () => void): void {
    if (this.#work.push(work) > 1) return;
    setImmediate(() => {
      const all = this.#work;
      this.#work = [];
      for (const one of all) one();
    });
  }
}
