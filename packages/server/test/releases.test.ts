import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, ask, type Member, openStream, type Server, startServer, type StreamEvent } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../src/store/connection.ts';
import { openEmbedded } from '../src/store/embedded/open.ts';
import { migrationsBefore } from '../src/store/migrations.fixture.ts';
import { migratePostgres, openPostgres } from '../src/store/postgres.ts';
import { onEmbedded, onOwnPostgres, type Place } from './databases.ts';
import { eventually } from './eventually.ts';

interface Recorded {
  secret: string;
  publicUrl: string;
  open: Space & { ada: Holder; ben: Holder; plan: { id: string; version: number }; idle: string };
  hidden: Space & { dan: string; eve: string; fay: Holder };
  ended: Space & { late: Holder };
  retry: { idempotencyKey: string; message: Record<string, string>; messageId: string };
  seen: Record<'owner' | 'ada' | 'hiddenOwner' | 'fay', StreamEvent[]>;
  told: Record<'space' | 'messages' | 'artifacts', Record<string, unknown>>;
  tables: Record<string, object[]>;
}
interface Holder {
  id: string;
  key: string;
}
interface Space {
  spaceId: string;
  invitation: string;
  owner: Holder;
}

/** Recorded by `scripts/record-release.mjs`, with the first migration that the release did not have. */
const releases = { '709eb7a': 'invitations' };
const folder = fileURLToPath(new URL('./releases', import.meta.url));
const recorded = (release: string) =>
  JSON.parse(readFileSync(join(folder, `${release}.json`), 'utf8'), (_, value) => withSpeaker(value)) as Recorded;

/** A release without speaker classes knew nothing of participants except who the owner was. */
function withSpeaker(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('isOwner' in value)) return value;
  return { ...value, speaker: value.isOwner ? 'owner' : 'guest' };
}

/** A database written by the release. */
async function restore({ settings }: Place, { tables }: Recorded, next: string): Promise<void> {
  const url = settings['DATABASE_URL'];
  const migrationsFolder = migrationsBefore(next);
  if (url) await migratePostgres(url, migrationsFolder);
  const dataDir = settings['PARLEY_DATA_DIR'] ?? null;
  const database: Connection = url ? openPostgres(url, 1) : await openEmbedded({ dataDir, migrationsFolder });
  for (const [table, rows] of Object.entries(tables)) {
    const source = `json_populate_recordset(null::"${table}", $1::json)`;
    await database.query(`insert into "${table}" select * from ${source}`, [JSON.stringify(rows)]);
  }
  await database.close();
}

/** The events from a position. */
async function heard(server: Server, member: Member, lastEventId: number): Promise<StreamEvent[]> {
  const stream = await openStream(server, member, { lastEventId });
  await eventually(() => stream.events.some(({ event }) => event === 'context'));
  stream.leave();
  return stream.events.filter(({ id }) => id !== undefined);
}

test('every recorded release is upgraded here', () =>
  expect(readdirSync(folder)).toEqual(Object.keys(releases).map((name) => `${name}.json`)));

/** Without the tables of this release. */
const databases = [
  ['PostgreSQL', onOwnPostgres],
  ['the embedded database', onEmbedded],
] as const;

