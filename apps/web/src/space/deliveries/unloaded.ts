import type { CompactSpace } from '@parley/sdk/compact';
import type { Past, Unloaded } from '../past.ts';

/** The fewest in which a catch-up can be answered. */
const fewTokens = 200;

/** How many messages there are after a sequence, besides those that were loaded: a catch-up counts what it omits. */
export async function unloadedIn(space: CompactSpace, after: number, { events }: Past, signal: AbortSignal): Promise<Unloaded> {
  const { messages, todo, omitted } = await space.call('catchUp', { after, budget: fewTokens }, { signal });
  const waiting = todo.deliveries.filter(({ message }) => message.sequence > after);
  const left = omitted.filter(({ reason }) => reason === 'messages');
  const count = left.reduce((sum, each) => sum + each.messages, messages.length + waiting.length);
  const loaded = events.filter(({ type }) => type === 'message').length;
  return { count: Math.max(1, count - loaded), hasMore: left.some(({ hasMore }) => hasMore) };
}
