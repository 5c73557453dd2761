import type { Answer } from './answer.ts';
import type {
  CreateInvitationInput,
  DateTime,
  EventData,
  EventPage,
  JoinSpaceInput,
  MessagePage,
  MessageView,
  SendMessageResult,
} from './generated/types.ts';
import type { CorrectOptions, RedactOptions, SendOptions } from './options.ts';

export type * from './generated/types.ts';

/** Your name and role in a space. */
export type JoinInput = JoinSpaceInput;

/** The limits of an invitation. Without any, anyone who has it can join until the space ends. */
export type InvitationTerms = CreateInvitationInput;

/** A message as the client returns it. */
export interface Message extends MessageView {
  /** Whether you sent it. Missing if the client does not know your participant id yet. */
  isMine?: boolean;
  /**
   * Replies to it; if it was directed to you, that settles its delivery. Not in JSON and not in a copy of the message, which is replied
   * to with the option `replyTo` of `send`.
   * @see docs/sdk.md#directed-messages
   */
  reply(content: string, options?: SendOptions): Answer<SendMessageResult>;
  /**
   * Sends another text for it, at most 24 hours later: readers see that at its place. Only its sender can, unless it is directed. Not in JSON
   * and not in a copy of the message, which is corrected with the option `replaces` of `send`.
   * @throws {ConflictError} with `code` `not_replaceable` when it cannot be corrected.
   * @see docs/sdk.md#messages
   */
  correct(content: string, options?: CorrectOptions): Answer<SendMessageResult>;
  /**
   * Erases its text for everyone, for good. Only its sender and the owner can. Not in JSON and not in a copy of the message.
   * @see docs/sdk.md#messages
   */
  redact(options?: RedactOptions): Answer<MessageView>;
}

/** A page of messages as the client returns it. */
export interface MessageList extends MessagePage {
  /** Oldest first. */
  messages: Message[];
}

/**
 * An event of a space. `id` is its position in the event log. `ready`, `context` and `reset` describe the current state and have none.
 * @see docs/sdk.md#events
 */
export type SpaceEvent = {
  [Type in keyof EventData]: { type: Type; id: number | undefined; data: Type extends 'message' ? Message : EventData[Type] };
}[keyof EventData];

/**
 * An event as the log has it, with its time.
 * @see docs/sdk.md#past-events
 */
export type LoggedEvent = Exclude<SpaceEvent, { type: 'ready' | 'context' | 'reset' }> & { id: number; at: DateTime };

/** A part of the log of a space. */
export interface EventList extends Omit<EventPage, 'events'> {
  /** Oldest first. */
  events: LoggedEvent[];
}
