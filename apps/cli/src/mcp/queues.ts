import type { Operations, Space } from '@parley/sdk';
import type { Context } from '../context.ts';
import { followSpace } from './followers.ts';
import type { ReachableSpace, ReachableSpaces } from './spaces.ts';

/** Spaces that are joined elsewhere are noticed after this time. */
const lookEveryMs = 5_000;
const mostSpaces = 50;
const pageSize = 50;

export type DeliveryView = Operations['listDeliveries']['output']['deliveries'][number];

/** What is done with the queues of deliveries to the user of the profile. */
export interface QueueReader {
  /** When the stream of a space begins, and after each change, one after the other. */
  onQueued(reachable: ReachableSpace, space: Space, queued: readonly DeliveryView[]): void | Promise<void>;
  /** The queue of the space is no longer known. */
  onLost?(reachable: ReachableSpace): void;
}

/** Follows the queues of all spaces of the profile until the signal is aborted. */
export async function followQueues(
  context: Context,
  spaces: ReachableSpaces,
  readers: readonly QueueReader[],
  signal: AbortSignal,
): Promise<void> {
  /** Memberships that were followed. A space that is joined again is another one. */
  const seen = new Set<string>();
  const look = async () => {
    for (const { spaceId, alias, participantId } of await spaces.list()) {
      const membership = `${spaceId} ${participantId}`;
      if (seen.has(membership) || seen.size >= mostSpaces) continue;
      seen.add(membership);
      try {
        void followQueue(await spaces.find(spaceId), context, readers, signal);
      } catch (error) {
        // Each request can make the keychain ask its user again.
        context.out.note(`${alias}: not followed: ${(error as Error).message}`);
      }
    }
  };
  while (!signal.aborted) {
    await look().catch((error: unknown) => context.out.note((error as Error).message));
    if (spaces.isPinned) return;
    await pause(lookEveryMs, signal);
  }
}

async function followQueue(
  reachable: ReachableSpace,
  context: Context,
  readers: readonly QueueReader[],
  signal: AbortSignal,
): Promise<void> {
  let work = Promise.resolve();
  const lose = () => {
    for (const reader of readers) reader.onLost?.(reachable);
  };
  const read = async (space: Space) => {
    const queued = await queuedIn(space);
    for (const reader of readers) await reader.onQueued(reachable, space, queued);
  };
  const failed = (error: unknown) => {
    lose();
    context.out.note((error as Error).message);
  };
  await followSpace(reachable, {
    context,
    signal,
    onEvent: (event, space) => {
      const isNews = event.type === 'ready' || (event.type === 'delivery' && event.data.participantId === space.participantId);
      // One after the other, so that what was read last is what is known.
      if (isNews) work = work.then(() => read(space)).catch(failed);
    },
    onDisconnect: () => void (work = work.then(lose)),
  });
  await work;
  lose();
}

async function queuedIn(space: Space): Promise<DeliveryView[]> {
  const all: DeliveryView[] = [];
  for (let [after, more] = [0, true]; more;) {
    const page = await space.call('listDeliveries', { state: 'queued', after, limit: pageSize }, { minimal: true });
    all.push(...page.deliveries);
    [after, more] = [page.cursor, page.hasMore];
  }
  return all;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
