import { setTimeout as sleep } from 'node:timers/promises';
import type { Crew } from '../history/crew.ts';
import type { Fault } from './fault.ts';
import { lockSeconds } from './ground.ts';
import { underWork } from './under-work.ts';

/** Longer than locks last. */
const pauseMs = 2.5 * lockSeconds * 1000;

export const serverPaused: Fault = {
  name: 'server-paused',
  does: 'One of two servers is stopped (SIGSTOP) for longer than locks last, while the other gives them to others, and continues.',
  async run(ground, pace) {
    const servers = await ground.pair();
    const { pid } = servers[0];
    const pause = async (crew: Crew) => {
      process.kill(pid, 'SIGSTOP');
      try {
        await Promise.all([sleep(pauseMs), crew.works([1])]);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    };
    // Timers of its connections can be the first that it notices.
    return underWork(servers, pace, pause, { breaks: true });
  },
};
