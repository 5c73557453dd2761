import type { MessageView, Space } from '@parley/sdk';
import { Failure } from '../../failure.ts';
import { isId, theOne } from '../../naming.ts';

const mostLookedAt = 1_000;

/** The id of a message that is named by its number, its id or, if it is one of the latest, the start of its id. */
export async function messageIdOf(space: Space, query: string): Promise<string> {
  const [, digits] = /^#?(\d{1,15})$/.exec(query) ?? [];
  if (digits === undefined) {
    if (isId(query.toLowerCase())) return query;
    return theOne('message', await space.recent(mostLookedAt), query, ({ id, sequence }) => ({ id, label: `#${sequence}` })).id;
  }
  const sequence = Number(digits);
  const message = await messageAt(space, sequence);
  if (!message) throw new Failure('notFound', `There is no message #${digits}`, '`parley messages` shows the numbers');
  return message.id;
}

/** The message with this number, if there is one. */
export async function messageAt(space: Space, sequence: number): Promise<MessageView | undefined> {
  const { messages } = await space.messages({ after: Math.max(0, sequence - 1), limit: 1 });
  return messages.find((each) => each.sequence === sequence);
}
