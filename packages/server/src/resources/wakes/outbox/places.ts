/** A request that is to be sent. */
export interface WantedSlot {
  /** The network address that it goes to: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  readonly spaceId: string;
  /** Its receiver has not agreed to receive anything. */
  readonly isTrial: boolean;
  /** Its receiver accepted the last request soon. */
  readonly isQuick: boolean;
}

/** The right to send a request now. */
export interface ReceiverSlot extends WantedSlot {
  readonly since: number;
  /** The last request to its network address was accepted soon. */
  readonly isKnown: boolean;
}

/** A request that is accepted within this time is quick; one that lasts longer no longer occupies what is kept for quick ones. */
export const quickMs = 2_000;

/** How many requests one process sends at a time. The parts for trials, probes and quick receivers do not overlap. */
const atOnce = { all: 64, quick: 32, trials: 24, trialsOfUnknown: 16, probes: 8 };
/** To one network address; `others` are trials, probes, and requests that are no longer quick. */
const perNetwork = { all: 5, quick: 4, others: 2 };
const perSpace = { quick: 8, others: 4 };
/** To a network address whose last answer was a failure or late. */
const whileSlow = { quick: 1, others: 1 };
/** How many network addresses are remembered. */
const mostNetworks = 4_096;

/**
 * Decides which requests can be sent now, so that receivers that do not answer cannot occupy what others need. It does not order
 * the requests: each gets a place, or none, when it asks.
 */
export class Places {
  readonly #open = new Set<ReceiverSlot>();
  /** Whether the last request to a network address was accepted soon; the one that ended last is at the end. */
  readonly #lastQuick = new Map<string, boolean>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get open(): ReadonlySet<ReceiverSlot> {
    return this.#open;
  }

  /** Undefined if there is no place now. */
  take(wanted: WantedSlot): ReceiverSlot | undefined {
    const isKnown = this.#lastQuick.get(wanted.network) === true && !this.isSlow(wanted.network);
    const place = { ...wanted, isKnown, since: this.#clock() };
    if (this.#open.size >= atOnce.all) return undefined;
    if (this.#count((each) => each.network === wanted.network) >= perNetwork.all) return undefined;
    if (!(wanted.isQuick ? this.#hasRoomForQuick(place) : this.#hasRoomForOther(place))) return undefined;
    this.#open.add(place);
    return place;
  }

  /** Gives a place back. `wasQuick` is undefined if the network address was not contacted. */
  end(place: ReceiverSlot, wasQuick: boolean | undefined): void {
    this.#open.delete(place);
    if (wasQuick === undefined) return;
    this.#lastQuick.delete(place.network);
    this.#lastQuick.set(place.network, wasQuick);
    if (this.#lastQuick.size <= mostNetworks) return;
    const [oldest] = this.#lastQuick.keys();
    this.#lastQuick.delete(oldest!);
  }

  /** A network address failed last, or has a request that lasts too long. */
  isSlow(network: string): boolean {
    if (this.#lastQuick.get(network) === false) return true;
    return this.#count((each) => each.network === network && !this.#isYoung(each)) > 0;
  }

  #hasRoomForQuick({ network, spaceId }: ReceiverSlot): boolean {
    const most = this.isSlow(network) ? whileSlow : perNetwork;
    const isKept = (each: ReceiverSlot) => each.isQuick && this.#isYoung(each);
    return (
      this.#count(isKept) < atOnce.quick &&
      this.#count((each) => each.network === network && isKept(each)) < most.quick &&
      this.#count((each) => each.spaceId === spaceId && isKept(each)) < perSpace.quick
    );
  }

  #hasRoomForOther({ network, spaceId, isTrial, isKnown }: ReceiverSlot): boolean {
    const most = this.isSlow(network) ? whileSlow : perNetwork;
    const isOther = (each: ReceiverSlot) => !each.isQuick || !this.#isYoung(each);
    if (this.#count((each) => each.network === network && isOther(each)) >= most.others) return false;
    if (this.#count((each) => each.spaceId === spaceId && isOther(each)) >= perSpace.others) return false;
    if (!isTrial) return this.#count((each) => !each.isQuick && !each.isTrial) < atOnce.probes;
    const isUnknown = (each: ReceiverSlot) => each.isTrial && !each.isKnown;
    return this.#count((each) => each.isTrial) < atOnce.trials && (isKnown || this.#count(isUnknown) < atOnce.trialsOfUnknown);
  }

  #isYoung({ since }: ReceiverSlot): boolean {
    return this.#clock() - since < quickMs;
  }

  #count(which: (place: ReceiverSlot) => boolean): number {
    let count = 0;
    for (const each of this.#open) if (which(each)) count += 1;
    return count;
  }
}
