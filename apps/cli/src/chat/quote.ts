import { harmless } from '../watch/harmless.ts';
import type { MessageEntry } from './entry.ts';
import type { Model } from './model.ts';

const longest = 200;

export const messageIn = ({ entries }: Pick<Model, 'entries'>, is: (entry: MessageEntry) => boolean): MessageEntry | undefined =>
  entries.findLast((entry): entry is MessageEntry => entry.kind === 'message' && is(entry));

/** A message in one line: who wrote it, its number and how it begins. */
export function quoted({ me }: Pick<Model, 'me'>, { senderId, name, sequence, text }: MessageEntry): string {
  const begin = harmless(text.slice(0, longest).trimStart());
  return `${senderId === me ? 'you' : name} #${sequence}: ${begin}`;
}

/** What a reply answers, which can be older than the conversation on the screen. */
export function answeredBy(model: Pick<Model, 'me' | 'entries'>, replyTo: string): string {
  const message = messageIn(model, ({ id }) => id === replyTo);
  return message ? quoted(model, message) : 'an earlier message';
}
