/** What was asked got no answer in time. Its effect is unknown, as after a cut connection. */
export class Silent extends Error {
  override readonly name = 'Silent';
  readonly code = 'CONNECTION_SILENT';
}

interface Watching {
  /** For how many looks something can stay unanswered. */
  looks: number;
  /** The same after a silence, until something is answered: whoever asks then need not wait as long again. */
  looksAfterSilence: number;
  /** Nothing has been answered since something was asked that is overdue. */
  silent(): void;
}

interface Pending {
  asked: number;
  reject(error: unknown): void;
}

/**
 * Gives up what is not answered: a database that is stopped, or that the network has lost, neither answers nor closes a connection. Time
 * is counted in looks, so that nothing is given up because this process itself stood still.
 */
export class Watch {
  readonly #watching: Watching;
  readonly #pending = new Set<Pending>();
  #now = 0;
  #heard = 0;
  #isSilent = false;

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** The result of `work`, or `Silent` if it takes too long. */
  over<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const pending = { asked: this.#now, reject };
      this.#pending.add(pending);
      const settle = (done: () => void) => {
        // What was given up is no sign of life of the connection that is used now.
        if (this.#pending.delete(pending)) done();
      };
      work.then(
        (result) =>
          settle(() => {
            this.#heard = this.#now;
            this.#isSilent = false;
            resolve(result);
          }),
        (error: unknown) => settle(() => reject(error)),
      );
    });
  }

  /** To be called at equal intervals. */
  look(): void {
    this.#now += 1;
    const { looks, looksAfterSilence, silent } = this.#watching;
    const patience = this.#isSilent ? looksAfterSilence : looks;
    let isSilent = false;
    for (const pending of this.#pending) {
      if (this.#now - pending.asked <= patience) break;
      this.#pending.delete(pending);
      pending.reject(new Silent('The database does not answer'));
      isSilent ||= this.#heard <= pending.asked;
    }
    if (!isSilent) return;
    this.#isSilent = true;
    silent();
  }
}
