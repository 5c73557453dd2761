import type { ContextEvent, LoggedEvent, Message, SpaceEvent } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { words, type Piece } from '@parley/core/words';
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { amend, conclude, membershipIn, type Membership } from './memberships.ts';
import { messagesCame } from './after-messages.ts';
import { parley } from './client.ts';
import { Corrections } from './corrections.ts';
import { Deliveries } from './deliveries/deliveries.ts';
import { DraftBox } from './drafts.ts';
import { endingIn } from './ending.ts';
import { followNetwork } from './network.ts';
import { Outbox } from './outbox.ts';
import { before, none, type Past, type Unloaded } from './past.ts';
import { isPassing } from './refusal.ts';

/** A line of the conversation. */
export type Entry =
  | { readonly kind: 'message'; readonly sequence: number; readonly message: Message }
  | {
      readonly kind: 'note';
      readonly sequence: number;
      readonly pieces: readonly Piece[];
      readonly event: SpaceEvent;
      /** When it happened. */
      readonly at: string;
    };

/** What lines show of a participant. */
type Named = Pick<ContextEvent['participants'][number], 'name' | 'isHuman'>;

export type Note = Extract<Entry, { kind: 'note' }>;

type EventOf<Type extends SpaceEvent['type']> = Extract<SpaceEvent, { type: Type }>;

export type Connection = 'connecting' | 'live' | 'offline' | 'ended';

/** Few, so that the first messages come soon on a slow line; the timeline then asks for what fills the window. */
const firstLoaded = 15;
const pageSize = 50;
/** Of what was read, this much is loaded before what is unread. */
const readBefore = 20;
const mostUnread = 1_000;
/** Lines at the beginning of which a message that was loaded now can say the same. */
const fewLines = 20;
/** A room that stays open for days forgets the oldest lines. */
const mostLines = 10_000;
const forgotten = 2_000;
/** Of a link to an earlier message: so many events are read at most. */
const mostReached = 10_000;
/** A search reads larger pages. */
const searched = 500;
const retryMs = 3_000;
/** A stream that says nothing for longer is dead: the service says something every 15 seconds. */
const idleMs = 20_000;

const entryOf = (message: Message): Entry => ({ kind: 'message', sequence: message.sequence, message });

