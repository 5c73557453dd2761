import type { Fact } from '../../kernel/facts.ts';
import type { SpaceState } from '../../kernel/state.ts';
import type { Attachment } from '../files/entity.ts';
import { displayName } from '../participants/display-names.ts';
import type { Participant, SpeakerClass } from '../participants/entity.ts';
import type { Expects, MessageType } from './entity.ts';
import type { MessageReferences } from './references.ts';

/** What an operation says of a message. */
interface NewMessage extends Omit<MessageFact, 'senderId' | 'speaker' | 'senderName' | 'isOwner' | keyof MessageReferences> {
  about?: MessageReferences | undefined;
}

/** A participant sent a message. */
export const messageSent = (
  state: Pick<SpaceState, 'participants'>,
  sender: Participant,
  { id, content, type, to, replyTo, expects, attachments, about }: NewMessage,
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
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    message: MessageFact;
  }
}
