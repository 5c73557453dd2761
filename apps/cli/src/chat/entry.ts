import type { MessageView } from '@parley/sdk';
import { nameOf, textOf } from '../watch/wording.ts';

export type Tone = 'quiet' | 'wanted' | 'refused' | 'plain';

export interface MessageEntry {
  kind: 'message';
  id: string;
  day: string;
  time: string;
  senderId: string;
  name: string;
  text: string;
}

/** A message of the user that is not part of the conversation yet. `id` is also its idempotency key. */
export interface PendingEntry {
  kind: 'pending';
  id: string;
  text: string;
  state: 'sending' | 'sent' | 'failed';
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
  | { kind: 'pairs'; pairs: readonly (readonly [left: string, right: string])[] };

export function messageEntry(message: MessageView): MessageEntry {
  const at = new Date(message.timestamp);
  const { id, senderId, senderName } = message;
  const [day, time] = [at.toDateString(), at.toTimeString().slice(0, 5)];
  return { kind: 'message', id, day, time, senderId, name: nameOf({ name: senderName }), text: textOf(message) };
}

export const unreadInWords = (count: number): string => `${count} unread ${count === 1 ? 'message' : 'messages'}`;
