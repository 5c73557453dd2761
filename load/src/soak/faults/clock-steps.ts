import type { Fault } from './fault.ts';
import { underWork } from './under-work.ts';

const hourMs = 3_600_000;
/** Each of the two clocks, ahead and behind, alone and together. */
const steps: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 0],
  [-1, 0],
  [-1, -1],
  [1, 1],
  [0, 0],
];

export const clockSteps: Fault = {
  name: 'clock-steps',
  does: 'The clocks of two servers are set an hour ahead and back, each alone and both together.',
  async run(ground, pace) {
    const servers = await ground.pair();
    return underWork(servers, pace, async (crew) => {
      for (const offsets of steps) {
        await Promise.all(servers.map(({ clock }, i) => clock.set(offsets[i]! * hourMs)));
        await crew.works();
      }
    });
  },
};
