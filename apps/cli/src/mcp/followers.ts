import type { Space, SpaceEvent } from '@parley/sdk';
import type { Context, Place } from '../context.ts';
import { fetch } from '../fetch.ts';
import { unlocked } from '../rotation.ts';
import type { ReachableSpace } from './spaces.ts';

interface Following {
  signal: AbortSignal;
  context: Context;
  /** Also called when the stream has begun, and again after each reconnection. */
  onEvent(event: SpaceEvent, space: Space): void;
  onDisconnect?(): void;
}

/**
 * Follows a space from now on, for as long as it takes, until it ends, its key stops working or the signal is aborted. If the profile
 * has a new key, it continues with that.
 */
export async function followSpace(
  { place: found, alias }: ReachableSpace,
  { signal, context, onEvent, ...on }: Following,
): Promise<void> {
  const { out } = context;
  const hooks = { warn: (text: string) => out.note(text) };
  const onDisconnect = (error: Error | undefined) => {
    out.note(`${alias}: ${error?.message ?? 'the stream ended'}; reconnecting`);
    on.onDisconnect?.();
  };
  let after: number | undefined;
  for (let place: Place | undefined = found; place;) {
    const space = await context.open(place, { fetch, hooks, maxRetries: Infinity, signal });
    try {
      for await (const event of space.events({ after: after ?? 'now', signal, onDisconnect })) {
        if (event.type === 'ready') after ??= event.data.sequence;
        after = event.id ?? after;
        onEvent(event, space);
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      place = await withNewKey(place, context, error).catch(() => undefined);
      if (!place) out.note(`${alias}: no longer followed: ${(error as Error).message}`);
    }
  }
}

/** Undefined if the profile has no other key than the one that was refused. */
async function withNewKey(place: Place, context: Context, error: unknown): Promise<Place | undefined> {
  const kept = (error as { code?: string }).code === 'key_revoked' && (await context.spaces.of(place.spaceId));
  if (!place.kept || !kept) return undefined;
  const now = await unlocked(context, kept);
  return now.key === place.key ? undefined : { ...place, ...now };
}
