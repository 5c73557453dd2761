import { Places, type ReceiverSlot, type WantedSlot } from './places.ts';

interface Waiter {
  readonly wanted: WantedSlot;
  readonly until: number;
  readonly stopping: AbortSignal;
  serve(place: ReceiverSlot | undefined): void;
}

/** Longer than a request can occupy what is kept for quick ones. */
const patienceMs = 5_000;
/** Requests become late without an event. */
const lookMs = 250;

/** Lets requests wait for a place, first come, first served. Only what was claimed from the outbox waits, which bounds it. */
export class Turns {
  readonly #places: Places;
  readonly #clock: () => number;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: () => number) {
    this.#places = new Places(clock);
    this.#clock = clock;
  }

  /**
   * Undefined if there was no place for a while, if the network address is slow and already has its one request, or if the process
   * stops.
   */
  take(wanted: WantedSlot, stopping: AbortSignal): Promise<ReceiverSlot | undefined> {
    return new Promise((resolve) => {
      const look = () => this.#look();
      const waiter: Waiter = {
        wanted,
        until: this.#clock() + patienceMs,
        stopping,
        serve: (place) => {
          this.#waiting.delete(waiter);
          stopping.removeEventListener('abort', look);
          resolve(place);
        },
      };
      this.#waiting.add(waiter);
      stopping.addEventListener('abort', look, { once: true });
      this.#look();
    });
  }

  /** Gives a place back. `wasQuick` is undefined if the network address was not contacted. */
  end(place: ReceiverSlot, wasQuick: boolean | undefined): void {
    this.#places.end(place, wasQuick);
    this.#look();
  }

  #look(): void {
    for (const { wanted, until, stopping, serve } of this.#waiting) {
      if (stopping.aborted) {
        serve(undefined);
        continue;
      }
      const place = this.#places.take(wanted);
      const isHopeless = !wanted.isQuick && this.#places.isSlow(wanted.network);
      if (place || isHopeless || this.#clock() >= until) serve(place);
    }
    clearTimeout(this.#timer);
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => this.#look(), lookMs).unref() : undefined;
  }
}
