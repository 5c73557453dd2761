import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Wire } from '../events/iterate.ts';

/** The connection below a subscription, which tRPC writes to. Whoever takes nothing of it for `drainMs` is cut. */
export function wireOf(response: ServerResponse, drainMs: number): Wire {
  // The socket's own timer alone sees that a reader takes part of a large event; it ends with the socket.
  response.setTimeout(drainMs, () => {
    if (response.writableLength > 0) response.destroy();
  });
  return {
    async drained() {
      // What was yielded passes through the streams of tRPC within this turn of the event loop.
      await setImmediate();
      if (!response.writableNeedDrain || response.destroyed) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          response.off('drain', done).off('close', done);
          resolve();
        };
        response.on('drain', done).on('close', done);
      });
    },
    cut: () => void response.destroy(),
  };
}
