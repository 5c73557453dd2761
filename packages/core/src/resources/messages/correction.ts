import { ServiceError } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Participant } from '../participants/entity.ts';
import type { MessageFact } from './facts.ts';
import { correctableMs, maxCorrections } from './limits.ts';
import { referenceNames } from './references.ts';

/** Where what a fact notes of corrections begins in its JSON: inside a text, the quotes would be escaped. */
export const correctionNotes = ',"correction":{';

/** Only corrections have these letters. */
export const correctionMark = `${correctionNotes}"of":`;

/** Throws unless a participant can correct a message that was sent at an instant. */
export function assertReplaceable(
  { senderId, redacted, to, type, correction, ...message }: MessageFact,
  { participantId }: Pick<Participant, 'participantId'>,
  { at, now }: { at: Instant; now: Instant },
): void {
  const about = referenceNames.find((name) => message[name] !== undefined);
  const reasons = [
    senderId !== participantId && 'Only its sender can correct a message',
    redacted && 'The text of the message was erased',
    to && 'The message is directed, so somebody acts on what it says: send another one',
    about !== undefined && `The message only repeats what its ${about.replace(/Id$/, '')} says`,
    type === 'image' && 'The message is an image',
    now - at > correctableMs && 'The message is older than 24 hours',
    (correction?.ids?.length ?? 0) >= maxCorrections && `The message was corrected ${maxCorrections} times`,
  ];
  const reason = reasons.find((each) => typeof each === 'string');
  if (reason !== undefined) throw new ServiceError('not_replaceable', reason);
}

/** What a correction says besides its text. Without attachments of its own, it has those of the message. */
export function correctionOf(
  first: MessageFact,
  sequence: number,
  attachments: MessageFact['attachments'],
): Pick<MessageFact, 'replaces' | 'replyTo' | 'attachments' | 'correction'> {
  return {
    replaces: first.id,
    replyTo: first.replyTo,
    attachments: attachments ?? corrected(first).attachments,
    correction: { of: sequence },
  };
}

/** The first message, once there is another correction of it. */
export function replacedBy(
  { replacedBy: _, correction, ...first }: MessageFact,
  { id, content, type, attachments }: Pick<MessageFact, 'id' | 'content' | 'type' | 'attachments'>,
): MessageFact {
  const ids = [...(correction?.ids ?? []), id];
  return { ...first, replacedBy: id, correction: { ids, newest: { content, type, attachments } } };
}

/** A message with its newest text. */
export const corrected = <Message extends Partial<MessageFact>>(message: Message): Message => ({
  ...message,
  ...message.correction?.newest,
});

/** The messages as they are read: without corrections of which the first is among them too, or was before all of them if they are its newest. */
export function withoutReplaced<Message extends Pick<MessageFact, 'id' | 'replaces'>>(messages: readonly Message[]): Message[] {
  const ids = new Set(messages.map(({ id }) => id));
  const newest = new Map(messages.flatMap(({ id, replaces }) => (replaces === undefined ? [] : [[replaces, id]])));
  return messages.filter(({ id, replaces }) => replaces === undefined || (!ids.has(replaces) && newest.get(replaces) === id));
}
