import { freePort, hasPgBouncer, startPgBouncer } from '@parley/testing';
import { isRefused } from '../history/crew.ts';
import type { Fault } from './fault.ts';
import { probesSay } from './probed.ts';
import { underWork } from './under-work.ts';

export const poolKilled: Fault = {
  name: 'pgbouncer-killed',
  does: 'PgBouncer, over which two servers reach PostgreSQL, is killed (`kill -9`), and started again once both have refused.',
  missing: () => (hasPgBouncer() ? undefined : 'PgBouncer is not installed'),
  async run(ground, pace) {
    const { DATABASE_URL: url, DATABASE_LISTEN_URL: direct = url } = await ground.database();
    const port = await freePort();
    let pool = await startPgBouncer(direct!, [], port);
    await ground.keep({ stop: () => pool.stop() });
    const settings = { DATABASE_URL: pool.url, DATABASE_LISTEN_URL: direct! };
    const servers = await Promise.all([ground.serve(settings), ground.serve(settings)]);
    const seen = await underWork(servers, pace, async (crew) => {
      await pool.stop();
      await crew.sees(isRefused);
      pool = await startPgBouncer(direct!, [], port);
    });
    return { ...seen, faults: [...(await probesSay(servers, true)), ...seen.faults] };
  },
};
