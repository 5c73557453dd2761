import type { Fact } from '../../kernel/facts.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { SpaceState } from '../../kernel/state.ts';
import type { Attachment } from '../files/entity.ts';
import { displayName } from '../participants/display-names.ts';
import type { Participant, SpeakerClass } from '../participants/entity.ts';
import type { Redaction } from '../../kernel/redaction.ts';
import type { Expects, MessageType } from './entity.ts';
import type { MessageReferences } from './references.ts';

/** What an operation says of a message. */
interface NewMessage extends Omit<
  MessageFact,
  'senderId' | 'speaker' | 'senderName' | 'isOwner' | 'redacted' | 'replacedBy' | keyof MessageReferences
> {
  about?: MessageReferences | undefined;
}

/** A participant sent a message. */
export const messageSent = (
  state: Pick<SpaceState, 'participants'>,
  sender: Participant,
  { id, content, type, to, replyTo, expects, attachments, about, replaces, correction }: NewMessage,
): Fact => ({
  event: 'message',
  body: {
    id,
    senderId: sender.participantId,
    speaker: sender.speaker,
    senderName: displayName(state, sender),
    isOwner: sender.isOwner,
    content,
    type,
    to,
    replyTo,
    expects,
    attachments,
    ...about,
    replaces,
    correction,
  },
});

export interface MessageFact extends MessageReferences {
  /** First, because an index of the store finds messages by it. */
  id: string;
  senderId: string;
  /** Facts of earlier releases have none: `speakerIn` says what applies then. */
  speaker?: SpeakerClass | undefined;
  senderName: string;
  isOwner: boolean;
  content: string;
  type: MessageType;
  to?: readonly string[] | undefined;
  replyTo?: string | undefined;
  expects?: Expects | undefined;
  attachments?: readonly Attachment[] | undefined;
  redacted?: Redaction | undefined;
  /** The first message, of which this is a correction. */
  replaces?: string | undefined;
  /** The newest correction. */
  replacedBy?: string | undefined;
  /** Last, because readers are shown a fact up to here. */
  correction?: CorrectionNotes | undefined;
}

/** What the log notes of corrections for itself. */
export interface CorrectionNotes {
  /** At a correction: the sequence of the first message. */
  readonly of?: number | undefined;
  /** At the first message: its corrections, the oldest first. */
  readonly ids?: readonly string[] | undefined;
  /** There too: what it says now. So readers find that where they look first. */
  readonly newest?: Pick<MessageFact, 'content' | 'type' | 'attachments'> | undefined;
}

/** The text of a message was erased. */
export interface RedactionFact {
  messageId: string;
  messageSequence: number;
  redacted: Redaction;
}

/** The texts of what it names were erased, and what messages and other facts repeat of them. */
export interface TextRedactionFact extends MessageReferences {
  /** The participant whose text it was, if it was one of several. */
  answerOf?: string | undefined;
  redacted: Redaction;
  /** The sequence of the last event that lost a text; 0 if none did. */
  through: number;
}

/** The texts of all messages up to one were erased by their age. */
export interface ExpiryFact {
  /** Up to and including this sequence. */
  through: number;
  at: Instant;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    message: MessageFact;
    'message-redacted': RedactionFact;
    'text-redacted': TextRedactionFact;
    'messages-expired': ExpiryFact;
  }
}
