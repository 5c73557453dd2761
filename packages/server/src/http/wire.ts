import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Wire } from '../events/iterate.ts';
import { takingMs } from './admission/patience.ts';

/** The connection that tRPC writes a subscription to. A reader that takes too long is cut. */
export function wireOf(response: ServerResponse, drainMs: number, turn: Wire['turn']): Wire {
  // A subscription can be silent for long.
  response.setTimeout(0);
  return {
    async drained() {
      // A yielded event passes through the streams of tRPC within this turn of the event loop.
      await setImmediate();
      if (!response.writableNeedDrain || response.destroyed) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => response.destroy(), takingMs(response.writableLength, drainMs)).unref();
        const done = () => {
          clearTimeout(timer);
          response.off('drain', done).off('close', done);
          resolve();
        };
        response.on('drain', done).on('close', done);
      });
    },
    turn,
    cut: () => void response.destroy(),
  };
}
