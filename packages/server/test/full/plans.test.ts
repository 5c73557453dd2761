import { createHash } from 'node:crypto';
import { answer, ask, createArtifact, invite, join, meeting, openStream, startPostgres, type Member } from '@parley/testing';
import connect from 'postgres';
import { describe, expect, it } from 'vitest';
import { distributedTables } from '../../src/engine/store/citus.ts';
import { tables } from '../../src/resources/index.ts';
import { eventually } from '../eventually.ts';
import { serve } from '../in-process.ts';

const tablesOfSpaces = distributedTables(tables);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  /** In each of its loops. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Index Name'?: string;
  'Scan Direction'?: string;
  'Index Cond'?: string;
  Filter?: string;
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
  const { 'Relation Name': table, 'Actual Rows': kept = 0, 'Rows Removed by Filter': removed = 0, Plans: plans = [] } = plan;
  const rows = (kept + removed) * (plan['Actual Loops'] ?? 1);
  return [...(table ? [{ table, rows }] : []), ...plans.flatMap(readBy)];
}

/** The tables of spaces that a plan reads by anything but the id of a space that the statement names. */
function readAcrossSpaces(plan: Plan): string[] {
  const {
    'Node Type': type,
    'Relation Name': table,
    'Index Cond': condition = '',
    Filter: filter = '',
    Plans: plans = [],
  } = plan;
  const isRead = table !== undefined && type !== 'ModifyTable' && tablesOfSpaces.includes(table);
  const isNamed = /space_id = \$\d/.test(`${condition} ${filter}`);
  return [...(isRead && !isNamed ? [table] : []), ...plans.flatMap(readAcrossSpaces)];
}

/** By which index a plan reads tables, and in which direction. */
function scansOf(plan: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index = type, 'Scan Direction': direction = '' } = plan;
  return [...(table ? [`${table} by ${index} ${direction}`.trim()] : []), ...(plan.Plans ?? []).flatMap(scansOf)];
}

