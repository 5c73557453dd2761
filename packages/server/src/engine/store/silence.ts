/** What was asked got no answer in time. Its effect is unknown, as after a cut connection. */
export class Silent extends Error {
  override readonly name = 'Silent';
  readonly code = 'CONNECTION_SILENT';
}

interface SilenceWatching {
  /** For how many looks something can stay unanswered. */
  looks: number;
  /** The same after a silence, until something is answered: whoever asks then need not wait as long again. */
  looksAfterSilence: number;
  /** Nothing has been answered since something was asked that is overdue. */
  silent(): void;
}

type Ended = (error?: unknown) => void;

/** A place in a ring. Every statement enters and leaves it, which would take several times as long with a `Set`. */
class PendingStatement {
  readonly asked: number;
  readonly ended: Ended;
  readonly reject: (error: unknown) => void;
  before: PendingStatement = this;
  after: PendingStatement = this;

  constructor(asked: number, ended: Ended, reject: (error: unknown) => void) {
    this.asked = asked;
    this.ended = ended;
    this.reject = reject;
  }

  enter(ring: PendingStatement): void {
    this.before = ring.before;
    this.after = ring;
    ring.before.after = this;
    ring.before = this;
  }

  /** False if it has left already. */
  leave(): boolean {
    if (this.after === this) return false;
    this.before.after = this.after;
    this.after.before = this.before;
    this.before = this.after = this;
    return true;
  }

  fail(error: unknown): void {
    this.ended(error);
    this.reject(error);
  }
}

const nothing = (): void => {};

/**
 * Gives up what is not answered: a database that is stopped, or that the network has lost, neither answers nor closes a connection. Time
 * is counted in looks, so that nothing is given up because this process itself stood still.
 */
export class SilenceWatch {
  readonly #watching: SilenceWatching;
  /** What is not answered, in the order in which it was asked. */
  readonly #ring = new PendingStatement(0, nothing, nothing);
  #now = 0;
  #heard = 0;
  #isSilent = false;

  constructor(watching: SilenceWatching) {
    this.#watching = watching;
  }

  /**
   * The result of `work`, or `Silent` if it takes too long. Every statement passes here.
   * @param ended - Told first, with the error if there is one.
   */
  over<Result>(work: Promise<Result>, ended: Ended = nothing): Promise<Result> {
    return new Promise((resolve, reject) => {
      const pending = new PendingStatement(this.#now, ended, reject);
      pending.enter(this.#ring);
      // What was given up is no sign of life of the connection that is used now.
      work.then(
        (result) => {
          if (!pending.leave()) return;
          this.#heard = this.#now;
          this.#isSilent = false;
          ended();
          resolve(result);
        },
        (error: unknown) => {
          if (pending.leave()) pending.fail(error);
        },
      );
    });
  }

  /** To be called at equal intervals. */
  look(): void {
    this.#now += 1;
    const { looks, looksAfterSilence, silent } = this.#watching;
    const patience = this.#isSilent ? looksAfterSilence : looks;
    let isSilent = false;
    for (let oldest = this.#ring.after; oldest !== this.#ring && this.#now - oldest.asked > patience; oldest = this.#ring.after) {
      oldest.leave();
      oldest.fail(new Silent('The database does not answer'));
      isSilent ||= this.#heard <= oldest.asked;
    }
    if (!isSilent) return;
    this.#isSilent = true;
    silent();
  }
}
