import type { DecisionView } from '@parley/sdk';
import { effect, signal } from '@preact/signals';
import { isPassing, whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';

const pageSize = 50;
/** Many events in a row, such as those of a reconnection, are one load. */
const pauseMs = 300;

/** The open decisions of a room, newest first, read again after every event of one. */
export class DecisionList {
  readonly decisions = signal<readonly DecisionView[] | undefined>(undefined);
  /** Why it could not be read. */
  readonly refusal = signal('');
  readonly #room: Room;
  #loading: Promise<void> | undefined;
  #isOld = false;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Keeps it up to date until the returned function is called. */
  follow(): () => void {
    return effect(() => {
      const news = (['ready', 'decision', 'text-redacted'] as const).map((type) => this.#room.latest(type).value);
      if (news.some(Boolean) && this.#room.ended.value === undefined) void this.load();
    });
  }

  /** What is asked for while it is read is read afterwards. */
  load(): Promise<void> {
    this.#isOld = true;
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load(): Promise<void> {
    while (this.#isOld) {
      this.#isOld = false;
      try {
        this.decisions.value = await this.#read();
        this.refusal.value = '';
      } catch (error) {
        // A connection that comes back loads it again.
        if (!isPassing(error)) this.refusal.value = whyNot(error);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async #read(): Promise<DecisionView[]> {
    const all: DecisionView[] = [];
    for (;;) {
      const page = { limit: pageSize, before: all.at(-1)?.sequence };
      const { decisions, hasMore } = await this.#room.space.call('listDecisions', page);
      all.push(...decisions);
      if (!hasMore) return all;
    }
  }
}

const known = new WeakMap<Room, DecisionList>();

/** The decisions of a room: always the same list. */
export function decisionListOf(room: Room): DecisionList {
  let list = known.get(room);
  if (!list) known.set(room, (list = new DecisionList(room)));
  return list;
}