describe.each(databases)('on %s', (_, openPlace) => {
  test.each(Object.entries(releases))('everything still works after an upgrade from %s', async (release, next) => {
    const past = recorded(release);
    const { open, hidden, ended, seen, told, retry } = past;
    const place = await openPlace();
    onTestFinished(place.remove);
    await restore(place, past, next);
    const server = await startServer({
      ...place.settings,
      PARLEY_SECRET: past.secret,
      PARLEY_PUBLIC_URL: past.publicUrl,
      PARLEY_RETENTION_DAYS: '36500',
    });
    onTestFinished(() => server.stop());
    const of = (space: Space, { id, key }: Holder): Member => ({ spaceId: space.spaceId, id, key });
    const [owner, ada, ben] = [of(open, open.owner), of(open, open.ada), of(open, open.ben)];

    // Events are replayed to the same readers from any position. Later releases only add fields.
    const later = { ttlRemaining: expect.any(Number), suggestedPollingIntervalMs: expect.any(Number) };
    // What a release did not measure yet is unknown now.
    const space = await answer(200, server, 'getSpace', ada);
    expect(space).toMatchObject({ ...told.space, ...later });
    expect(
      space.participants.map(({ participantId, reach }) => reach === (participantId === ada.id ? 'live' : 'away')),
    ).not.toContain(false);
    const { messages, cursor, hasMore } = told.messages;
    expect(await answer(200, server, 'listMessages', ada)).toMatchObject({ messages, cursor, hasMore });
    const { artifacts } = await answer(200, server, 'listArtifacts', ada);
    expect({ artifacts: artifacts.map(({ sha256: _, ...artifact }) => artifact) }).toEqual(told.artifacts);
    for (const { id: artifactId, content, version, updatedBy, sha256 } of artifacts) {
      expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
      const { versions } = await answer(200, server, 'listArtifactVersions', ada, { artifactId });
      expect(versions).toMatchObject([{ version, sha256, authorId: updatedBy, bytes: Buffer.byteLength(content), kept: true }]);
    }
    for (const [member, all] of [
      [owner, seen.owner],
      [ada, seen.ada],
      [of(hidden, hidden.owner), seen.hiddenOwner],
      [of(hidden, hidden.fay), seen.fay],
    ] as const) {
      const half = all[Math.floor(all.length / 2)]!.id!;
      expect(await heard(server, member, half)).toMatchObject(all.filter(({ id }) => id! > half));
      expect(await heard(server, member, 0)).toMatchObject(all);
    }

    // A retry is recognised, and its context bundle is the present one.
    const again = await ask(server, 'sendMessage', ada, retry.message, retry.idempotencyKey);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toMatchObject({ messageId: retry.messageId, participants: told.space['participants'] });

    // The same participant still holds the lock.
    const { id: artifactId, version } = open.plan;
    expect(await answer(423, server, 'lockArtifact', owner, { artifactId })).toMatchObject({ lockedBy: ada.id });
    const written = await answer(200, server, 'writeArtifact', ada, { artifactId, content: 'third' });
    expect(written.version).toBe(version + 1);
    await answer(200, server, 'lockArtifact', owner, { artifactId: open.idle });

    // All statuses and permissions are unchanged.
    await answer(403, server, 'sendMessage', ben, { content: 'I am muted' });
    await answer(200, server, 'unmuteParticipant', owner, { participantId: ben.id });
    await answer(200, server, 'sendMessage', ben, { content: 'I am back' });
    const invited = { spaceId: hidden.spaceId, key: hidden.invitation };
    await answer(200, server, 'approveParticipant', of(hidden, hidden.owner), { participantId: hidden.dan });
    const { participantPrivateKey: key } = await answer(200, server, 'getJoinStatus', invited, { participantId: hidden.eve });
    await answer(200, server, 'sendMessage', { spaceId: hidden.spaceId, key }, { content: 'Eve is here' });
    const news = await heard(server, of(hidden, hidden.fay), seen.fay.at(-1)!.id!);
    expect(news.map(({ id, event }) => [id, event])).toEqual([
      [9, 'participant-status'],
      [10, 'message'],
    ]);
    await answer(200, server, 'joinSpace', { spaceId: open.spaceId, key: open.invitation }, { name: 'New' });
    await answer(401, server, 'listMessages', of(ended, ended.late));
    await answer(409, server, 'sendMessage', of(ended, ended.owner), { content: 'Too late' });
    expect((await heard(server, owner, seen.owner.at(-1)!.id!)).map(({ id }) => id)).toEqual([18, 19, 20, 21, 22]);
  });
});
