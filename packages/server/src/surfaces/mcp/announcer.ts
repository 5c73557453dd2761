import { changedBy } from '@parley/mcp';
import type { Sink } from '../../engine/stream/follow.ts';

/** Changes within this time are announced together. */
const togetherMs = 100;

interface Watching {
  spaceId: string;
  /** The addresses as the client wrote them. */
  uris: readonly string[];
  announce(uri: string): void;
  /** Called once, after the last announcement and before the stream ends. */
  finish?(): Promise<void>;
}

/** Announces which of some resources of a space have changed, on a stream. */
export class Announcer implements Sink {
  readonly #inner: Sink;
  readonly #watching: Watching;
  /** The addresses as the client wrote them, by their usual form. */
  readonly #addresses: Map<string, string>;
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(inner: Sink, watching: Watching) {
    this.#inner = inner;
    this.#watching = watching;
    this.#addresses = new Map(watching.uris.map((uri) => [uri.toLowerCase().replace(/\?.*$/, ''), uri]));
  }

  get closed(): boolean {
    return this.#hasEnded || this.#inner.closed;
  }

  get gone(): Promise<void> {
    return this.#inner.gone;
  }

  deliver: Sink['deliver'] = (events) => {
    for (const { event, json } of events) {
      const data = () => JSON.parse(json) as Record<string, unknown>;
      for (const uri of changedBy(this.#watching.spaceId, event, data)) {
        const address = this.#addresses.get(uri);
        if (address !== undefined) this.#changed.add(address);
      }
    }
    if (this.#changed.size > 0 && !this.closed) this.#timer ??= setTimeout(() => this.#flush(), togetherMs);
  };

  notify(): void {}
  live = (): void => this.#inner.live();
  room = async (): Promise<void> => this.#inner.room();

  /** What has changed is still announced: an ended space, for instance. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#flush();
    const finished = this.#watching.finish?.() ?? Promise.resolve();
    void finished.then(() => this.#inner.end());
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const uri of this.#changed) this.#watching.announce(uri);
    this.#changed.clear();
  }
}
