import { erasing, type Instant } from '@parley/core';
import { SharedReads } from '../async/shared-reads.ts';
import type { eventStore, EventRow, Glance, Portion } from '../store/events.ts';
import { LoggedEvent } from './logged.ts';
import type { StreamViews } from './views.ts';

type EventStore = Omit<ReturnType<typeof eventStore>, 'sequenceOf' | 'endOf' | 'firstSince' | 'repeating'>;

/** Messages in order. */
export interface MessagePage {
  messages: readonly LoggedEvent[];
  hasMore: boolean;
}

/** A message, or the beginning of its body if that is too long. */
export type Glimpse = { message: LoggedEvent } | { sequence: number; at: Instant; beginning: string; size: number };

/** The newest events of a space, without gaps, oldest first. */
interface Tail {
  events: LoggedEvent[];
  weight: number;
  /** Whether it was read since it was last trimmed. */
  isRead: boolean;
}

/** How many events fill an empty memory: a poller is rarely further behind. */
const eventsAtFirst = 32;
const eventsPerTail = 1_024;
const charactersPerRead = 1024 * 1024;
const weightPerTail = 7 * 1024 * 1024;
const weightInAll = 128 * 1024 * 1024;

/**
 * The event logs of all spaces, with a read-through cache of their newest events. The cache has no gaps, and readers pass the
 * sequence that they know the log to reach, so the cache can be shorter than the log but never different. For the same reason, readers
 * who ask for the same at the same time share one read: it contains everything that each of them knows. An event that has lost a text or
 * was corrected is not cached before the fact that says so, and dropped with it: so it is never served to a reader who knows of that fact.
 */
export class EventLog {
  readonly #store: EventStore;
  readonly #views: Pick<StreamViews, 'event'>;
  readonly #tails = new Map<string, Tail>();
  readonly #reads = new SharedReads();
  #weight = 0;

  constructor(store: EventStore, views: Pick<StreamViews, 'event'>) {
    this.#store = store;
    this.#views = views;
  }

  /** Makes an event from its row. */
  event(spaceId: string, row: EventRow): LoggedEvent {
    return new LoggedEvent({ spaceId, ...row }, this.#views);
  }

  /** Whether a space is read in this process: then its new events are worth caching. */
  isRead(spaceId: string): boolean {
    return this.#tails.has(spaceId);
  }

  /** Caches events that were just stored or read, if they continue the cached ones. */
  remember(spaceId: string, events: readonly LoggedEvent[]): void {
    if (events.length === 0) return;
    const tail = this.#tails.get(spaceId);
    const last = tail?.events.at(-1)?.sequence;
    if (!tail || last! + 1 < events[0]!.sequence) return this.#replace(spaceId, events);
    let erased = 0;
    for (const event of events) {
      if (event.sequence <= tail.events.at(-1)!.sequence) continue;
      tail.events.push(event);
      tail.weight += event.weight;
      this.#weight += event.weight;
      const mark = erasing.get(event.event);
      if (mark !== undefined && event.body.includes(mark)) erased = Math.max(erased, event.erasedThrough ?? 0);
    }
    if (erased >= tail.events[0]!.sequence) this.#drop(tail, erased + 1 - tail.events[0]!.sequence);
    this.#trim(spaceId, tail);
  }

  /** Events with `after` < sequence ≤ `end`, oldest first, at most one portion. The log reaches `head`, which can be later than `end`. */
  async after(spaceId: string, after: number, end: number, portion: Portion, head = end): Promise<readonly LoggedEvent[]> {
    if (after >= end) return [];
    const known = this.remembered(spaceId, after, end, head);
    if (known) return known.length > portion.events ? known.slice(0, portion.events) : known;
    const key = `after ${spaceId} ${after} ${end} ${portion.events} ${portion.bytes} ${head}`;
    return this.#reads.once(key, () => this.#readAfter(spaceId, after, end, portion));
  }

  /** One event, as it is after everything that this process has stored, and after `head`. */
  async one(spaceId: string, sequence: number, head = sequence): Promise<LoggedEvent | undefined> {
    const [known] = this.remembered(spaceId, sequence - 1, sequence, head) ?? [];
    if (known) return known;
    // Not shared: a read that has begun can be older than what the caller knows.
    const { rows } = await this.#store.after(spaceId, sequence - 1, sequence, { events: 1, bytes: 1 });
    return rows[0] && this.event(spaceId, rows[0]);
  }

  async #readAfter(spaceId: string, after: number, end: number, portion: Portion): Promise<readonly LoggedEvent[]> {
    const { rows } = await this.#store.after(spaceId, after, end, portion);
    const events = rows.map((row) => this.event(spaceId, row));
    if (events.at(-1)?.sequence === end) this.remember(spaceId, events);
    return events;
  }

