/** Resolves in the next turn of the event loop: after input that has already arrived on other connections. */
export const nextTurn = (): Promise<undefined> => new Promise((resolve) => void setImmediate(resolve, undefined));

/** Lets one piece of work begin in each turn of the event loop, so that small requests come in between. */
export class OnePerTurn {
  #latest: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn: in the order of the calls. */
  async wait(): Promise<void> {
    const turn = this.#latest;
    this.#latest = turn.then(nextTurn);
    await turn;
  }
}
