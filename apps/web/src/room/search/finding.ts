import type { SearchResult } from '@parley/sdk';
import { signal } from '@preact/signals';
import { isPassing, whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';

/** What is looked for. */
export interface SearchQuery {
  readonly q: string;
  /** A kind of things; empty: all. */
  readonly in: string;
  /** The id of an author; empty: anybody. */
  readonly from: string;
}

const pageSize = 20;
/** The service looks at a part of the space at a time: so many parts are asked for until something is found. */
const mostParts = 20;

/** What was looked for in a room, and what was found so far. It stays while the room is open. */
export class Finding {
  readonly query = signal<SearchQuery>({ q: '', in: '', from: '' });
  readonly results = signal<readonly SearchResult[] | undefined>(undefined);
  /** How far back everything was searched, if that is not all. */
  readonly searchedBack = signal<string | undefined>(undefined);
  readonly isBusy = signal(false);
  readonly refusal = signal('');
  /** Where somebody was among the results. */
  scrolledTo = 0;
  readonly #room: Room;
  #cursor: string | undefined;
  #asking: AbortController | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Looks for something else. */
  look(query: SearchQuery): Promise<void> {
    this.query.value = query;
    this.#asking?.abort();
    this.#cursor = undefined;
    this.searchedBack.value = undefined;
    this.scrolledTo = 0;
    this.refusal.value = '';
    if (!query.q.trim()) {
      this.results.value = undefined;
      this.isBusy.value = false;
      return Promise.resolve();
    }
    return this.#ask([]);
  }

  /** Goes on where it ended. */
  more(): Promise<void> {
    return this.#ask(this.results.value ?? []);
  }

  async #ask(known: readonly SearchResult[]): Promise<void> {
    const asking = (this.#asking = new AbortController());
    const { signal } = asking;
    const { q, in: kind, from } = this.query.peek();
    this.isBusy.value = true;
    try {
      const found: SearchResult[] = [];
      for (let part = 0; part < mostParts && found.length === 0; part += 1) {
        const input = { q, limit: pageSize, cursor: this.#cursor, in: kind || undefined, from: from || undefined };
        const answer = await this.#room.space.call('searchSpace', input, { signal });
        if (signal.aborted) return;
        found.push(...answer.results);
        this.#cursor = answer.cursor;
        this.searchedBack.value = answer.hasMore ? answer.searchedBack : undefined;
        if (!answer.hasMore) break;
      }
      this.results.value = [...known, ...found];
      this.refusal.value = '';
    } catch (error) {
      if (signal.aborted) return;
      this.refusal.value = isPassing(error) ? 'The service could not be reached. Try again.' : whyNot(error);
    } finally {
      if (this.#asking === asking) this.isBusy.value = false;
    }
  }
}

const known = new WeakMap<Room, Finding>();

/** What was looked for in a room: always the same. */
export function findingIn(room: Room): Finding {
  let finding = known.get(room);
  if (!finding) known.set(room, (finding = new Finding(room)));
  return finding;
}
