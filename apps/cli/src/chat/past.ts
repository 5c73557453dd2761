import { NetworkError, ParleyError, type EventsOptions, type Space, type SpaceEvent } from '@parley/sdk';
import { receipts } from './deliveries/past.ts';

/** How far back in the log the conversation begins; for a user who comes back, further, so that nothing unread is left out. */
const [backlog, mostUnread] = [500, 5_000];

interface PastOptions {
  onCaughtUp?: () => void;
  /** Called with the sequence after which the conversation begins. */
  onBegin?: (after: number) => void;
  /** How far the user has read. */
  readTo?: number | undefined;
}

/**
 * The latest messages, then every event from now on. `onCaughtUp` is called between them. If the service goes away meanwhile, the rest of
 * the past follows once it is back.
 */
export async function* eventsWithPast(
  space: Space,
  signal: AbortSignal,
  { onCaughtUp, onBegin, readTo, ...options }: EventsOptions & PastOptions = {},
): AsyncGenerator<SpaceEvent> {
  /** Where the conversation begins, and the part of it that is missing: after one sequence, up to another one. */
  let missing: { begin: number; after: number; head: number } | undefined;
  let isComplete = false;
  let caughtUp = onCaughtUp;
  for await (const event of space.events({ ...options, after: 'now', signal })) {
    yield event;
    if (isComplete) continue;
    if (event.type === 'ready' && !missing) {
      missing = upTo(event.data.sequence, readTo);
      onBegin?.(missing.begin);
    }
    if (!missing) continue;
    try {
      for await (const message of unlessEnded(past(space, missing, signal))) {
        missing.after = message.data.sequence;
        yield message;
      }
      caughtUp?.();
      caughtUp = undefined;
      yield* unlessEnded(receipts(space, missing.begin, signal));
      isComplete = true;
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
    }
  }
}

function upTo(head: number, readTo = head): { begin: number; after: number; head: number } {
  const usual = Math.max(0, head - backlog);
  const begin = readTo < usual && readTo >= head - mostUnread ? readTo : usual;
  return { begin, after: begin, head };
}

/** If the space ends meanwhile, the stream says so. */
async function* unlessEnded<Event extends SpaceEvent>(events: AsyncGenerator<Event>): AsyncGenerator<Event> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof ParleyError && ['key_expired', 'space_closed'].includes(error.code))) throw error;
  }
}

type SaidMessage = Extract<SpaceEvent, { type: 'message' }>;

async function* past(
  space: Space,
  { after, head }: { after: number; head: number },
  signal: AbortSignal,
): AsyncGenerator<SaidMessage> {
  for await (const data of space.history({ after, signal })) {
    // The stream delivers everything after its opening.
    if (data.sequence > head) return;
    yield { type: 'message', id: data.sequence, data };
  }
}