/** One space as its participant sees it, kept up to date by the events of the service. */
export class Room {
  readonly space: CompactSpace;
  readonly spaceId: string;
  readonly me: string;
  readonly connection = signal<Connection>('connecting');
  /** Why the room ended for this participant. */
  readonly ended = signal<string | undefined>(undefined);
  readonly facts = signal<ContextEvent['space'] | undefined>(undefined);
  /** When the space ends, by the clock of this browser. */
  readonly endsAt = signal(0);
  readonly participants = signal<ContextEvent['participants']>([]);
  readonly artifacts = signal<ContextEvent['artifacts']>([]);
  readonly budget = signal<ContextEvent['budget']>(undefined);
  readonly paused = signal<ContextEvent['paused']>(undefined);
  readonly entries = signal<readonly Entry[]>([]);
  /** Whether there is an earlier past than what is loaded. */
  readonly hasEarlier = signal(false);
  /** How many things wait for this participant, once they were counted. */
  readonly waiting = signal(0);
  /** How many messages after what was read are too far back to be loaded; with `hasMore`, there are more. */
  readonly unloaded = signal<Unloaded>(none);
  /** The participant that the next message was asked to be directed to. */
  readonly addressing = signal<string | undefined>(undefined);
  readonly corrections = new Corrections();
  /** Counts the texts that were corrected while the room was followed: what quotes them is drawn again. */
  readonly corrected = signal(0);
  readonly deliveries: Deliveries;
  readonly drafts: DraftBox;
  readonly outbox: Outbox;
  readonly myself = computed(() => this.participants.value.find(({ participantId }) => participantId === this.me));
  readonly isOwner = computed(() => this.myself.value?.isOwner ?? false);
  readonly isMuted = computed(() => this.myself.value?.status === 'muted');
  /** Whether the service refuses what this participant would write: the owner muted it, or paused the space for all but verified humans. */
  readonly isReader = computed(() => {
    const speaker = this.myself.value?.speaker;
    return this.isMuted.value || (this.paused.value !== undefined && speaker !== 'owner' && speaker !== 'human');
  });
  /** Up to which sequence this participant has read, in any tab. */
  readonly readUpTo = computed(() => membershipIn(this.spaceId)?.read ?? 0);
  /** The messages of others after what was read, oldest first. */
  readonly unread = computed(() => {
    const found: Message[] = [];
    for (
      let i = this.entries.value.length - 1, entry;
      (entry = this.entries.value[i]) && entry.sequence > this.readUpTo.value;
      i -= 1
    ) {
      if (entry.kind === 'message' && entry.message.senderId !== this.me) found.push(entry.message);
    }
    return found.toReversed();
  });
  #known: ReadonlyMap<string, Named> = new Map();
  /** Stays the same object while only reach or status of participants change, so that lines with names are not drawn again. */
  readonly #named = computed(() => {
    const known = this.#known;
    const named = new Map(this.participants.value.map(({ participantId, name, isHuman }) => [participantId, { name, isHuman }]));
    const isSame = ([id, { name, isHuman }]: [string, Named]) =>
      known.get(id)?.name === name && known.get(id)?.isHuman === isHuman;
    return named.size === known.size && [...named].every(isSame) ? known : (this.#known = named);
  });
  readonly #messages = new Map<string, Message>();
  readonly #latest = new Map<SpaceEvent['type'], Signal<SpaceEvent | undefined>>();
  readonly #isSaid: (event: SpaceEvent, room: Room) => boolean;
  readonly #noticed = new Set<string>();
  readonly #leaving = new AbortController();
  #earlier: Promise<void> | undefined;
  #following: AbortController | undefined;
  /** From where on everything is loaded, if that is before the first line: not every event has one. */
  #start = Infinity;

  /**
   * @param isSaid - Whether a message says what an event does, which then needs no note.
   */
  constructor(
    { spaceId, key, participantId }: Membership & { key: string },
    isSaid: (event: SpaceEvent, room: Room) => boolean = () => false,
  ) {
    this.#isSaid = isSaid;
    this.spaceId = spaceId;
    this.me = participantId;
    this.space = parley.space({ spaceId, key, participantId });
    this.deliveries = new Deliveries(this.space);
    this.drafts = new DraftBox(spaceId, this.#leaving.signal);
    this.outbox = new Outbox(this.space, this.#leaving.signal);
  }

  /** Follows the space until it ends, or until `close`. */
  async open(): Promise<void> {
    const { signal } = this.#leaving;
    const stop = effect(() => {
      if (this.connection.value === 'live') this.outbox.flush();
    });
    signal.addEventListener('abort', stop);
    followNetwork({ lost: () => (this.connection.value = 'offline'), found: () => this.#followAgain() }, signal);
    while (!signal.aborted) {
      try {
        if (this.entries.value.length === 0) await this.#loadRecent().finally(messagesCame);
        await this.deliveries.load(this.#oldest - 1);
        if (await this.#follow()) this.#end('This space has ended.');
      } catch (error) {
        if (signal.aborted) return;
        const ending = endingIn(error);
        if (ending !== undefined) return this.#end(ending);
        // The key stays: what failed can be the service, or something between.
        if (!isPassing(error)) return this.#stop((error as Error).message);
        this.#disconnected();
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  /** Loads a page of what was earlier. */
  loadEarlier(count?: number): Promise<void> {
    this.#earlier ??= this.#loadEarlier(count).finally(() => (this.#earlier = undefined));
    return this.#earlier;
  }

  /** Whether everything from a sequence on is loaded, or so little that it can be. */
  canReach(sequence: number): boolean {
    return this.#oldest - sequence <= mostReached;
  }

  /** Loads everything from a sequence on. */
  async reach(sequence: number): Promise<void> {
    await this.#earlier;
    const oldest = this.#oldest;
    if (sequence >= oldest || !this.canReach(sequence)) return;
    await this.#loadBefore(oldest, { count: 0, from: Math.max(1, sequence - readBefore) });
  }

  /** Loads earlier messages until one is among them. Says whether it was found. */
  async find(messageId: string): Promise<boolean> {
    while (!this.messageOf(messageId) && this.hasEarlier.value) await this.loadEarlier(searched);
    return this.messageOf(messageId) !== undefined;
  }

  close(): void {
    this.#leaving.abort();
  }

  /** @param otherwise - For one whom the space does not list any more. */
  nameOf(participantId: string, otherwise = 'Someone'): string {
    return this.#named.value.get(participantId)?.name ?? otherwise;
  }

  /** Whether a participant says of itself that it is a person. */
  saysHuman(participantId: string): boolean {
    return this.#named.value.get(participantId)?.isHuman ?? false;
  }

  /** A message, if it is loaded; of a correction, the message that it corrects. */
  messageOf(messageId: string): Message | undefined {
    return this.#messages.get(this.corrections.placeOf(messageId));
  }

  /** The last message by which this participant replied to one, if it is loaded. */
  replyTo(messageId: string): Message | undefined {
    return [...this.#messages.values()].findLast(({ senderId, replyTo }) => senderId === this.me && replyTo === messageId);
  }

  hasMessage(test: (message: Message) => boolean): boolean {
    return [...this.#messages.values()].some(test);
  }

  /** The latest event of a type since the room is followed. After `ready` anything can have happened: there was no connection. */
  latest<Type extends SpaceEvent['type']>(type: Type): ReadonlySignal<EventOf<Type> | undefined> {
    return this.#latestOf(type) as ReadonlySignal<EventOf<Type> | undefined>;
  }

  #latestOf(type: SpaceEvent['type']): Signal<SpaceEvent | undefined> {
    let known = this.#latest.get(type);
    if (!known) this.#latest.set(type, (known = signal(undefined)));
    return known;
  }

  /** Everything up to a sequence was read. */
  read(sequence: number): void {
    if (sequence > this.readUpTo.peek()) amend(this.spaceId, { read: sequence });
    if (sequence >= this.#oldest) this.unloaded.value = none;
    this.#noticeReplies();
  }

  /** A reply that was read waits for this participant nowhere else. */
  #noticeReplies(): void {
    for (const { deliveryId, messageId } of this.deliveries.toldTo(this.me)) {
      const message = this.#messages.get(messageId);
      if (!message || message.sequence > this.readUpTo.peek() || message.to?.includes(this.me)) continue;
      if (this.#noticed.has(deliveryId)) continue;
      this.#noticed.add(deliveryId);
      this.space.call('claimDelivery', { deliveryId }).then(
        ({ delivery }) => delivery && this.deliveries.learn([delivery]),
        () => this.#noticed.delete(deliveryId),
      );
    }
  }

  /** Who and what is in the space. */
  get seen(): Pick<ContextEvent, 'participants' | 'artifacts'> {
    return { participants: this.participants.peek(), artifacts: this.artifacts.peek() };
  }

  /** The newest sequence that is loaded. */
  get newest(): number {
    return this.entries.value.at(-1)?.sequence ?? 0;
  }

  /** From where on everything is loaded. Corrections have no lines. */
  get #oldest(): number {
    const [first] = this.entries.value;
    return first ? Math.min(first.sequence, this.#start) : 1;
  }

  /** The latest events, and all that are unread unless those are too many. */
  async #loadRecent(): Promise<void> {
    const { signal } = this.#leaving;
    const readUpTo = this.readUpTo.peek();
    let past = await before(this.space, undefined, { count: firstLoaded, signal });
    let unloaded = none;
    const from = Math.max(1, readUpTo - readBefore);
    const hasUnread = readUpTo > 0 && past.start > readUpTo + 1;
    if (hasUnread && past.start - from <= mostUnread) {
      const unread = await before(this.space, past.start, { count: 0, from, signal });
      past = { events: [...unread.events, ...past.events], start: unread.start };
    } else if (hasUnread)
      unloaded = await (await import('./deliveries/unloaded.ts')).unloadedIn(this.space, readUpTo, past, signal);
    batch(() => {
      this.#prepend(past);
      this.unloaded.value = unloaded;
    });
  }

  /** Whether it has followed to the end of the space. */
  async #follow(): Promise<boolean> {
    const following = (this.#following = new AbortController());
    const signal = AbortSignal.any([this.#leaving.signal, following.signal]);
    const events = this.space.events({
      after: this.newest,
      ...{ signal, idleMs },
      onConnect: () => (this.connection.value = 'live'),
      onDisconnect: () => this.#disconnected(),
    });
    const heard: SpaceEvent[] = [];
    const hear = () => {
      for (const event of heard.splice(0)) if (!this.#leaving.signal.aborted) batch(() => this.#hear(event));
    };
    try {
      // What came together is drawn together.
      for await (const event of events) if (heard.push(event) === 1) setTimeout(hear);
    } finally {
      hear();
    }
    return !signal.aborted;
  }

  #disconnected(): void {
    if (this.connection.peek() !== 'offline') this.connection.value = 'connecting';
  }

  /** With another network, what was followed before can be dead, or waits for long until it tries again. */
  #followAgain(): void {
    this.connection.value = 'connecting';
    this.#following?.abort();
  }

  #loadEarlier(count = pageSize): Promise<void> {
    return this.#loadBefore(this.#oldest, { count });
  }

  async #loadBefore(end: number, wish: { count: number; from?: number }): Promise<void> {
    const past = await before(this.space, end, { ...wish, signal: this.#leaving.signal });
    this.#prepend(past);
    await this.deliveries.load(past.start - 1);
  }

  #prepend({ events, start }: Past): void {
    const shown = this.#index(events.flatMap((event) => (event.type === 'message' ? [event.data] : [])));
    const notes = events.flatMap((event) => this.#noteOf(event, event.at) ?? []);
    const first = this.entries.value[0]?.sequence ?? Infinity;
    const earlier = [...shown.map(entryOf), ...notes]
      .filter(({ sequence }) => sequence < first)
      .toSorted((a, b) => a.sequence - b.sequence);
    // What is loaded now can say what the first notes say.
    const later = this.entries.value.filter(
      (each, i) => i >= fewLines || each.kind === 'message' || !this.#isSaid(each.event, this),
    );
    batch(() => {
      this.entries.value = [...earlier, ...later];
      this.#start = start;
      this.hasEarlier.value = start > 1;
      if (start <= this.readUpTo.peek() + 1) this.unloaded.value = none;
    });
  }

  /** Those that have a line: a correction is shown in the line of what it corrects. */
  #index(messages: readonly Message[]): Message[] {
    const shown = this.corrections.take(messages);
    for (const message of shown) this.#messages.set(message.id, message);
    return shown;
  }

  #hear(event: SpaceEvent): void {
    this.#latestOf(event.type).value = event;
    switch (event.type) {
      case 'ready':
        return;
      case 'context':
        return this.#show(event.data);
      case 'reset':
        this.entries.value = [];
        this.#start = Infinity;
        return;
      case 'message':
        for (const message of this.#index([event.data])) this.#add(entryOf(message));
        return this.#correct(event.data);
      case 'message-redacted': {
        const { messageId, redacted } = event.data;
        return this.#erase(redacted, ({ id }) => id === messageId);
      }
      case 'text-redacted': {
        const { redacted, answerOf, ...about } = event.data;
        const ids = Object.entries<unknown>(about).filter(([field]) => field.endsWith('Id'));
        const isAbout = (said: object) => ids.some(([field, id]) => (said as Readonly<Record<string, unknown>>)[field] === id);
        if (answerOf !== undefined) break;
        this.#erase(redacted, isAbout);
        // Other names are those of artifacts and people.
        const bare = (piece: Piece) => (typeof piece === 'string' || 'participantId' in piece ? piece : { name: 'Deleted' });
        this.entries.value = this.entries.value.map((entry) =>
          entry.kind === 'note' && 'title' in entry.event.data && isAbout(entry.event.data)
            ? { ...entry, pieces: entry.pieces.map(bare) }
            : entry,
        );
        break;
      }
      case 'messages-expired': {
        const { through, expiredAt: at } = event.data;
        return this.#erase({ at, reason: 'retention' }, ({ sequence, redacted }) => sequence <= through && !redacted);
      }
      case 'delivery':
        this.deliveries.learn([event.data]);
        this.#noticeReplies();
        break;
      case 'participant-status':
        if (event.data.participant.participantId === this.me && event.data.status === 'kicked')
          return this.#end('The owner removed you from this space.');
        break;
      case 'space-closed':
        return this.#end(event.data.reason === 'closed' ? 'The owner closed this space.' : 'This space has expired.');
      default:
    }
    const note = this.#noteOf(event, new Date().toISOString());
    if (note) this.#add(note);
  }

  /** What an event says in a line of its own. */
  #noteOf(event: SpaceEvent | LoggedEvent, at: string): Note | undefined {
    if (event.id === undefined || event.type === 'message-redacted' || event.type === 'messages-expired') return undefined;
    if (event.type === 'delivery') {
      const { outcome, senderId, participantId } = event.data;
      // What one did oneself shows at the message.
      if ((outcome === 'withdrawn' ? senderId : participantId) === this.me) return undefined;
    }
    const say = words[event.type] as (data: unknown, readerId: string) => readonly Piece[] | undefined;
    const pieces = say(event.data, this.me);
    return pieces && !this.#isSaid(event, this) ? { kind: 'note', sequence: event.id, pieces, event, at } : undefined;
  }

  #correct({ replaces }: Message): void {
    const before = replaces === undefined ? undefined : this.#messages.get(replaces);
    if (!before || before.redacted) return;
    const shown = this.corrections.shown(before);
    this.#messages.set(shown.id, shown);
    this.entries.value = this.entries.value.map((entry) =>
      entry.kind === 'message' && entry.message.id === shown.id ? entryOf(shown) : entry,
    );
    this.corrected.value += 1;
  }

  /** The texts of messages were erased: they say so at their places. */
  #erase(redacted: NonNullable<Message['redacted']>, isErased: (message: Message) => boolean): void {
    const without = ({ attachments: _, replacedBy: _by, ...message }: Message) =>
      ({ ...message, content: '', type: 'text', redacted }) as Message;
    this.entries.value = this.entries.value.map((entry) =>
      entry.kind === 'message' && isErased(entry.message) ? entryOf(without(entry.message)) : entry,
    );
    for (const [id, message] of this.#messages) {
      if (!isErased(message)) continue;
      this.#messages.set(id, without(message));
      this.corrections.forget(id);
    }
  }

  #add(entry: Entry): void {
    if (entry.sequence <= this.newest) return;
    this.entries.value = [...this.entries.value, entry];
    if (this.entries.value.length > mostLines) this.#forget();
  }

  #forget(): void {
    for (const entry of this.entries.value.slice(0, forgotten)) {
      if (entry.kind !== 'message') continue;
      this.#messages.delete(entry.message.id);
      this.corrections.forget(entry.message.id);
      this.deliveries.forget(entry.message.id);
    }
    this.entries.value = this.entries.value.slice(forgotten);
    this.#start = Infinity;
    this.hasEarlier.value = true;
  }

  #show({ space, participants, artifacts, budget, paused }: ContextEvent): void {
    this.facts.value = space;
    this.endsAt.value = Date.now() + space.ttlRemaining * 1_000;
    // Everybody is shown by the name that tells them apart.
    this.participants.value = participants.map((each) => ({ ...each, name: each.displayName ?? each.name }));
    this.artifacts.value = artifacts;
    this.budget.value = budget;
    this.paused.value = paused;
    const me = this.myself.value;
    if (me) amend(this.spaceId, { spaceName: space.name, name: me.name, isOwner: me.isOwner });
  }

  #end(reason: string): void {
    this.#stop(reason);
    conclude(this.spaceId, reason);
  }

  #stop(reason: string): void {
    this.#leaving.abort();
    this.connection.value = 'ended';
    this.ended.value = reason;
  }
}
