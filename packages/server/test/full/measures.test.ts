import { startPostgres } from '@parley/testing';
import connect from 'postgres';
import { expect, test } from 'vitest';
import { over } from '../../src/engine/store/database.ts';
import { openPostgres } from '../../src/engine/store/postgres.ts';
import { decisionStore } from '../../src/resources/decisions/queries.ts';
import { deliveryStore } from '../../src/resources/deliveries/queries.ts';
import { serve } from '../in-process.ts';

const ended = 50_000;
const queued = 20;

test('the oldest queued delivery is found, and open decisions are counted, without reading those that are over', async () => {
  const postgres = await startPostgres();
  const served = await serve({ DATABASE_URL: postgres.url, PARLEY_SECRET: 'for plans that stay good when a space grows' });
  const client = connect(postgres.url, { max: 1 });
  const connection = openPostgres(postgres.url, 1);
  try {
    await client.unsafe(`insert into space_heads (space_id, rev, sequence, last_ms, closed, expires_ms)
      select gen_random_uuid(), 1, 1, 1, n % 2 = 0, 32503680000000 from generate_series(1, 1000) n`);
    await client.unsafe(`insert into deliveries (space_id, delivery_id, message_id, sequence, sender_id, participant_id, expects,
      state, attempt, created_ms, version)
      select space_id, gen_random_uuid(), gen_random_uuid(), n, space_id, space_id, 'reply',
      case when n <= ${queued} then 'queued' else 'done' end, 0, n + case when closed then 0 else 1000 end, 1
      from (select space_id, closed, row_number() over (order by closed, space_id) place from space_heads) heads
      join generate_series(1, ${ended}) n on place = n % 1000 + 1`);
    await client.unsafe(`insert into decisions (space_id, decision_id, sequence, title, options, voters, answers, rule, is_secret,
      opened_by, opened_by_name, created_ms, delivery_ids, ended_ms)
      select space_id, gen_random_uuid(), n, 'Ship it?', '[]', '[]', '{}', 'first', false, space_id, 'Ada', n, '',
      case when n <= ${queued} then null else n end
      from (select space_id, row_number() over (order by closed, space_id) place from space_heads) heads
      join generate_series(1, ${ended}) n on place = n % 1000 + 1`);
    await client`analyze`;
    const read: number[] = [];
    const explaining = {
      ...connection,
      running: 0,
      query: async (text: string, params: readonly (string | number | boolean | null)[] = []) => {
        const [[plan] = []] = await connection.query(`explain (analyze, format json) ${text}`, params);
        read.push(...rowsIn(plan));
        return connection.query(text, params);
      },
    };
    expect(await deliveryStore(over(connection), explaining).oldestQueued(1)).toBeGreaterThan(1_000);
    expect(await decisionStore(over(connection), connection, explaining).openCount(1)).toBe(queued);
    expect(read.length).toBeGreaterThan(1);
    expect(Math.max(...read)).toBeLessThan(2_000);
  } finally {
    await connection.close();
    await client.end();
    await served.stop();
    await postgres.stop();
  }
});

interface Plan {
  /** In each of its loops. */
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** How many rows each step of a plan read. */
function rowsIn(plan: unknown): number[] {
  const [{ Plan: top }] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: Plan }];
  const rowsOf = (plan: Plan): number[] => {
    const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0, Plans: plans = [] } = plan;
    return [(rows + removed) * loops, ...plans.flatMap(rowsOf)];
  };
  return rowsOf(top);
}
