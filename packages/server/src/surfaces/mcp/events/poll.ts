import { message, occurrenceOf, type Occurrence } from '@parley/core';
import type { EventSubscription, PolledEvents, Position } from '@parley/mcp';
import type { Following, Source } from '../../../engine/stream/follow.ts';
import { collect } from '../events-after.ts';
import { startOf } from './position.ts';

const most = { usually: 50, ever: 100 };

/** The events of a subscription after a cursor, as far as they fit into one answer. */
export async function poll(
  subscription: EventSubscription,
  position: Position,
  wanted: number | undefined,
  following: Following,
  source: Source,
): Promise<PolledEvents> {
  const { spaceId, viewer } = following;
  const { head, lastMs, after, truncated } = await startOf(position, spaceId, source);
  const nextPollMs = message.pollingInterval(lastMs, source.now());
  const { events, sequence, isWhole } = await collect(following, source, { from: after, waitMs: 0 });
  const limit = Math.min(wanted ?? most.usually, most.ever);
  const found: Occurrence[] = [];
  let cursor = after;
  for (const event of events) {
    const occurrence = occurrenceOf(subscription, viewer, event);
    if (occurrence && found.length === limit)
      return { events: found, cursor: String(cursor), truncated, hasMore: true, nextPollMs };
    if (occurrence) found.push(occurrence);
    cursor = event.sequence;
  }
  // What follows the last one was not for this caller.
  return {
    events: found,
    cursor: String(isWhole ? Math.max(sequence, head) : sequence),
    truncated,
    hasMore: !isWhole,
    nextPollMs,
  };
}
