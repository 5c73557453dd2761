import { envelope, type MessageView, type Operations, type Space } from '@parley/sdk';
import type { Context } from '../context.ts';
import { followSpace } from './followers.ts';
import type { ReachableSpace, ReachableSpaces } from './spaces.ts';

/** A host puts what is pushed into the conversation of the model. */
export const channelCapability = 'claude/channel';
const method = 'notifications/claude/channel';

/** Spaces that are joined elsewhere are noticed after this time. */
const lookEveryMs = 5_000;
const mostSpaces = 50;
const pageSize = 50;
/** The rest of a message is in the answer of `claim_delivery`. */
const mostCharacters = 500;

type DeliveryView = Operations['listDeliveries']['output']['deliveries'][number];

/** What is pushed: a reference to a delivery, and the beginning of its message. */
export interface Pushed {
  method: typeof method;
  params: { content: string; meta: Record<string, string> };
}

/** Pushes each delivery to the user of the profile, once for each time it is queued, until the signal is aborted. */
export async function pushDeliveries(
  context: Context,
  spaces: ReachableSpaces,
  push: (notification: Pushed) => void,
  signal: AbortSignal,
): Promise<void> {
  /** Memberships that were followed. A space that is joined again is another one. */
  const seen = new Set<string>();
  const look = async () => {
    for (const { spaceId, alias, participantId } of await spaces.list()) {
      const membership = `${spaceId} ${participantId}`;
      if (seen.has(membership) || seen.size >= mostSpaces) continue;
      seen.add(membership);
      try {
        void pushFrom(await spaces.find(spaceId), context, push, signal);
      } catch (error) {
        // Each request can make the keychain ask its user again.
        context.out.note(`${alias}: not followed: ${(error as Error).message}`);
      }
    }
  };
  while (!signal.aborted) {
    await look().catch((error: unknown) => context.out.note((error as Error).message));
    if (spaces.isPinned) return;
    await pause(lookEveryMs, signal);
  }
}

/** Pushes what is queued in one space, when its stream begins and at each event that queues a delivery. */
async function pushFrom(
  reachable: ReachableSpace,
  context: Context,
  push: (notification: Pushed) => void,
  signal: AbortSignal,
): Promise<void> {
  let pushed = new Set<string>();
  let work = Promise.resolve();
  const pushQueued = async (space: Space) => {
    const queued = await queuedIn(space);
    const nameOf = ({ deliveryId, attempt }: DeliveryView) => `${deliveryId} ${attempt}`;
    for (const delivery of queued.filter((each) => !pushed.has(nameOf(each)))) {
      const message = await messageOf(space, delivery);
      const notification = message && notificationOf(delivery, message, reachable);
      if (notification && !signal.aborted) push(notification);
    }
    pushed = new Set(queued.map(nameOf));
  };
  await followSpace(reachable, {
    context,
    signal,
    onEvent: (event, space) => {
      const isNews =
        event.type === 'ready' ||
        (event.type === 'delivery' && event.data.state === 'queued' && event.data.participantId === space.participantId);
      // One after the other, so that nothing is pushed twice.
      if (isNews) work = work.then(() => pushQueued(space)).catch((error: unknown) => context.out.note((error as Error).message));
    },
  });
  await work;
}

async function queuedIn(space: Space): Promise<DeliveryView[]> {
  const all: DeliveryView[] = [];
  for (let [after, more] = [0, true]; more;) {
    const page = await space.call('listDeliveries', { state: 'queued', after, limit: pageSize }, { minimal: true });
    all.push(...page.deliveries);
    [after, more] = [page.cursor, page.hasMore];
  }
  return all;
}

async function messageOf(space: Space, { sequence, messageId }: DeliveryView): Promise<MessageView | undefined> {
  const { messages } = await space.call('listMessages', { after: sequence - 1, limit: 1 }, { minimal: true });
  return messages.find(({ id }) => id === messageId);
}

/** The format of ids, numbers and words of a server. An untrusted server can send anything. */
const plain = /^[\w.:-]{1,100}$/;

/** Undefined if the server sent values that a host could take for something else. */
export function notificationOf(
  delivery: DeliveryView,
  message: MessageView,
  { alias, place: { spaceId } }: Pick<ReachableSpace, 'alias' | 'place'>,
): Pushed | undefined {
  const { deliveryId, messageId, sequence, senderId, expects, attempt } = delivery;
  const all = [...(message.type === 'image' ? message.content.replace(/,.*/s, '') : message.content)];
  const content = all.slice(0, mostCharacters).join('');
  const isWhole = content === message.content;
  // These become attributes of a tag in the conversation, so they contain nothing that participants wrote.
  const words = {
    space_id: spaceId,
    delivery_id: deliveryId,
    message_id: messageId,
    sender_id: senderId,
    speaker: message.speaker,
    expects,
    sequence: String(sequence),
    attempt: String(attempt),
  };
  if (!Object.values(words).every((word) => plain.test(word))) return undefined;
  return {
    method,
    params: {
      content: [
        `A message to you in the space ${alias}. Call claim_delivery to take it; the sender expects: ${expects}.`,
        envelope({ ...message, content }, spaceId),
        ...(isWhole ? [] : ['This is only the beginning: claim_delivery returns the whole message.']),
      ].join('\n'),
      meta: { space: alias, ...words },
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
