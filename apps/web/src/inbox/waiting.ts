import type { DeliveryView, MessageView, SpaceView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Waiting as Other } from '../room/resource.ts';
import { resources } from '../room/resources.ts';
import { parley } from '../space/client.ts';
import { declineIn, endingIn } from '../space/ending.ts';
import { conclude, memberships, membershipIn, remember, type Membership } from '../space/memberships.ts';
import { itemsOf, type Item } from './items.ts';

/** What waits in one space. */
export interface Waiting {
  readonly items: readonly Item[];
  readonly unread: number;
  /** There are more unread messages than were counted. */
  readonly hasMore: boolean;
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
  const items = found.items.filter(({ id }) => !answered.has(id));
  waiting.value = new Map(waiting.value).set(spaceId, { ...found, items });
}

const patience = { maxRetries: 1 };

async function look(membership: Membership & { key: string }, alsoOthers: boolean): Promise<void> {
  const { spaceId, read } = membership;
  const space = parley.space(membership);
  try {
    const [view, unread, { deliveries }] = await Promise.all([
      space.call('getSpace', {}, patience),
      space.call('listMessages', { after: read, limit: mostCounted }, { ...patience, minimal: true }),
      space.call('listDeliveries', { limit: mostDirected }, patience),
    ]);
    const others = alsoOthers ? await othersIn(space, view) : [];
    const directed = (await Promise.all(deliveries.map((each) => withMessage(space, each)))).filter((each) => each !== undefined);
    if (!membershipIn(spaceId)) return;
    show(spaceId, {
      items: itemsOf({ space: view, directed, others }),
      unread: unread.messages.filter(({ senderId }) => senderId !== membership.participantId).length,
      hasMore: unread.hasMore,
    });
  } catch (error) {
    const ending = endingIn(error);
    if (ending) conclude(spaceId, ending);
    else
      show(spaceId, {
        items: waiting.value.get(spaceId)?.items ?? [],
        unread: 0,
        hasMore: false,
        refusal: (error as Error).message,
      });
  }
}

type Directed = { delivery: DeliveryView; message: MessageView };

/** A message is read once: it never changes. */
async function withMessage(space: CompactSpace, delivery: DeliveryView): Promise<Directed | undefined> {
  const known = waiting.value.get(space.spaceId)?.items.find(({ id }) => id === delivery.deliveryId);
  if (known?.kind === 'message') return { delivery, message: known.message };
  const { messages } = await space.call(
    'listMessages',
    { after: delivery.sequence - 1, limit: 1 },
    { ...patience, minimal: true },
  );
  const message = messages.find(({ id }) => id === delivery.messageId);
  return message && { delivery, message };
}

/** What the resources of a space know. */
async function othersIn(space: CompactSpace, view: SpaceView): Promise<readonly Other[]> {
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
