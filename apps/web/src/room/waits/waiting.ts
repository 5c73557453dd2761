import type { DeliveryView, MessageView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Seen, Waiting as Other } from '../resource.ts';
import { resources } from '../resources.ts';
import { parley } from '../../space/client.ts';
import { declineIn, endingIn } from '../../space/ending.ts';
import { conclude, memberships, membershipIn, remember, type Membership } from '../../space/memberships.ts';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';
import { isHeld, itemsOf, shownName, type Item } from './items.ts';

/** What waits in one space. */
export interface Waiting {
  readonly items: readonly Item[];
  /** What waits only for being accepted. */
  readonly held?: readonly Item[] | undefined;
  readonly unread: number;
  /** There are more unread messages than were counted. */
  readonly hasMore: boolean;
  /** The newest of them, if that was counted. */
  readonly latest?: { readonly name: string; readonly text: string } | undefined;
  /** How many take part. */
  readonly people?: number;
  /** When the space ends, by the clock of this browser. */
  readonly endsAt?: number;
  /** Why it is not known. */
  readonly refusal?: string;
}

const everyMs = 60_000;
const mostCounted = 50;
const mostDirected = 20;

/** By the id of the space. */
export const waiting = signal<ReadonlyMap<string, Waiting>>(new Map());

export const waitingCount = computed(() =>
  memberships.value.reduce((sum, { spaceId, key }) => sum + (key ? (waiting.value.get(spaceId)?.items.length ?? 0) : 0), 0),
);

/** Looks into all remembered spaces: now, when somebody returns to the page, and once in a while. */
export function useWaiting({ alsoOthers = false } = {}): void {
  useEffect(() => {
    const lookIntoAll = () => {
      if (document.visibilityState === 'hidden') return;
      for (const each of memberships.peek()) void (each.key ? look({ ...each, key: each.key }, alsoOthers) : collectKey(each));
    };
    lookIntoAll();
    const timer = setInterval(lookIntoAll, everyMs);
    document.addEventListener('visibilitychange', lookIntoAll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIntoAll);
    };
  }, []);
}

/** What was answered here: a look that began before can still find it. */
const answered = new Set<string>();

/** An answered item is gone at once. */
export function dismiss(spaceId: string, id: string): void {
  answered.add(id);
  const before = waiting.value.get(spaceId);
  if (before) show(spaceId, before);
}

function show(spaceId: string, found: Waiting): void {
  const all = [...found.items, ...(found.held ?? [])].filter(({ id }) => !answered.has(id));
  const items = all.filter((each) => !isHeld(each));
  waiting.value = new Map(waiting.value).set(spaceId, { ...found, items, held: all.filter(isHeld) });
}

/** Nothing that was read before is shown again. */
export function forget(spaceId: string): void {
  const before = waiting.peek().get(spaceId);
  if (before) waiting.value = new Map(waiting.peek()).set(spaceId, { ...before, items: [], held: [] });
}

const patience = { maxRetries: 1 };

async function look(membership: Membership & { key: string }, alsoOthers: boolean): Promise<void> {
  const { spaceId, read } = membership;
  const space = parley.space(membership);
  try {
    const [view, unread] = await Promise.all([
      space.call('getSpace', {}, patience),
      space.call('listMessages', { after: read, limit: mostCounted }, { ...patience, minimal: true }),
    ]);
    // No event says here that a text was erased, so messages are read again each time.
    const messageOf = (id: string) => unread.messages.find((message) => message.id === id);
    const items = await itemsIn(space, view, { alsoOthers, messageOf });
    if (!membershipIn(spaceId)) return;
    const ofOthers = unread.messages.filter(({ senderId }) => senderId !== membership.participantId);
    show(spaceId, {
      items,
      unread: ofOthers.length,
      hasMore: unread.hasMore,
      latest: unread.hasMore ? undefined : saidIn(ofOthers.at(-1), view),
      people: view.participants.filter(({ status }) => status === 'active' || status === 'muted').length,
      endsAt: Date.now() + view.ttlRemaining * 1_000,
    });
  } catch (error) {
    const ending = endingIn(error);
    if (ending) conclude(spaceId, ending);
    else
      show(spaceId, {
        items: waiting.value.get(spaceId)?.items ?? [],
        held: waiting.value.get(spaceId)?.held,
        unread: 0,
        hasMore: false,
        refusal: (error as Error).message,
      });
  }
}

