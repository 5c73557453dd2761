import { assertAllowed } from '../../kernel/assertions.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Fact } from '../../kernel/facts.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Participant } from '../participants/entity.ts';
import type { Redaction } from '../../kernel/redaction.ts';
import type { MessageFact } from './facts.ts';
import { referenceNames } from './references.ts';

const minute = 60_000;

/** How long to wait between polls: the quieter the space, the longer (decisions §7). */
export function pollingInterval(lastEventAt: Instant, now: Instant): number {
  const quiet = now - lastEventAt;
  if (quiet < minute) return 2_000;
  if (quiet < 10 * minute) return 5_000;
  return quiet < 60 * minute ? 15_000 : 30_000;
}

/** Throws if a participant must not redact a message. The text of one that refers to something stays there, so it says no less without it. */
export function assertRedactable(message: MessageFact, { participantId, isOwner }: Participant): void {
  assertAllowed(isOwner || message.senderId === participantId, 'its sender and the owner of the space can redact a message');
  const about = referenceNames.find((name) => message[name] !== undefined);
  if (about === undefined) return;
  const what = about.replace(/Id$/, '');
  throw new ServiceError('not_redactable', `The message only repeats what its ${what} says: its text would stay there`);
}

/** A message without its text. What it says of itself stays: who sent it, to whom, what it replies to, and which corrections it had. */
export const redact = ({ attachments: _, correction, ...message }: MessageFact, redacted: Redaction): MessageFact => ({
  ...message,
  content: '',
  type: 'text',
  redacted,
  ...(correction && { correction: { ...correction, newest: undefined } }),
});

/** A message at a place of the log was redacted. */
export const redactedAt = (messageSequence: number, { id: messageId }: MessageFact, redacted: Redaction): Fact => ({
  event: 'message-redacted',
  body: { messageId, messageSequence, redacted },
});

/** The messages up to a place of the log have expired. */
export const expiredThrough = (through: number, at: Instant): Fact => ({ event: 'messages-expired', body: { through, at } });
