import { answer, ask, join, meeting, openStream, startPostgres } from '@parley/testing';
import connect from 'postgres';
import { expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { serve } from './in-process.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

interface Logged {
  'Query Text': string;
  Plan: Plan;
}

const few = 400;
const many = 20_000;
/** A page has at most 1,000 events, and one more shows whether it is the last. */
const most = 1_100;

/** What a plan read that was carried out, by table. */
function readBy(plan: Plan): { table: string; rows: number }[] {
  const { 'Relation Name': table, 'Actual Rows': rows = 0, 'Rows Removed by Filter': removed = 0, Plans: plans = [] } = plan;
  return [...(table ? [{ table, rows: rows + removed }] : []), ...plans.flatMap(readBy)];
}

it.skipIf(process.env['PARLEY_TEST_DATABASE_URL'])(
  'reads of a long space read no more than their page, although their plans were made when it was short and without statistics',
  async () => {
    let log = '';
    const settings = ['log_min_duration=0', 'log_analyze=on', 'log_timing=off', 'log_format=json'];
    const postgres = await startPostgres(
      ['autovacuum=off', 'session_preload_libraries=auto_explain', ...settings.map((each) => `auto_explain.${each}`)],
      (text) => (log += text),
    );
    const server = await serve({ DATABASE_URL: postgres.url, PARLEY_SECRET: 'for plans that stay good when a space grows', PARLEY_RATE_LIMIT: '0' });
    const client = connect(postgres.url, { max: 1, onnotice: () => {} });
    try {
      const { owner, invitation, crew } = await meeting(server, 2);
      const [ada, eve] = crew as [(typeof crew)[0], (typeof crew)[0]];
      for (let i = 0; i < few; i += 1) {
        const sent = await answer(200, server, 'sendMessage', ada, { content: `${i}`, ...(i % 5 === 0 && { to: [eve.id] }) });
        if (i % 40 === 0) await answer(200, server, 'claimDelivery', eve);
        if (i % 40 === 1) await answer(200, server, 'sendMessage', eve, { content: 'yes', replyTo: sent.messageId });
      }
      const { timestamp } = (await answer(200, server, 'listMessages', owner, { after: 0, limit: 1 })).messages[0]!;
      const readAll = async () => {
        for (const after of [0, few]) await answer(200, server, 'listMessages', owner, { after, limit: 20 });
        await answer(200, server, 'listMessages', owner, { timestamp, limit: 20 });
        for (const state of ['queued', 'open', 'all'] as const) {
          await answer(200, server, 'listDeliveries', eve, { state, limit: 20 });
          await answer(200, server, 'listDeliveries', ada, { state, limit: 20, role: 'sender' });
        }
        await answer(200, server, 'claimDelivery', eve);
        const { messageId } = await answer(200, server, 'sendMessage', ada, { content: 'directed', to: [eve.id] });
        await answer(200, server, 'sendMessage', eve, { content: 'yes', replyTo: messageId });
        await answer(200, server, 'getSpace', owner);
        await ask(server, 'joinSpace', invitation, { name: 'Late' });
        const stream = await openStream(server, owner, { lastEventId: String(few) });
        await eventually(() => stream.events.some(({ event }) => event === 'context'));
        stream.leave();
      };
      await readAll();
      await client`insert into events (space_id, sequence, at_ms, event, body)
        select space_id, sequence + n, last_ms + n, 'message', '{"id":"' || gen_random_uuid() || '","content":"more"}'
        from space_heads, generate_series(1, ${many}::int) n where space_id = ${owner.spaceId}`;
      await client`update space_heads set sequence = sequence + ${many}::int, last_ms = last_ms + ${many}::int
        where space_id = ${owner.spaceId}`;
      log = '';
      await readAll();
      await join(server, invitation, 'Last');
      const plansIn = (text: string) =>
        [...text.matchAll(/plan:\n((?:\t.*\n)+)/g)].map(([, json]) => JSON.parse(json!) as Logged);
      await eventually(() => log.includes('Last'));
      const read = plansIn(log).map((plan) => ({ text: plan['Query Text'], read: readBy(plan.Plan) }));
      const tooMuch = read.filter((each) => each.text.includes('$1') && each.read.some(({ rows }) => rows > most));
      expect(tooMuch).toEqual([]);
      expect(read.some((each) => each.read.some(({ table }) => table === 'events'))).toBe(true);
    } finally {
      await client.end();
      await server.stop();
      await postgres.stop();
    }
  },
);
