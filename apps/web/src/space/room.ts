import { KeyError, type ContextEvent, type DeliveryEvent, type Message, type Space, type SpaceEvent } from '@parley/sdk';
import { words, type Piece } from '@parley/core/words';
import { batch, computed, signal } from '@preact/signals';
import { amend, forget, type Membership } from './memberships.ts';
import { parley } from './client.ts';

/** A line of the conversation. */
export type Entry =
  | { readonly kind: 'message'; readonly sequence: number; readonly message: Message }
  | { readonly kind: 'note'; readonly sequence: number; readonly pieces: readonly Piece[] };

/** What is known of a delivery. */
export type Delivered = Pick<DeliveryEvent, 'deliveryId' | 'messageId' | 'senderId' | 'participantId' | 'state' | 'outcome' | 'note'>;

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'ended';

const firstLoaded = 100;
const pageSize = 50;

/** One space as its participant sees it, kept up to date by the events of the service. */
export class Room {
  readonly space: Space;
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
  readonly entries = signal<readonly Entry[]>([]);
  /** Whether there are earlier messages than those that are loaded. */
  readonly hasEarlier = signal(false);
  readonly deliveries = signal<ReadonlyMap<string, Delivered>>(new Map());
  /** The newest change of a proposal, by the artifact. */
  readonly proposalsChanged = signal<ReadonlyMap<string, number>>(new Map());
  /** A proposal that somebody wants to look at. */
  readonly reviewing = signal<{ artifactId: string; proposalId: string } | undefined>(undefined);
  readonly myself = computed(() => this.participants.value.find(({ participantId }) => participantId === this.me));
  readonly isOwner = computed(() => this.myself.value?.isOwner ?? false);
  readonly isMuted = computed(() => this.myself.value?.status === 'muted');
  /** Messages of others that wait for this participant, oldest first. */
  readonly waiting = computed(() =>
    [...this.deliveries.value.values()].filter(({ participantId, state }) => participantId === this.me && state !== 'done'),
  );
  readonly #leaving = new AbortController();

  constructor({ spaceId, key, participantId }: Membership & { key: string }) {
    this.spaceId = spaceId;
    this.me = participantId;
    this.space = parley.space({ spaceId, key, participantId });
  }

  /** Follows the space until it ends, or until `close`. */
  async open(): Promise<void> {
    const { signal } = this.#leaving;
    try {
      const recent = await this.space.recent(firstLoaded, { signal });
      batch(() => {
        this.entries.value = recent.map((message) => ({ kind: 'message', sequence: message.sequence, message }));
        this.hasEarlier.value = recent.length === firstLoaded;
      });
      await this.#loadDeliveries((recent[0]?.sequence ?? 1) - 1);
      const after = recent.at(-1)?.sequence ?? 0;
      const events = this.space.events({
        after,
        signal,
        onConnect: () => (this.connection.value = 'live'),
        onDisconnect: () => (this.connection.value = 'reconnecting'),
      });
      for await (const event of events) batch(() => this.#hear(event));
      if (!signal.aborted) this.#end('This space has ended.');
    } catch (error) {
      if (signal.aborted) return;
      this.#end(error instanceof KeyError ? 'You are no longer in this space.' : (error as Error).message);
    }
  }

  /** Loads earlier messages. */
  async loadEarlier(): Promise<void> {
    const oldest = this.entries.value.find(({ kind }) => kind === 'message')?.sequence ?? 1;
    const found: Message[] = [];
    for (let end = oldest, window = pageSize; end > 1 && found.length < pageSize; window *= 2) {
      const start = Math.max(0, end - 1 - window);
      const { messages } = await this.space.messages({ after: start, limit: window });
      found.unshift(...messages.filter(({ sequence }) => sequence < end));
      end = start + 1;
      if (end === 1) this.hasEarlier.value = false;
    }
    const entries = found.map((message): Entry => ({ kind: 'message', sequence: message.sequence, message }));
    batch(() => {
      this.entries.value = [...entries, ...this.entries.value];
      if (found.length === 0) this.hasEarlier.value = false;
    });
  }

  close(): void {
    this.#leaving.abort();
  }

  nameOf(participantId: string): string {
    return this.participants.value.find((each) => each.participantId === participantId)?.name ?? 'Someone';
  }

  /** The newest sequence that is loaded. */
  get newest(): number {
    return this.entries.value.at(-1)?.sequence ?? 0;
  }

  async #loadDeliveries(after: number): Promise<void> {
    const lists = await Promise.all(
      (['sender', 'addressee'] as const).map((role) =>
        this.space.call('listDeliveries', { role, state: role === 'sender' ? 'all' : 'open', after: role === 'sender' ? after : 0, limit: 500 }),
      ),
    );
    this.deliveries.value = new Map(lists.flatMap(({ deliveries }) => deliveries.map((each) => [each.deliveryId, each] as const)));
  }

  #hear(event: SpaceEvent): void {
    switch (event.type) {
      case 'ready':
        return;
      case 'context':
        return this.#show(event.data);
      case 'reset':
        this.entries.value = [];
        return;
      case 'message':
        return this.#add({ kind: 'message', sequence: event.data.sequence, message: event.data });
      case 'delivery':
        this.deliveries.value = new Map(this.deliveries.value).set(event.data.deliveryId, event.data);
        break;
      case 'proposal':
        this.proposalsChanged.value = new Map(this.proposalsChanged.value).set(event.data.artifactId, event.data.sequence);
        break;
      case 'participant-status':
        if (event.data.participant.participantId === this.me && event.data.status === 'kicked') return this.#end('The owner removed you from this space.');
        break;
      case 'space-closed':
        return this.#end(event.data.reason === 'closed' ? 'The owner closed this space.' : 'This space has expired.');
    }
    this.#note(event);
  }

  #note(event: SpaceEvent): void {
    const say = words[event.type] as (data: unknown, readerId: string) => readonly Piece[] | undefined;
    const pieces = say(event.data, this.me);
    if (pieces && event.id !== undefined) this.#add({ kind: 'note', sequence: event.id, pieces });
  }

  #add(entry: Entry): void {
    if (entry.sequence > this.newest) this.entries.value = [...this.entries.value, entry];
  }

  #show({ space, participants, artifacts, budget }: ContextEvent): void {
    this.facts.value = space;
    this.endsAt.value = Date.now() + space.ttlRemaining * 1_000;
    this.participants.value = participants;
    this.artifacts.value = artifacts;
    this.budget.value = budget;
    const me = this.myself.value;
    if (me) amend(this.spaceId, { spaceName: space.name, name: me.name, isOwner: me.isOwner });
  }

  #end(reason: string): void {
    this.#leaving.abort();
    this.connection.value = 'ended';
    this.ended.value = reason;
    forget(this.spaceId);
  }
}
