import type { Space } from '@parley/sdk';
import { messageEntry, type Entry, type MessageEntry } from './entry.ts';
import type { Model } from './model.ts';
import { messageIn, quoted } from './quote.ts';
import { messagesForMe } from './addressees.ts';

/** What a command applies to: the message with this number, or without one the newest that waits for the user. */
export async function messageMeant(
  space: Space,
  model: Model,
  number: number,
): Promise<{ id: string; sequence: number; answers: string }> {
  const message = number > 0 ? await messageNumbered(space, model, number) : messagesForMe(model).at(-1);
  if (!message) throw new Error('No message waits for your reply. `#48` before the text names any message.');
  return { id: message.id, sequence: message.sequence, answers: quoted(model, message) };
}

/** A message in full, however long it is. */
export async function shownWhole(space: Space, model: Model, number: number): Promise<Entry> {
  const { name, day, time, text } = await messageNumbered(space, model, number);
  return { kind: 'whole', heading: `#${number} ${name}, ${day} ${time}`, text };
}

/** A message that is older than the conversation on the screen is asked for. */
async function messageNumbered(space: Space, model: Model, number: number): Promise<MessageEntry> {
  const known = messageIn(model, ({ sequence }) => sequence === number);
  if (known) return known;
  const { messages } = await space.messages({ after: Math.max(0, number - 1), limit: 1 });
  const [found] = messages;
  if (found?.sequence !== number) throw new Error(`There is no message #${number}.`);
  return messageEntry(found);
}
