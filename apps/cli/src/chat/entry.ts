import type { DeliveryOutcome, Expectation, MessageView } from '@parley/sdk';
import { counted } from '@parley/core/words';
import { aboutMessages } from '../resources/about-messages.ts';
import { nameOf, textOf } from '../watch/wording.ts';

export type Tone = 'quiet' | 'wanted' | 'refused' | 'plain';

export interface MessageEntry {
  kind: 'message';
  id: string;
  day: string;
  time: string;
  senderId: string;
  name: string;
  sequence: number;
  text: string;
  /** Whether the text is the source of a page. */
  isHtml?: boolean;
  /** What it replies to, in one line. */
  answers?: string;
  /** If the message is directed to somebody. */
  to?: readonly Addressee[];
  expects?: Expectation;
  /** The ids of what it is about. */
  about?: readonly unknown[];
  /** The command that shows what it is about. */
  commandAbout?: string;
  /** What it asks for, as it is now. */
  card?: Card;
}

/** What a resource shows below the text of a message. */
export interface Card {
  rows: readonly CardRow[];
}

export interface CardRow {
  text: string;
  tone: Tone;
}

export interface Addressee {
  id: string;
  name: string;
  /** The user. */
  isMe?: boolean;
  /** Known for the user's own messages, and for the user. */
  receipt?: Receipt;
}

/** How far a directed message got. */
export interface Receipt {
  state: 'held' | 'queued' | 'claimed' | DeliveryOutcome;
  /** Written by the addressee. */
  note?: string;
}

/** Whom a message of the user is meant for, and what it replies to. */
export interface HistoryDirection {
  to?: readonly Addressee[];
  replyTo?: string;
  /** What that is, in one line. */
  answers?: string;
}

/** A message of the user that is not part of the conversation yet. `id` is also its idempotency key. */
export interface PendingEntry {
  kind: 'pending';
  id: string;
  text: string;
  state: 'sending' | 'sent' | 'failed';
  direction?: HistoryDirection;
  /** Set once the service has stored it: the message that the stream will deliver. */
  messageId?: string;
  /** Why it failed. */
  reason?: string;
}

/** An item of the conversation. */
export type Entry =
  | MessageEntry
  | PendingEntry
  | { kind: 'note'; text: string; tone: Tone }
  | { kind: 'day'; text: string }
  | { kind: 'unread'; count: number }
  /** What changed since the user was here last. */
  | { kind: 'since'; text: string }
  /** A text that is not folded; `about` tells commands what they have shown. */
  | { kind: 'whole'; heading: string; text: string; about?: string }
  /** Links, each in one piece. */
  | { kind: 'links'; links: readonly (readonly [label: string, link: string])[] }
  | { kind: 'pairs'; pairs: readonly (readonly [left: string, right: string])[] };

export function messageEntry(message: MessageView): MessageEntry {
  const at = new Date(message.timestamp);
  const { id, senderId, senderName, sequence, type, expects } = message;
  const command = aboutMessages.commandAbout(message);
  const [day, time] = [at.toDateString(), at.toTimeString().slice(0, 5)];
  const name = nameOf({ name: senderName });
  const about = Object.entries(message).flatMap(([field, value]) =>
    field.endsWith('Id') && field !== 'senderId' ? [value] : [],
  );
  const more = {
    ...(type === 'html' && { isHtml: true }),
    ...(expects && { expects }),
    ...(about.length > 0 && { about }),
    ...(command && { commandAbout: command }),
  };
  return { kind: 'message', id, day, time, senderId, name, sequence, text: textOf(message), ...more };
}

export const unreadInWords = (count: number): string => counted(count, 'unread message');
