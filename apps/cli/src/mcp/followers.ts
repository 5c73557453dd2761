import type { Space, SpaceEvent } from '@parley/sdk';
import type { Context } from '../context.ts';
import type { ReachableSpace } from './spaces.ts';

interface Following {
  signal: AbortSignal;
  context: Context;
  /** Also called when the stream has begun, and again after each reconnection. */
  onEvent(event: SpaceEvent, space: Space): void;
}

/** Follows a space from now on, for as long as it takes, until it ends, its key stops working or the signal is aborted. */
export async function followSpace({ place, alias }: ReachableSpace, { signal, context, onEvent }: Following): Promise<void> {
  const { out } = context;
  const hooks = { warn: (text: string) => out.note(text) };
  const space = await context.open(place, { fetch, hooks, maxRetries: Infinity, signal });
  const onDisconnect = (error: Error | undefined) => out.note(`${alias}: ${error?.message ?? 'the stream ended'}; reconnecting`);
  try {
    for await (const event of space.events({ after: 'now', signal, onDisconnect })) onEvent(event, space);
  } catch (error) {
    if (!signal.aborted) out.note(`${alias}: no longer followed: ${(error as Error).message}`);
  }
}
