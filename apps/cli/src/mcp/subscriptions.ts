import { changedBy, shownAt } from '@parley/mcp';
import type { Context } from '../context.ts';
import { followSpace } from './followers.ts';
import type { ReachableSpaces } from './spaces.ts';

/** More than a host shows at once. */
const most = { subscriptions: 100, uris: 100 };
/** Changes within this time are announced together. */
const togetherMs = 100;

/** The resources that the client has subscribed to. The spaces to which they belong are followed. */
export class Subscriptions {
  readonly #context: Context;
  readonly #spaces: ReachableSpaces;
  readonly #announce: (uri: string) => void;
  /** The addresses as the client wrote them, by their usual form, for each subscription. */
  readonly #wanted = new Map<unknown, Map<string, string>>();
  /** What ends the following of a space. */
  readonly #followed = new Map<string, AbortController>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(context: Context, spaces: ReachableSpaces, announce: (uri: string) => void) {
    this.#context = context;
    this.#spaces = spaces;
    this.#announce = announce;
  }

  /**
   * Announces changes of these resources from now on. Each is announced once when its space is followed, because it can have changed
   * while the stream began.
   * @returns false if there are too many subscriptions.
   */
  async add(subscription: unknown, uris: readonly string[]): Promise<boolean> {
    if (this.#wanted.size >= most.subscriptions && !this.#wanted.has(subscription)) return false;
    const addresses = new Map<string, string>();
    this.#wanted.set(subscription, addresses);
    for (const uri of uris.slice(0, most.uris)) {
      const shown = shownAt(uri);
      const found = shown && (await this.#spaces.find(shown.spaceId).catch(() => undefined));
      if (!found || this.#wanted.get(subscription) !== addresses) continue;
      const { spaceId } = found.place;
      const rest = uri.slice(`parley://spaces/${shown.spaceId}`.length).replace(/\?.*$/, '');
      addresses.set(`parley://spaces/${spaceId}${rest.toLowerCase()}`, uri);
      if (this.#followed.has(spaceId)) continue;
      const ending = new AbortController();
      this.#followed.set(spaceId, ending);
      void this.#follow(found, ending).finally(() => {
        if (this.#followed.get(spaceId) === ending) this.#followed.delete(spaceId);
      });
    }
    return true;
  }

  remove(subscription: unknown): void {
    this.#wanted.delete(subscription);
    for (const [spaceId, ending] of this.#followed) {
      if (this.#addressesOf(spaceId).length > 0) continue;
      ending.abort();
      this.#followed.delete(spaceId);
    }
  }

  #follow(found: Parameters<typeof followSpace>[0], ending: AbortController): Promise<void> {
    const { spaceId } = found.place;
    const signal = AbortSignal.any([ending.signal, this.#context.signal]);
    return followSpace(found, {
      context: this.#context,
      signal,
      onEvent: ({ type, id, data }) => {
        if (type === 'ready') this.#mark(this.#addressesOf(spaceId));
        if (id !== undefined) this.#mark(changedBy(spaceId, type, () => ({ ...data })));
      },
    });
  }

  #addressesOf(spaceId: string): string[] {
    const all = [...this.#wanted.values()].flatMap((addresses) => [...addresses.keys()]);
    return all.filter((address) => shownAt(address)?.spaceId === spaceId);
  }

  #mark(addresses: readonly string[]): void {
    for (const wanted of this.#wanted.values()) {
      for (const address of addresses) {
        const uri = wanted.get(address);
        if (uri !== undefined) this.#changed.add(uri);
      }
    }
    if (this.#changed.size > 0) this.#timer ??= setTimeout(() => this.#flush(), togetherMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const uri of this.#changed) this.#announce(uri);
    this.#changed.clear();
  }
}