/** What no request about a space needs: sweeps, the outbox, which space a key belongs to, and the spaces of a user. */
const acrossSpaces = [
  /"space_heads"\."expires_ms" <= /,
  /"artifacts"\."lock_expires_ms" <= /,
  /"deliveries"\."lease_expires_ms" <= /,
  /"tasks"\."lease_expires_ms" <= /,
  /"decisions"\."expires_ms" <= /,
  /"artifacts"\."old_versions" > /,
  /^select f\.space_id, f\.expires_ms from files f/,
  /^select f\.space_id, f\.file_id from files f/,
  /^delete from file_links l using/,
  /^select \* from \(select distinct on \(space_id\) space_id, webhook_id/,
  /^select distinct token_hash from webhooks/,
  /^delete from webhooks w using/,
  /"space_heads"\."last_ms" >= /,
  /"spaces"\."ended_ms" <= /,
  /in \(select unnest/,
  /^with due as/,
  /^with expired as/,
  /^with next as/,
  /^with stored as \(insert into presence/,
  /^select space_id, address_id from signals group by/,
  /"participants"\."key_hash" = /,
];

type Reads = { text: string; read: ReturnType<typeof readBy>; scans: string[]; across: string[] }[];

interface Explained {
  server: Awaited<ReturnType<typeof serve>>;
  client: ReturnType<typeof connect>;
  /** Does something; returns what its statements read, whose log contains `end`. */
  readsOf(work: () => Promise<unknown>, end: string): Promise<Reads>;
}

/** On a database that logs every plan. What is here stays without statistics, unless a test analyzes it. */
async function explained(test: (explained: Explained) => Promise<void>, more: Record<string, string> = {}): Promise<void> {
  let log = '';
  const settings = ['log_min_duration=0', 'log_analyze=on', 'log_timing=off', 'log_format=json'];
  const postgres = await startPostgres(
    ['autovacuum=off', 'session_preload_libraries=auto_explain', ...settings.map((each) => `auto_explain.${each}`)],
    (text) => (log += text),
  );
  const server = await serve({
    DATABASE_URL: postgres.url,
    PARLEY_SECRET: 'for plans that stay good when a space grows',
    PARLEY_RATE_LIMIT: '0',
    ...more,
  });
  const client = connect(postgres.url, { max: 1, onnotice: () => {} });
  const readsOf = async (work: () => Promise<unknown>, end: string) => {
    const parsed = async (): Promise<Logged[]> => {
      log = '';
      await work();
      await eventually(() => log.includes(end) && log.slice(log.indexOf(end)).includes('\n\t}\n'));
      return [...log.matchAll(/plan:\n((?:\t.*\n)+)/g)].map(([, json]) => JSON.parse(json!) as Logged);
    };
    // Backends mix what they write into a full pipe; then it is done again.
    const plans = (await eventually(() =>
      parsed().catch((error: unknown) => {
        if (!(error instanceof SyntaxError)) throw error;
      }),
    )) as Logged[];
    return plans
      .map((plan) => ({
        text: plan['Query Text'],
        read: readBy(plan.Plan),
        scans: scansOf(plan.Plan),
        across: readAcrossSpaces(plan.Plan),
      }))
      .filter(({ text }) => text.includes('$1'));
  };
  try {
    await test({ server, client, readsOf });
  } finally {
    await client.end();
    await server.stop();
    await postgres.stop();
  }
}

const tooMuch = (reads: Reads) => reads.filter(({ read }) => read.some(({ rows }) => rows > most));
const tablesIn = (reads: Reads) => new Set(reads.flatMap(({ read }) => read.map(({ table }) => table)));

/** Statistics of a database in use: many spaces with two rows each, of which a plan reads all as cheaply as one. */
async function analyze(client: Explained['client']): Promise<void> {
  const each = 'from (select gen_random_uuid() as space from generate_series(1, 1000)), generate_series(1, 2) n';
  await client.unsafe(`insert into idempotency_records (space_id, scope, digest, status, sealed, expires_ms)
    select space, md5(space || 'scope' || n), 'digest', 200, '{}', 32503680000000 ${each}`);
  await client.unsafe(`insert into events (space_id, sequence, at_ms, event, body)
    select space, n, n, 'message', '{"id":"' || gen_random_uuid() || '","content":"hello"}' ${each}`);
  await client`analyze`;
}

describe.skipIf(process.env['PARLEY_TEST_DATABASE_URL'])('with plans that were made for little', () => {
  it.each(['without statistics', 'with statistics of small spaces'])(
    'reads of a long space read no more than their page, %s',
    (known) =>
      explained(async ({ server, client, readsOf }) => {
        if (known !== 'without statistics') await analyze(client);
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
          for (const state of ['queued', 'open', 'pending', 'all'] as const) {
            await answer(200, server, 'listDeliveries', eve, { state, limit: 20 });
            await answer(200, server, 'listDeliveries', ada, { state, limit: 20, role: 'sender' });
          }
          await answer(200, server, 'claimDelivery', eve);
          const { messageId } = await answer(200, server, 'sendMessage', ada, { content: 'directed', to: [eve.id] });
          // At once, so that each connection has its plan.
          const replies = Array.from({ length: 32 }, () =>
            answer(200, server, 'sendMessage', eve, { content: 'yes', replyTo: messageId }),
          );
          await Promise.all(replies);
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
        const reads = await readsOf(async () => {
          await readAll();
          await join(server, invitation, 'Last');
        }, 'Last');
        expect(tooMuch(reads)).toEqual([]);
        expect(tablesIn(reads)).toContain('events');
      }),
  );

  it.each(['without statistics', 'with statistics of small spaces'])(
    'a catch-up in a space of 100,000 events reads few, %s',
    (known) =>
      explained(async ({ server, client, readsOf }) => {
        if (known !== 'without statistics') await analyze(client);
        const { owner, crew } = await meeting(server, 2);
        const [ada, eve] = crew as [(typeof crew)[0], (typeof crew)[0]];
        const { messageId } = await answer(200, server, 'sendMessage', ada, { content: 'First', to: [eve.id] });
        await answer(200, server, 'sendMessage', owner, { content: 'Welcome' });
        await answer(200, server, 'claimDelivery', eve);
        const { id: artifactId } = await answer(200, server, 'createArtifact', ada, { name: 'Plan', type: 'markdown' });
        const catchUpAll = async () => {
          for (const who of [owner, ada, eve]) {
            for (const budget of [2_000, 50_000]) {
              await answer(200, server, 'catchUp', who, { budget });
              await answer(200, server, 'catchUp', who, { budget, after: 60_000 });
            }
          }
        };
        for (let i = 0; i < 6; i += 1) await catchUpAll();
        const { head } = await answer(200, server, 'catchUp', owner);
        // Of each kind far more than a catch-up shows: messages of guests and of the owner, changes, deliveries.
        const { spaceId } = owner;
        await client`insert into events (space_id, sequence, at_ms, event, body)
        select space_id, sequence + n, last_ms + n, case n % 5 when 3 then 'artifact' when 4 then 'delivery' else 'message' end,
        case n % 5
          when 3 then '{"action":"locked","artifactId":"' || ${artifactId} || '","name":"Plan","version":1,"updatedAt":1,"actorId":"' || ${ada.id} || '"}'
          when 4 then '{"deliveryId":"' || gen_random_uuid() || '","messageId":"' || gen_random_uuid() || '","senderId":"' || ${ada.id} || '","participantId":"' || ${owner.id} || '","state":"queued","attempt":0}'
          else '{"id":"' || gen_random_uuid() || '","senderId":"' || (case n % 5 when 2 then ${owner.id} else ${ada.id} end)
            || '","speaker":"' || (case n % 5 when 2 then 'owner' else 'guest' end) || '","senderName":"Ada","isOwner":' || (n % 5 = 2)
            || ',"content":"more","type":"text","replyTo":"' || ${messageId} || '"}' end
        from space_heads, generate_series(1, 100000) n where space_id = ${spaceId}`;
        await client`insert into deliveries (space_id, delivery_id, message_id, sequence, sender_id, participant_id, expects, state, attempt, created_ms, version)
        select ${spaceId}::uuid, gen_random_uuid(), gen_random_uuid(), ${head}::bigint + n, ${ada.id}::uuid, ${eve.id}::uuid, 'reply', 'done', 1, n, 1
        from generate_series(1, ${many}::int) n where n % 5 < 2`;
        await client`update space_heads set sequence = sequence + 100000, last_ms = last_ms + 100000 where space_id = ${spaceId}`;
        const reads = await readsOf(async () => {
          await catchUpAll();
          await join(server, await invite(server, owner), 'Last');
        }, 'Last');
        expect(tooMuch(reads)).toEqual([]);
        for (const part of ['substr(body, 107', 'not in (', 'starts_with(', '"deliveries"', 'count(*)'])
          expect(
            reads.some(({ text }) => text.includes(part)),
            part,
          ).toBe(true);
        const { omitted, messages } = await answer(200, server, 'catchUp', eve, { budget: 1_000 });
        expect(omitted).toContainEqual(expect.objectContaining({ from: 1, reason: 'messages', hasMore: true }));
        expect(messages.length).toBeGreaterThan(5);
      }),
  );

  it.each(['without statistics', 'with statistics of small spaces'])(
    'a search of a space of 100,000 events walks backwards, and ends where it has found enough, %s',
    (known) =>
      explained(async ({ server, client, readsOf }) => {
        if (known !== 'without statistics') await analyze(client);
        const { owner } = await meeting(server, 0);
        const { spaceId } = owner;
        await answer(200, server, 'sendMessage', owner, { content: 'a rare one' });
        await answer(200, server, 'createTask', owner, { title: 'Rare', text: 'too' });
        await createArtifact(server, owner, 'rare');
        const search = (q: string, more = {}) => answer(200, server, 'searchSpace', owner, { q, limit: 20, ...more });
        for (let i = 0; i < 8; i += 1) await search(i % 2 ? 'rare' : 'one', { before: '2100-01-01T00:00:00Z' });
        await client`insert into events (space_id, sequence, at_ms, event, body)
        select space_id, sequence + n, last_ms + n, case n % 5 when 4 then 'delivery' else 'message' end,
          '{"id":"' || gen_random_uuid() || '","senderId":"' || ${owner.id} || '","speaker":"owner","content":"a frequent one","type":"text"}'
        from space_heads, generate_series(1, 100000) n where space_id = ${spaceId}`;
        await client`update space_heads set sequence = sequence + 100000, last_ms = last_ms + 100000 where space_id = ${spaceId}`;
        await client`insert into tasks (space_id, task_id, sequence, title, for_ids, created_by, created_by_name, created_ms, attempt, revision, delivery_ids)
        select ${spaceId}::uuid, gen_random_uuid(), n, 'Other', '', ${owner.id}::uuid, 'Ada', n, 1, 1, '' from generate_series(10, ${many}::int) n`;
        const reads = await readsOf(async () => {
          expect((await search('frequent')).results).toHaveLength(20);
          expect((await search('frequent', { before: '2100-01-01T00:00:00Z', in: 'messages' })).results).toHaveLength(20);
          let cursor: string | undefined;
          const found = [];
          do {
            const page: Awaited<ReturnType<typeof search>> = await search('rare', { cursor });
            found.push(...page.results.map(({ kind }) => kind));
            ({ cursor } = page);
          } while (cursor !== undefined);
          expect(found.toSorted()).toEqual(['artifact', 'message', 'task']);
          await answer(200, server, 'sendMessage', owner, { content: 'Last' });
        }, 'Last');
        const walks = reads.filter(({ text }) => text.includes('~ all('));
        expect(walks.filter(({ read }) => read.some(({ rows }) => rows > 8_100)).map(({ text, read }) => [text, read])).toEqual(
          [],
        );
        const scans = new Set(walks.flatMap((walk) => walk.scans));
        expect(scans).toContain('events by events_space_id_sequence_pk Backward');
        expect(scans).toContain('tasks by tasks_in_order Backward');
        expect([...scans].filter((scan) => /Seq Scan|events_messages/.test(scan))).toEqual([]);
        const frequent = walks.filter(({ read, text }) => text.includes('from events') && read[0]!.rows < 200);
        expect(frequent.length).toBeGreaterThan(0);
      }),
  );

  it('a write with an Idempotency-Key reads no records but its own', () =>
    explained(async ({ server, client, readsOf }) => {
      await analyze(client);
      const { owner, invitation } = await meeting(server, 0);
      const other = await meeting(server, 0);
      // Past HTTP, so that writes which are sent together are in one batch.
      const send = ({ spaceId, key }: typeof owner, idempotencyKey: string, content = 'keyed') =>
        server.parley.pipeline.run(
          'sendMessage',
          { spaceId, content, type: 'text' },
          { credential: { key, hash: createHash('sha256').update(key).digest('hex') }, idempotencyKey },
        );
      const join = (key: string) => ask(server, 'joinSpace', invitation, { name: 'Ada' }, key);
      /** Batches of one space and of two, of one write and of several; some are retries. */
      const sendAll = async (round: string) => {
        for (const together of [1, 2, 8, 32]) {
          const keys = Array.from({ length: together }, (_, i) => `${round} ${together} ${i}`);
          for (const spaces of [[owner], [owner], [owner, other.owner]]) {
            await Promise.all(spaces.flatMap((who) => keys.map((key) => send(who, key))));
          }
          await Promise.all(keys.map(join));
        }
      };
      for (let i = 0; i < 4; i += 1) await sendAll(`${i}`);
      await client`insert into idempotency_records (space_id, scope, digest, status, sealed, expires_ms)
        select ${owner.spaceId}::uuid, 'scope ' || n, 'digest', 200, '{}', 32503680000000 from generate_series(1, ${many}::int) n`;
      const reads = await readsOf(async () => {
        await sendAll('late');
        await send(owner, 'last', 'Last');
      }, 'Last');
      expect(tooMuch(reads)).toEqual([]);
      expect(tablesIn(reads)).toContain('idempotency_records');
    }));

  it('who must not erase the texts of something, or has done so before, costs no search of the log', () =>
    explained(async ({ server, readsOf }) => {
      const { owner, crew } = await meeting(server, 1);
      const asked = async () => {
        const { taskId } = await answer(200, server, 'createTask', owner, { title: 'A task' });
        const question = { title: 'A question', voters: [crew[0]!.id] };
        return { taskId, decisionId: (await answer(200, server, 'createDecision', owner, question)).decisionId };
      };
      const redact = async (status: number, who: Member, about: Awaited<ReturnType<typeof asked>>) => {
        await answer(status, server, 'redactTask', who, about);
        await answer(status, server, 'redactDecision', who, about);
      };
      const searchesOf = async (work: () => Promise<void>, end: string) => {
        const reads = await readsOf(async () => {
          await work();
          await answer(200, server, 'sendMessage', owner, { content: end });
        }, end);
        return reads.filter(({ text }) => text.includes('strpos(body')).length;
      };
      const kept = await asked();
      expect(await searchesOf(() => redact(403, crew[0]!, kept), 'It was refused')).toBe(0);
      expect(await searchesOf(async () => redact(200, owner, await asked()), 'It was erased')).toBe(2);
      await redact(200, owner, kept);
      expect(await searchesOf(() => redact(200, owner, kept), 'It was erased before')).toBe(0);
    }));

  it.each(['without statistics', 'with statistics of small spaces'])(
    'an artifact with a long history is read and written without its versions that have lost their content, %s',
    (known) =>
      explained(
        async ({ server, client, readsOf }) => {
          if (known !== 'without statistics') await analyze(client);
          const { owner } = await meeting(server, 0);
          const artifactId = await createArtifact(server, owner, 'one');
          await answer(200, server, 'lockArtifact', owner, { artifactId });
          const write = (content: string) => answer(200, server, 'writeArtifact', owner, { artifactId, content });
          for (let i = 0; i < 70; i += 1) await write(`version ${i}`);
          await client.begin(async (sql) => {
            // First, so that upkeep cannot store what it knew before.
            await sql`update space_heads set rev = rev + 1 where space_id = ${owner.spaceId}`;
            await sql`update artifact_versions set version = version + ${many}::int where version > 1`;
            await sql`update artifacts set version = version + ${many}::int`;
            await sql`insert into artifact_versions (space_id, artifact_id, version, author_id, author_name, at_ms, bytes, sha256, via)
              select space_id, artifact_id, n, author_id, author_name, n, 3, 'none', 'write'
              from artifact_versions, generate_series(2, ${many}::int) n where version = 1`;
          });
          const reads = await readsOf(async () => {
            const { version } = await write('Last');
            expect(version).toBeGreaterThan(many);
            await answer(200, server, 'getArtifact', owner, { artifactId });
            await answer(200, server, 'listArtifactVersions', owner, { artifactId, limit: 20 });
            await write('Last of all');
          }, 'Last of all');
          expect(tooMuch(reads)).toEqual([]);
          expect(tablesIn(reads)).toContain('artifact_versions');
        },
        { PARLEY_ARTIFACT_VERSIONS: '0' },
      ),
  );

  it.each(['without statistics', 'with statistics of small spaces'])(
    'the comments on an artifact are listed without those on others, and open ones without those that are resolved, %s',
    (known) =>
      explained(async ({ server, client, readsOf }) => {
        if (known !== 'without statistics') {
          await client`insert into comments (space_id, comment_id, sequence, artifact_id, version, author_id, author_name, created_ms, delivery_ids)
            select space, gen_random_uuid(), n, gen_random_uuid(), 1, space, 'Ada', n, ''
            from (select gen_random_uuid() as space from generate_series(1, 1000)), generate_series(1, 2) n`;
          await analyze(client);
        }
        const { owner } = await meeting(server, 0);
        const [artifactId, other] = [await createArtifact(server, owner, 'one'), await createArtifact(server, owner, 'one')];
        const comment = { artifactId, version: 1, quote: 'one', text: 'x' };
        const { commentId } = await answer(200, server, 'createComment', owner, comment);
        const listAll = async () => {
          for (const state of ['open', 'resolved', 'all'])
            await answer(200, server, 'listComments', owner, { artifactId, state, limit: 20 });
          await answer(200, server, 'createComment', owner, { artifactId, replyTo: commentId, text: 'y' });
        };
        for (let i = 0; i < 8; i += 1) await listAll();
        await client`insert into comments (space_id, comment_id, sequence, artifact_id, reply_to, version, author_id, author_name, created_ms,
            delivery_ids, resolved_ms, resolved_by)
          select space_id, gen_random_uuid(), n, case n % 2 when 0 then ${artifactId}::uuid else ${other}::uuid end,
            case n % 3 when 0 then gen_random_uuid() end, 1, author_id, 'Ada', n, '', n, author_id
          from comments, generate_series(1000, ${many}::int) n where comment_id = ${commentId}`;
        await client`insert into comment_texts (space_id, comment_id, quote, start, text_before, text_after, text, bytes)
          select space_id, comment_id, 'one', 0, '', '', 'x', 4 from comments on conflict do nothing`;
        const reads = await readsOf(async () => {
          await listAll();
          await answer(200, server, 'resolveComment', owner, { artifactId, commentId });
          await answer(200, server, 'sendMessage', owner, { content: 'Last' });
        }, 'Last');
        expect(tooMuch(reads)).toEqual([]);
        expect([...tablesIn(reads)]).toEqual(expect.arrayContaining(['comments', 'comment_texts']));
      }),
  );

  it('every statement of a request about a space names the space in each of its parts', () =>
    explained(
      async ({ server, readsOf }) => {
        const reads = await readsOf(async () => {
          const { owner, invitation, crew } = await meeting(server, 3);
          const [ada, eve, bob] = crew as [(typeof crew)[0], (typeof crew)[0], (typeof crew)[0]];
          const artifactId = await createArtifact(server, owner, 'one\n');
          for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
            const together = Array.from({ length: 3 }, (_, i) =>
              answer(200, server, 'sendMessage', ada, { content: key, to: [eve.id, bob.id] }, `${key} ${i}`),
            );
            const [{ messageId, deliveries }] = (await Promise.all(together)) as [Awaited<(typeof together)[0]>];
            await ask(server, 'joinSpace', invitation, { name: key }, key);
            await answer(200, server, 'claimDelivery', eve);
            await answer(200, server, 'sendMessage', eve, { content: 'yes', replyTo: messageId });
            await answer(200, server, 'withdrawDelivery', ada, { deliveryId: deliveries[1]!.deliveryId });
            const { delivery } = await answer(200, server, 'claimDelivery', bob);
            await answer(200, server, 'releaseDelivery', bob, { deliveryId: delivery!.deliveryId });
            await answer(200, server, 'listDeliveries', eve, { state: 'all', limit: 20 });
            const { version } = await answer(200, server, 'writeArtifact', owner, {
              artifactId,
              append: `${key}\n`,
              lock: 'auto',
            });
            const { proposalId } = await answer(200, server, 'createProposal', ada, {
              artifactId,
              baseVersion: version,
              append: `${key}!\n`,
            });
            await answer(200, server, 'acceptProposal', owner, { artifactId, proposalId, baseVersion: version });
            const asked = { artifactId, version, quote: 'one', text: key, to: [eve.id] };
            const { commentId } = await answer(200, server, 'createComment', ada, asked);
            await answer(200, server, 'createComment', eve, { artifactId, replyTo: commentId, text: key });
            await answer(200, server, 'resolveComment', ada, { artifactId, commentId });
            await answer(200, server, 'listComments', owner, { artifactId, state: 'all' });
            await answer(200, server, 'listArtifactVersions', owner, { artifactId });
            await answer(200, server, 'getSpace', owner);
            await answer(200, server, 'listMessages', owner, { after: 0, limit: 20 });
            await answer(200, server, 'listEvents', owner, { limit: 20 });
            await answer(200, server, 'listEvents', owner, { after: 0, limit: 20, kinds: 'artifact' });
            await answer(200, server, 'searchSpace', owner, { q: key, before: '2100-01-01T00:00:00Z' });
          }
          await answer(200, server, 'deleteArtifact', owner, { artifactId });
          await answer(200, server, 'kickParticipant', owner, { participantId: bob.id });
          const stream = await openStream(server, owner, { lastEventId: '1' });
          await eventually(() => stream.events.some(({ event }) => event === 'context'));
          stream.leave();
          await answer(200, server, 'closeSpace', owner);
        }, 'space-closed');
        const unnamed = reads.filter(({ text, across }) => across.length > 0 && !acrossSpaces.some((each) => each.test(text)));
        expect(unnamed.map(({ text, across }) => [across, text])).toEqual([]);
        const named = new Set(
          reads.filter(({ across }) => across.length === 0).flatMap(({ read }) => read.map(({ table }) => table)),
        );
        for (const table of ['space_heads', 'idempotency_records', 'deliveries', 'artifact_versions', 'proposals', 'comments']) {
          expect(named).toContain(table);
        }
      },
      { PARLEY_SPACES_PER_BATCH: '1' },
    ));
});
