import { once } from 'node:events';
import { connect } from 'node:net';
import { scratch } from '../../scratch.ts';

/** The clock of a server: only what it believes about the time of day, not what it measures. */
export interface Clock {
  /** Sets it so many ms before or after the true time. */
  set(offsetMs: number): Promise<void>;
}

/** The environment that makes the clock of a server adjustable. */
export function clocked(): { clock: Clock; env: Record<string, string> } {
  const path = scratch('clock.sock');
  const attach = new URL('../../../dist/soak/clock/attach.js', import.meta.url).href;
  return {
    clock: {
      async set(offsetMs) {
        const socket = connect(path);
        socket.write(String(offsetMs));
        await once(socket, 'data');
        socket.destroy();
      },
    },
    env: { SOAK_CLOCK: path, NODE_OPTIONS: `--import=${attach}` },
  };
}
