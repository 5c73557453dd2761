import {
  erasedThrough,
  isAlwaysPublic,
  isPublic,
  visibleTo,
  type Fact,
  type FactName,
  type Instant,
  type Viewer,
} from '@parley/core';
import type { Logged, StreamViews } from './views.ts';

/** A fact of the log for its readers. Its JSON and its frame are encoded once for all of them. */
export class LoggedEvent implements Logged {
  readonly spaceId: string;
  readonly sequence: number;
  readonly at: Instant;
  readonly event: FactName;
  readonly body: string;
  readonly size: number;
  readonly #views: Pick<StreamViews, 'event'>;
  #isPublic: boolean | undefined;
  /** The fact, if not everyone can see it: then each reader is checked against it. */
  #hidden: Fact | undefined;
  #json: string | undefined;
  #frame: Buffer | undefined;

  constructor({ spaceId, sequence, at, event, body }: Logged, views: Pick<StreamViews, 'event'>) {
    this.spaceId = spaceId;
    this.sequence = sequence;
    this.at = at;
    this.event = event;
    this.body = body;
    this.size = body.length;
    this.#views = views;
  }

  /**
   * The bytes of memory that it needs at most once it has been read: two per character of the body and as many for its JSON, three for its
   * frame, and what is around them.
   */
  get weight(): number {
    return 7 * this.size + 500;
  }

  get json(): string {
    return (this.#json ??= this.#views.event(this));
  }

  /** The event, encoded for Server-Sent Events. */
  get frame(): Buffer {
    return (this.#frame ??= Buffer.from(`event: ${this.event}\nid: ${this.sequence}\ndata: ${this.json}\n\n`));
  }

  /** Whether everyone in the space can see it. */
  get isPublic(): boolean {
    return (this.#isPublic ??= isAlwaysPublic(this.event) || this.#judge());
  }

  /** The last event that has lost a text by it, if any has: copies that were read before still have it. */
  get erasedThrough(): number | undefined {
    return erasedThrough(this.#parsed());
  }

  isFor(viewer: Viewer): boolean {
    return this.isPublic || visibleTo(this.#hidden!, viewer);
  }

  #judge(): boolean {
    const fact = this.#parsed();
    const seenByAll = isPublic(fact);
    if (!seenByAll) this.#hidden = fact;
    return seenByAll;
  }

  #parsed(): Fact {
    return { event: this.event, body: JSON.parse(this.body) as never };
  }
}
