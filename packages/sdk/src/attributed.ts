import type { CompactSpace } from './compact-space.ts';
import type { Message, MessageView } from './types.ts';

/** A message as the client returns it. Without its own participant id, the client cannot set `isMine`. */
export function attributed(space: Pick<CompactSpace, 'participantId' | 'send'>, view: MessageView): Message {
  const me = space.participantId;
  const message = me === undefined ? { ...view } : { ...view, isMine: view.senderId === me };
  const reply: Message['reply'] = (content, options) => space.send(content, { ...options, replyTo: view.id });
  // JSON and copies contain the fields of the message only.
  return Object.defineProperty(message, 'reply', { value: reply }) as Message;
}
