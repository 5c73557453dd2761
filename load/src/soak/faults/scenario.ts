import { randomFrom } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import type { Fault, Seen } from './fault.ts';
import { Ground } from './ground.ts';
import { faults } from './index.ts';

/** An answer can take as long as a silent database is waited for, and the time to notice that its successor is silent too. */
const pace = { pauseMs: 30_000, patienceMs: 15_000 };

/** A scenario for each fault. */
export const faultScenarios: readonly Scenario[] = faults.map((fault) => ({
  name: fault.name,
  does: fault.does,
  async run({ seed, isPooled }) {
    const skipped = fault.missing?.();
    if (skipped !== undefined) return [{ name: fault.name, faults: [], figures: '', skipped }];
    const ground = new Ground({ isPooled });
    try {
      return [resultOf(fault, await fault.run(ground, { ...pace, random: randomFrom(seed) }))];
    } finally {
      await ground.stop();
    }
  },
}));

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const resultOf = ({ name }: Fault, { faults, acknowledged, refused, unanswered, worstMs, recoveredMs }: Seen) => ({
  name,
  faults,
  figures: [
    `${acknowledged} acknowledged`,
    `${refused} × 503`,
    ...(unanswered > 0 ? [`${unanswered} unanswered`] : []),
    `slowest answer ${seconds(worstMs)}`,
    `all servers wrote again after ${seconds(recoveredMs)}`,
  ].join(', '),
});
