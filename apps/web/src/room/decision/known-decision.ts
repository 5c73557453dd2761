import { NotFoundError, type DecisionView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { effect, signal } from '@preact/signals';
import { isPassing, whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';

/** A decision as it was last read. */
export class KnownDecision {
  readonly space: CompactSpace;
  readonly decisionId: string;
  readonly view = signal<DecisionView | undefined>(undefined);
  /** Why it could not be read. */
  readonly refusal = signal('');
  #reading: Promise<void> | undefined;
  #isOld = false;

  constructor(space: CompactSpace, decisionId: string) {
    this.space = space;
    this.decisionId = decisionId;
  }

  /** Reads it, and in a room again after every event about it, until the returned function is called. */
  follow(room: Room | undefined): () => void {
    if (!room) {
      void this.read();
      return () => {};
    }
    let [connected, heard]: [unknown, number | undefined] = [undefined, undefined];
    return effect(() => {
      const ready = room.latest('ready').value;
      const events = [room.latest('decision').value?.data, room.latest('text-redacted').value?.data];
      const about = events.flatMap((event) => (event?.decisionId === this.decisionId ? [event.sequence] : []));
      const news = Math.max(0, ...about);
      const isNews = about.length > 0 && news !== heard;
      if (!isNews && ready === connected && heard !== undefined) return;
      connected = ready;
      heard = isNews ? news : (heard ?? 0);
      void this.read();
    });
  }

  /** What is asked for while it is read is read afterwards. */
  read(): Promise<void> {
    this.#isOld = true;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** What a step has returned, which has no texts, before its event arrives. */
  learn(view: DecisionView): Promise<void> {
    const { text, sequence } = this.view.peek() ?? {};
    this.view.value = {
      ...view,
      ...(text !== undefined && !view.redacted && { text }),
      ...(sequence !== undefined && { sequence }),
    };
    return this.read();
  }

  async #read(): Promise<void> {
    while (this.#isOld) {
      this.#isOld = false;
      try {
        this.view.value = await this.space.call('getDecision', { decisionId: this.decisionId });
        this.refusal.value = '';
      } catch (error) {
        if (error instanceof NotFoundError) this.refusal.value = 'There is no such decision in this space.';
        // A connection that comes back reads it again.
        else if (!isPassing(error) || !this.view.peek()) this.refusal.value = whyNot(error);
      }
    }
  }
}

const known = new WeakMap<Room, Map<string, KnownDecision>>();

/** A decision of a room: always the same object. */
export function decisionIn(room: Room, decisionId: string): KnownDecision {
  let all = known.get(room);
  if (!all) known.set(room, (all = new Map()));
  let found = all.get(decisionId);
  if (!found) all.set(decisionId, (found = new KnownDecision(room.space, decisionId)));
  return found;
}