/** By whom a message is, and what it says. */
function saidIn(message: MessageView | undefined, { participants }: Pick<Seen, 'participants'>): Waiting['latest'] {
  if (!message) return undefined;
  const sender = participants.find(({ participantId }) => participantId === message.senderId);
  return { name: sender ? shownName(sender) : message.senderName, text: plain(message) };
}

/** The events after which other things can wait. */
export const waitsAfter = ['ready', 'delivery', ...resources.flatMap(({ waitsAfter: type }) => type ?? [])] as const;

/** Looks into a space that is followed, of which the rest is known. */
export async function lookInto(room: Room): Promise<void> {
  const { space, spaceId, seen } = room;
  const messageOf = (id: string) => room.messageOf(id) ?? messageShown(spaceId, id);
  const items = await itemsIn(space, seen, { alsoOthers: true, messageOf });
  const { unread = 0, hasMore = false } = waiting.value.get(spaceId) ?? {};
  show(spaceId, { items, unread, hasMore });
}

/** What was read before, until the room hears that a text was erased. */
function messageShown(spaceId: string, messageId: string): MessageView | undefined {
  const { items = [], held = [] } = waiting.value.get(spaceId) ?? {};
  const messages = [...items, ...held].flatMap((item) => (item.kind === 'message' ? item.message : []));
  return messages.find(({ id }) => id === messageId);
}

/** A message, if it need not be read. */
type Known = (messageId: string) => MessageView | undefined;

async function itemsIn(
  space: CompactSpace,
  view: Seen,
  { alsoOthers, messageOf }: { alsoOthers: boolean; messageOf: Known },
): Promise<readonly Item[]> {
  const [{ deliveries }, others] = await Promise.all([
    space.call('listDeliveries', { state: 'pending', limit: mostDirected }, patience),
    alsoOthers ? othersIn(space, view) : [],
  ]);
  const withMessages = await Promise.all(deliveries.map((each) => withMessage(space, each, messageOf)));
  return itemsOf({ space: view, directed: withMessages.filter((each) => each !== undefined), others });
}

type Directed = { delivery: DeliveryView; message: MessageView };

async function withMessage(space: CompactSpace, delivery: DeliveryView, messageOf: Known): Promise<Directed | undefined> {
  const { messageId, sequence } = delivery;
  const known = messageOf(messageId);
  if (known) return { delivery, message: known };
  const { messages } = await space.call('listMessages', { after: sequence - 1, limit: 1 }, { ...patience, minimal: true });
  const message = messages.find(({ id }) => id === messageId);
  return message && { delivery, message };
}

/** What the resources of a space know. */
async function othersIn(space: CompactSpace, view: Seen): Promise<readonly Other[]> {
  const parts = await Promise.all(resources.flatMap(({ inbox }) => inbox?.() ?? []));
  return (await Promise.all(parts.map(({ waitingIn }) => waitingIn(space, view)))).flat();
}

/** Somebody who applied can have been let in. */
async function collectKey(membership: Membership): Promise<void> {
  const { spaceId, participantId, invitationKey } = membership;
  if (!invitationKey) return;
  try {
    const status = await parley.call('getJoinStatus', { spaceId, participantId }, { ...patience, key: invitationKey });
    if (!('participantPrivateKey' in status)) return;
    const { invitationKey: _, ...rest } = membership;
    remember({ ...rest, key: status.participantPrivateKey });
  } catch (error) {
    const ending = declineIn(error);
    if (ending) conclude(spaceId, ending);
  }
}
