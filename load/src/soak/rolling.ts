import { rollingRestart } from '@parley/testing';
import type { Scenario } from './ground.ts';

const streams = 5_000;
const mostShare = 0.1;

export const rolling: Scenario = {
  name: 'rolling-restart',
  does: `Two processes are restarted one after the other while ${streams.toLocaleString('en')} streams follow: nothing is lost or comes twice, and no second has more than 10 % of the reconnects.`,
  async run(ground) {
    const settings = {
      ...(await ground.database()),
      ...ground.more,
      PARLEY_SECRET: 'the same for both processes of a restart',
      LOG_LEVEL: 'fatal',
      PARLEY_RATE_LIMIT: '0',
    };
    const rolled = await rollingRestart({ settings, processes: 2, streams, drainSeconds: 15 });
    const { faults, reconnects, shareOfAll, stallMs } = rolled;
    // While this process stands still, it sees nothing, and afterwards all ends of that time at once.
    const crowded =
      shareOfAll > mostShare * (1 + stallMs / 1_000) ? [`${percent(shareOfAll)} of the reconnects in one second`] : [];
    return {
      faults: [...faults.slice(0, 3), ...crowded],
      cells: [
        `${streams} streams, ${reconnects} reconnects, at most ${percent(shareOfAll)} in one second; the clients stood still for up to ${stallMs.toFixed(0)} ms`,
      ],
    };
  },
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