  /** The same without waiting, if the cache covers `after` to `head`. */
  remembered(spaceId: string, after: number, end: number, head = end): readonly LoggedEvent[] | undefined {
    const events = this.#tail(spaceId)?.events;
    if (!events || events[0]!.sequence > after + 1 || events.at(-1)!.sequence < head) return undefined;
    const first = events[0]!.sequence;
    return events.slice(after + 1 - first, end + 1 - first);
  }

  /** Messages after a position, oldest first, at most one portion. */
  async messages(
    spaceId: string,
    from: { after: number } | { at: Instant },
    head: number,
    portion: Portion,
  ): Promise<MessagePage> {
    const known = this.#rememberedMessages(spaceId, from, head, portion.events);
    if (known) return known;
    const key = `messages ${spaceId} ${JSON.stringify(from)} ${head} ${portion.events} ${portion.bytes}`;
    return this.#reads.once(key, () => this.#readMessages(spaceId, from, head, portion));
  }

  async #readMessages(
    spaceId: string,
    from: { after: number } | { at: Instant },
    head: number,
    portion: Portion,
  ): Promise<MessagePage> {
    await this.#catchUp(spaceId, head);
    const caughtUp = this.#rememberedMessages(spaceId, from, head, portion.events);
    if (caughtUp) return caughtUp;
    const { rows, hasMore } =
      'at' in from
        ? await this.#store.messagesSince(spaceId, from.at, portion)
        : await this.#store.messagesAfter(spaceId, from.after, portion);
    return { messages: rows.map((row) => this.event(spaceId, row)), hasMore };
  }

  /** The newest messages up to `head`, oldest first, at most one portion. */
  async newest(spaceId: string, head: number, glance: Glance): Promise<readonly Glimpse[]> {
    const known = this.#rememberedNewest(spaceId, head, glance);
    if (known) return known;
    const key = `newest ${spaceId} ${head} ${JSON.stringify(glance)}`;
    const rows = await this.#reads.once(key, () => this.#store.newestMessages(spaceId, head, glance));
    return rows.map((row) => glimpse(row, glance, () => this.event(spaceId, row)));
  }

  #rememberedNewest(spaceId: string, head: number, glance: Glance): Glimpse[] | undefined {
    const events = this.#tail(spaceId)?.events;
    if (!events || events.at(-1)!.sequence < head) return undefined;
    const found: Glimpse[] = [];
    let bytes = 0;
    for (const event of events.toReversed()) {
      if (found.length === glance.events || bytes >= glance.bytes) return found.toReversed();
      if (event.event !== 'message' || event.sequence > head) continue;
      // Bytes as the database counts them, so that the answer does not depend on what is in memory.
      const { sequence, at, body } = event;
      const size = Buffer.byteLength(body);
      found.push(glimpse({ sequence, at, body, size }, glance, () => event));
      bytes += size > glance.longest ? glance.beginning : size;
    }
    return events[0]!.sequence === 1 || found.length === glance.events ? found.toReversed() : undefined;
  }

  /** Reads the newest events, of all kinds, once for all pollers. */
  async #catchUp(spaceId: string, head: number): Promise<void> {
    if (this.#reaches(spaceId, head)) return;
    const end = this.#end(spaceId);
    const after = end > 0 && head - end <= eventsPerTail ? end : Math.max(0, head - eventsAtFirst);
    await this.after(spaceId, after, head, { events: eventsPerTail, bytes: charactersPerRead });
    if (this.#reaches(spaceId, head)) return;
    // Events that are too large for the cache are read by each reader; a reader at the head needs only the newest.
    await this.after(spaceId, head - 1, head, { events: 1, bytes: charactersPerRead });
  }

  /** The last cached sequence. */
  #end(spaceId: string): number {
    return this.#tails.get(spaceId)?.events.at(-1)!.sequence ?? 0;
  }

  #reaches(spaceId: string, head: number): boolean {
    return this.#end(spaceId) >= head;
  }

  #rememberedMessages(
    spaceId: string,
    from: { after: number } | { at: Instant },
    head: number,
    limit: number,
  ): MessagePage | undefined {
    const events = this.#tail(spaceId)?.events;
    if (!events || events.at(-1)!.sequence < head) return undefined;
    const oldest = events[0]!;
    const covered = oldest.sequence === 1 || ('at' in from ? oldest.at <= from.at : oldest.sequence <= from.after + 1);
    if (!covered) return undefined;
    const messages: LoggedEvent[] = [];
    for (let i = firstAfter(events, from); i < events.length; i += 1) {
      if (events[i]!.event !== 'message') continue;
      if (messages.length === limit) return { messages, hasMore: true };
      messages.push(events[i]!);
    }
    return { messages, hasMore: false };
  }

  forget(spaceId: string): void {
    this.#weight -= this.#tails.get(spaceId)?.weight ?? 0;
    this.#tails.delete(spaceId);
  }

  #tail(spaceId: string): Tail | undefined {
    const tail = this.#tails.get(spaceId);
    if (tail) {
      tail.isRead = true;
      this.#tails.delete(spaceId);
      this.#tails.set(spaceId, tail);
    }
    return tail;
  }

  #replace(spaceId: string, events: readonly LoggedEvent[]): void {
    this.forget(spaceId);
    const tail = { events: [...events], weight: events.reduce((sum, { weight }) => sum + weight, 0), isRead: true };
    this.#tails.set(spaceId, tail);
    this.#weight += tail.weight;
    this.#trim(spaceId, tail);
  }

  /** Drops the oldest events of a tail. */
  #drop(tail: Tail, count: number): void {
    const weight = tail.events.slice(0, count).reduce((sum, event) => sum + event.weight, 0);
    tail.events = tail.events.slice(count);
    tail.weight -= weight;
    this.#weight -= weight;
  }

  #trim(spaceId: string, tail: Tail): void {
    // It can grow to twice its size before it is trimmed, so that trimming is rare.
    if (tail.events.length > 2 * eventsPerTail || tail.weight > 2 * weightPerTail) {
      if (!tail.isRead) return this.forget(spaceId);
      tail.isRead = false;
      let drop = Math.max(0, tail.events.length - eventsPerTail);
      let weight = tail.events.slice(drop).reduce((sum, event) => sum + event.weight, 0);
      while (weight > weightPerTail && drop < tail.events.length - 1) weight -= tail.events[drop++]!.weight;
      this.#weight -= tail.weight - weight;
      tail.events = tail.events.slice(drop);
      tail.weight = weight;
    }
    for (const other of this.#tails.keys()) {
      if (this.#weight <= weightInAll) break;
      if (other !== spaceId) this.forget(other);
    }
  }
}

function glimpse(
  { sequence, at, body, size }: Omit<EventRow, 'event'> & { size: number },
  { longest, beginning }: Glance,
  whole: () => LoggedEvent,
): Glimpse {
  return size > longest ? { sequence, at, beginning: body.slice(0, beginning), size } : { message: whole() };
}

/** Index of the first event after a position, by binary search: both sequences and instants increase. */
function firstAfter(events: readonly LoggedEvent[], from: { after: number } | { at: Instant }): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const isAfter = 'at' in from ? events[middle]!.at > from.at : events[middle]!.sequence > from.after;
    if (isAfter) high = middle;
    else low = middle + 1;
  }
  return low;
}
