import { NotFoundError, type Space, type SpaceEvent } from '@parley/sdk';

/**
 * The deliveries of the latest directed messages, to the user and by the user. An older server has none; then receipts
 * begin with the next event.
 */
export async function* receipts(space: Space, begin: number, signal: AbortSignal): AsyncGenerator<SpaceEvent> {
  for (const role of ['sender', 'addressee'] as const) {
    let after = begin;
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
