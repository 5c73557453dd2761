import type { Answer } from './answer.ts';
import type { CallOptions, SendOptions } from './options.ts';
import type { Message, MessageView, SendMessageResult } from './types.ts';

/** A space, as far as its messages need it. */
interface Place {
  participantId: string | undefined;
  send(content: string, options?: SendOptions): Answer<SendMessageResult>;
  call(
    name: 'redactMessage',
    input: { messageId: string; reason?: string | undefined },
    options: CallOptions,
  ): Answer<MessageView>;
}

/** A message as the client returns it. Without its own participant id, the client cannot set `isMine`. */
export function attributed(space: Place, view: MessageView): Message {
  const me = space.participantId;
  const message = me === undefined ? { ...view } : { ...view, isMine: view.senderId === me };
  const reply: Message['reply'] = (content, options) => space.send(content, { ...options, replyTo: view.id });
  const correct: Message['correct'] = (content, options) =>
    space.send(content, { ...options, replaces: view.replaces ?? view.id });
  const redact: Message['redact'] = ({ reason, ...options } = {}) =>
    space.call('redactMessage', { messageId: view.id, reason }, options);
  // JSON and copies contain the fields of the message only.
  return Object.defineProperties(message, {
    reply: { value: reply },
    correct: { value: correct },
    redact: { value: redact },
  }) as Message;
}
