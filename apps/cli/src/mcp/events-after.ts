import { ServiceError } from '@parley/core';
import type { EventPage } from '@parley/mcp';
import type { Space } from '@parley/sdk';

/** The limit of one answer; the next call continues. */
const mostEvents = 100;
/** Time to connect and to read the past. */
const patienceMs = 10_000;
/** Events that were stored together arrive together. */
const togetherMs = 50;

/** What happened in a space after a sequence; waits for the first event, if there is none yet. */
export async function eventsAfter(
  space: Space,
  after: number | undefined,
  waitMs: number,
  cancelled: AbortSignal,
): Promise<EventPage> {
  const enough = new AbortController();
  const signal = AbortSignal.any([cancelled, enough.signal]);
  const found: EventPage = { participantId: '', events: [], sequence: after ?? 0 };
  let isReady = false;
  let timer = setTimeout(() => enough.abort(), patienceMs + waitMs);
  const endIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => enough.abort(), ms);
  };
  let isLive = false;
  try {
    for await (const { type, id, data } of space.events({ after: after ?? 'now', signal })) {
      if (type === 'ready' && !isReady) {
        isReady = true;
        found.participantId = data.participantId;
        found.sequence = Math.min(after ?? data.sequence, data.sequence);
      }
      // The first context follows the past.
      if (type === 'context' && !isLive) {
        isLive = true;
        if (found.events.length > 0) break;
        endIn(waitMs);
      }
      if (id === undefined) continue;
      found.events.push({ event: type, data: plain(data) });
      found.sequence = id;
      if (found.events.length >= mostEvents) break;
      if (isLive && found.events.length === 1) endIn(togetherMs);
    }
  } finally {
    clearTimeout(timer);
  }
  if (isReady || cancelled.aborted) return found;
  // The stream of an ended space only ends; this call fails with the reason.
  await space.get({ signal: cancelled });
  throw new ServiceError('unavailable', 'The stream of events did not begin in time; try again');
}

/** A message without the fields that the SDK adds. */
function plain(data: object): Record<string, unknown> {
  const { isMine: _, ...rest } = JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
  return rest;
}
