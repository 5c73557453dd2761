import { envelope, type MessageView, type Space } from '@parley/sdk';
import type { DeliveryView, QueueReader } from './queues.ts';
import type { ReachableSpace } from './spaces.ts';

/** A host puts what is pushed into the conversation of the model. */
export const channelCapability = 'claude/channel';
const method = 'notifications/claude/channel';

/** The rest of a message is in the answer of `claim_delivery`. */
const mostCharacters = 500;

/** What is pushed: a reference to a delivery, and the beginning of its message. */
export interface Pushed {
  method: typeof method;
  params: { content: string; meta: Record<string, string> };
}

/** Pushes each delivery once for each time it is queued, until the signal is aborted. */
export function pushing(push: (notification: Pushed) => void, signal: AbortSignal): QueueReader {
  const pushed = new Map<ReachableSpace, ReadonlySet<string>>();
  const nameOf = ({ deliveryId, attempt }: DeliveryView) => `${deliveryId} ${attempt}`;
  return {
    async onQueued(reachable, space, queued) {
      for (const delivery of queued.filter((each) => !pushed.get(reachable)?.has(nameOf(each)))) {
        const message = await messageOf(space, delivery);
        const notification = message && notificationOf(delivery, message, reachable);
        if (notification && !signal.aborted) push(notification);
      }
      pushed.set(reachable, new Set(queued.map(nameOf)));
    },
  };
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
