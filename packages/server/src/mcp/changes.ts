import { changedBy } from '@parley/mcp';
import type { Sink } from '../events/follow.ts';

/** Changes within this time are announced together. */
const togetherMs = 100;

/** Announces which of some resources of a space have changed. */
export class Changes implements Sink {
  readonly gone: Promise<void>;
  closed = false;
  readonly #spaceId: string;
  /** The addresses as the client wrote them, by their usual form. */
  readonly #addresses: Map<string, string>;
  readonly #announce: (uri: string) => void;
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #leave = () => {};

  constructor(spaceId: string, uris: readonly string[], announce: (uri: string) => void) {
    this.#spaceId = spaceId;
    this.#addresses = new Map(uris.map((uri) => [uri.toLowerCase().replace(/\?.*$/, ''), uri]));
    this.#announce = announce;
    this.gone = new Promise((resolve) => (this.#leave = resolve));
  }

  deliver: Sink['deliver'] = (events) => {
    for (const { event, json } of events) {
      const data = event === 'artifact' ? (JSON.parse(json) as Record<string, unknown>) : {};
      for (const uri of changedBy(this.#spaceId, event, data)) {
        const address = this.#addresses.get(uri);
        if (address !== undefined) this.#changed.add(address);
      }
    }
    if (this.#changed.size > 0) this.#timer ??= setTimeout(() => this.#flush(), togetherMs);
  };

  notify(): void {}
  live(): void {}
  async room(): Promise<void> {}

  /** What has changed is still announced: an ended space, for instance. */
  end(): void {
    if (this.closed) return;
    this.#flush();
    this.closed = true;
    this.#leave();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const uri of this.#changed) this.#announce(uri);
    this.#changed.clear();
  }
}
