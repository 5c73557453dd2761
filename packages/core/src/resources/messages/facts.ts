import type { Fact, Facts } from '../../kernel/facts.ts';
import type { SpaceState } from '../../kernel/state.ts';
import type { Attachment } from '../files/entity.ts';
import { displayName } from '../participants/display-names.ts';
import type { Participant, SpeakerClass } from '../participants/entity.ts';
import type { Expects, MessageType } from './entity.ts';

/** A participant sent a message. */
export const messageSent = (
  state: Pick<SpaceState, 'participants'>,
  sender: Participant,
  {
    id,
    content,
    type,
    to,
    replyTo,
    expects,
    proposalId,
    artifactId,
    taskId,
    attachments,
  }: Omit<Facts['message'], 'senderId' | 'senderName' | 'isOwner'>,
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
    proposalId,
    artifactId,
    taskId,
    attachments,
  },
});

export interface MessageFact {
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
  proposalId?: string | undefined;
  artifactId?: string | undefined;
  taskId?: string | undefined;
  attachments?: readonly Attachment[] | undefined;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    message: MessageFact;
  }
}
