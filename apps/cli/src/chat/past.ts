import { NotFoundError, ParleyError, type EventsOptions, type Space, type SpaceEvent } from '@parley/sdk';

/** How far back in the log the conversation begins. */
const backlog = 500;

/** The latest messages, then every event from now on. `onCaughtUp` is called between them. */
export async function* eventsWithPast(
  space: Space,
  signal: AbortSignal,
  { onCaughtUp, ...options }: EventsOptions & { onCaughtUp?: () => void } = {},
): AsyncGenerator<SpaceEvent> {
  let isFirst = true;
  for await (const event of space.events({ ...options, after: 'now', signal })) {
    yield event;
    if (event.type !== 'ready' || !isFirst) continue;
    isFirst = false;
    yield* unlessEnded(past(space, event.data.sequence, signal));
    onCaughtUp?.();
    yield* unlessEnded(receipts(space, event.data.sequence, signal));
  }
}

/** If the space ends meanwhile, the stream says so. */
async function* unlessEnded(events: AsyncGenerator<SpaceEvent>): AsyncGenerator<SpaceEvent> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof ParleyError && ['key_expired', 'space_closed'].includes(error.code))) throw error;
  }
}

async function* past(space: Space, head: number, signal: AbortSignal): AsyncGenerator<SpaceEvent> {
  for await (const data of space.history({ after: Math.max(0, head - backlog), signal })) {
    // The stream delivers everything after its opening.
    if (data.sequence > head) return;
    yield { type: 'message', id: data.sequence, data };
  }
}

/**
 * The deliveries of the latest directed messages, to the user and by the user. An older server has none; then receipts
 * begin with the next event.
 */
async function* receipts(space: Space, head: number, signal: AbortSignal): AsyncGenerator<SpaceEvent> {
  for (const role of ['sender', 'addressee'] as const) {
    let after = Math.max(0, head - backlog);
    for (let more = true; more;) {
      const page = await space.call('listDeliveries', { role, state: 'all', after }, { signal }).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
      });
      if (!page) return;
      for (const data of page.deliveries) yield { type: 'delivery', id: undefined, data };
      [after, more] = [page.cursor, page.hasMore];
    }
  }
}
