import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  allMessages,
  answer,
  ask,
  createArtifact,
  join as joinSpace,
  meeting,
  openStream,
  startServer,
  type Member,
} from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { linesOf } from '../../src/host/backup/write.ts';
import { storedTables } from '../../src/host/backup/tables.ts';
import { backedUp, folderOfTest, linesOfFile, rowsIn, run, running } from '../backup-command.ts';
import { databases, onEmbedded, onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';

const secret = 'the same for every process of the tests';
const common = { PARLEY_PUBLIC_URL: 'https://parley.example', PARLEY_SECRET: secret, PARLEY_MIN_FREE_DISK: '0' };

async function placeOf(open: () => Promise<Place>) {
  const place = await open();
  onTestFinished(place.remove);
  return { ...place.settings, ...common };
}

async function started(settings: Record<string, string>) {
  const server = await startServer(settings);
  onTestFinished(() => server.kill());
  return server;
}

const directions = databases.flatMap(([from, open]) => databases.map(([to, openNext]) => [from, to, open, openNext] as const));

describe.each(directions)('from %s to %s', (_from, _to, open, openNext) => {
  test('a conversation goes on after a restore: keys, invitations, deliveries, locks, retries and cursors work', async () => {
    const settings = await placeOf(open);
    const first = await started(settings);
    const { owner, invitation, crew } = await meeting(first, 3);
    const [ada, ben, eve] = crew as [Member, Member, Member];
    const artifactId = await createArtifact(first, ada, 'one');
    await answer(200, first, 'lockArtifact', ada, { artifactId });
    await answer(200, first, 'writeArtifact', ada, { artifactId, content: 'two' });
    const directed = { content: 'Who answers?', to: [ben.id, eve.id], expects: 'reply' };
    const { messageId } = await answer(200, first, 'sendMessage', owner, directed, 'a retry');
    const claimed = await answer(200, first, 'claimDelivery', ben);
    const { privateKey } = await answer(200, first, 'rotateKey', eve);
    await answer(200, first, 'muteParticipant', owner, { participantId: eve.id });
    const told = await answer(200, first, 'listArtifactVersions', ada, { artifactId });
    const stream = await openStream(first, owner, { lastEventId: 0 });
    await eventually(() => stream.events.some(({ event }) => event === 'context'));
    stream.leave();
    const seen = stream.events.filter(({ id }) => id !== undefined);
    const cursor = (await allMessages(first, owner)).at(-1)!.sequence;

    const file = join(folderOfTest(), 'backup');
    expect(await run(['backup', '--out', file], settings)).toMatchObject({ code: 0, said: `Backup complete: ${file}\n` });
    await first.stop();
    const text = readFileSync(file, 'utf8');
    for (const { key } of [owner, invitation, ada, ben, eve, { key: privateKey }, { key: secret }])
      expect(text).not.toContain(key);

    const next = await placeOf(openNext);
    expect(await run(['restore', file], next)).toMatchObject({ code: 0, said: expect.stringMatching(/^Restored .* 1 space\b/) });
    const second = await started(next);
    const again = await openStream(second, owner, { lastEventId: 0 });
    await eventually(() => again.events.some(({ event }) => event === 'context'));
    again.leave();
    expect(again.events.filter(({ id }) => id !== undefined)).toEqual(seen);
    expect(await answer(200, second, 'listMessages', owner, { after: cursor })).toMatchObject({ messages: [] });
    expect(await answer(200, second, 'listArtifactVersions', ada, { artifactId })).toEqual(told);
    const retried = await ask(second, 'sendMessage', owner, directed, 'a retry');
    expect([retried.status, retried.headers.get('idempotency-replayed'), retried.body.messageId]).toEqual([
      200,
      'true',
      messageId,
    ]);
    expect(await answer(423, second, 'lockArtifact', ben, { artifactId })).toMatchObject({ lockedBy: ada.id });
    expect((await answer(200, second, 'writeArtifact', ada, { artifactId, content: 'three' })).version).toBe(3);
    const { deliveryId, leaseId } = claimed.delivery!;
    await answer(200, second, 'settleDelivery', ben, { deliveryId, leaseId, outcome: 'acknowledged' });
    await answer(401, second, 'getSpace', eve);
    await answer(403, second, 'sendMessage', { ...eve, key: privateKey }, { content: 'I am muted' });
    await answer(200, second, 'claimDelivery', { ...eve, key: privateKey });
    await answer(200, second, 'getSpace', await joinSpace(second, invitation, 'Late'));
    const reply = await answer(200, second, 'sendMessage', ada, { content: 'Back again' });
    const { messages } = await answer(200, second, 'listMessages', owner, { after: cursor });
    expect(messages.map(({ id }) => id)).toEqual([reply.messageId]);
  });
});

describe.each(databases)('on %s', (_, open) => {
  test('a backup while many write contains everything that was answered before it, and no half of anything', async () => {
    const settings = await placeOf(open);
    const server = await started(settings);
    const spaces = await Promise.all(Array.from({ length: 4 }, () => meeting(server, 3)));
    const answered = new Set<string>();
    let isOver = false;
    const write = async (member: Member) => {
      while (!isOver) {
        const { messageId } = await answer(200, server, 'sendMessage', member, { content: randomUUID() });
        answered.add(messageId);
      }
    };
    const writers = spaces.flatMap(({ crew }) => crew.map(write));
    await eventually(() => answered.size > 100);
    for (let round = 0; round < 3; round += 1) {
      const before = [...answered];
      const lines = await backedUp(settings);
      const after = answered.size;
      const events = rowsIn(lines, 'events');
      const said = new Set(
        events.filter(({ event }) => event === 'message').map(({ body }) => (JSON.parse(body as string) as { id: string }).id),
      );
      expect(before.filter((id) => !said.has(id))).toEqual([]);
      expect(after).toBeGreaterThan(before.length);
      for (const { space_id: space, sequence, last_ms: last } of rowsIn(lines, 'space_heads')) {
        const own = events.filter(({ space_id: of }) => of === space);
        expect(own.map((event) => event['sequence'])).toEqual(Array.from({ length: sequence as number }, (_, i) => i + 1));
        expect(own.at(-1)!['at_ms']).toBe(last);
      }
    }
    isOver = true;
    await Promise.all(writers);
  });

  test('a killed backup leaves no file of its name and an old one as it was, and the server and the next backup work', async () => {
    const settings = await placeOf(open);
    const server = await started(settings);
    const { owner } = await meeting(server, 1);
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => answer(200, server, 'sendMessage', owner, { content: 'x'.repeat(i * 100 + 1) })),
    );
    const file = join(folderOfTest(), 'backup');
    const dataDir = (settings as Record<string, string>)['PARLEY_DATA_DIR'];
    const copies = () => (dataDir && existsSync(join(dataDir, 'copies')) ? readdirSync(join(dataDir, 'copies')) : []);
    const killed = async (moment: (isOver: () => boolean) => Promise<unknown>): Promise<boolean> => {
      writeFileSync(file, 'old');
      const { child, ended } = running(['backup', '--out', file], settings);
      let isOver = false;
      void moment(() => isOver).then(() => child.kill('SIGKILL'));
      await ended;
      isOver = true;
      await answer(200, server, 'sendMessage', owner, { content: 'still here' });
      if (readFileSync(file, 'utf8') === 'old') return true;
      expect(await run(['verify-backup', file], {})).toMatchObject({ code: 0 });
      return false;
    };
    for (let ms = 100; await killed(() => sleep(ms)); ms *= 2) expect(ms).toBeLessThan(60_000);
    if (dataDir) {
      // This process can stand still until the backup is complete: that says nothing.
      const whileCopied = () => killed((isOver) => eventually(() => isOver() || copies().length > 0));
      let tries = 1;
      while (!(await whileCopied())) expect((tries += 1)).toBeLessThan(20);
      await eventually(() => copies().length === 0);
    }
    const messages = rowsIn(await backedUp(settings), 'events').filter(({ event }) => event === 'message');
    expect(messages.length).toBe((await allMessages(server, owner)).length);
  });

  test('a restore that is killed at any moment leaves nothing or everything, and says which when it runs again', async () => {
    const source = await placeOf(onPostgres);
    const server = await started(source);
    const { owner } = await meeting(server, 1);
    await Promise.all(
      Array.from({ length: 300 }, (_, i) => answer(200, server, 'sendMessage', owner, { content: 'x'.repeat(i * 100 + 1) })),
    );
    const file = join(folderOfTest(), 'backup');
    expect(await run(['backup', '--out', file], source)).toMatchObject({ code: 0 });
    const killedAgain = async (settings: Awaited<ReturnType<typeof placeOf>>) => {
      const outcomes: string[] = [];
      for (let ms = 250; !outcomes.includes('complete'); ms *= 1.7) {
        const { child, ended } = running(['restore', file], settings);
        setTimeout(() => child.kill('SIGKILL'), ms);
        const { code, said } = await ended;
        // The last run finds an empty database, or everything that the killed one had kept.
        if (code === 0 || / not empty|already has/.test(said)) outcomes.push('complete');
        else outcomes.push('nothing');
      }
      return outcomes;
    };
    let settings = await placeOf(open);
    let outcomes = await killedAgain(settings);
    // A first kill that was late by a whole restore says nothing: again, in another empty database.
    for (let i = 0; i < 5 && outcomes[0] !== 'nothing'; i += 1) {
      settings = await placeOf(open);
      outcomes = await killedAgain(settings);
    }
    expect(outcomes[0]).toBe('nothing');
    const again = await run(['restore', file], settings);
    expect(again).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The (database|data folder) .*(not empty|already has a database).*\n$/),
    });
    expect((await backedUp(settings)).slice(1, -1)).toEqual(linesOfFile(file).slice(1, -1));
  });

  test('a damaged backup is refused in one line, and changes nothing', async () => {
    const source = await placeOf(onPostgres);
    await meeting(await started(source), 2);
    const lines = await backedUp(source);
    const settings = await placeOf(open);
    const file = join(folderOfTest(), 'backup');
    const refused = async (changed: string[], says: RegExp, input = file) => {
      writeFileSync(file, changed.map((line) => `${line}\n`).join(''));
      const { code, said, out } = await run(['restore', input], settings);
      expect([code, out]).toEqual([1, '']);
      expect(said).toMatch(/^[^\n]+\n$/);
      expect(said).toMatch(says);
    };
    await refused(lines.slice(0, -1), /cut/);
    await refused(
      lines.map((line) => line.replace('Bridge', 'Bribge')),
      /digest/,
    );
    await refused([lines[0]!.replace('parley/1', 'parley/2'), ...lines.slice(1)], /format/);
    await refused([lines[0]!.replace(/"schema":"\d+/, '"schema":"9999'), ...lines.slice(1)], /release/);
    const forged = [...lines.slice(0, -1), lines.find((line) => line.startsWith('["'))!];
    await refused(withEnd(forged, lines.at(-1)!), /not a row|number of rows/);
    expect(await run(['restore', join(folderOfTest(), 'missing')], settings)).toMatchObject({ code: 1 });
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    expect(await run(['restore', file], settings)).toMatchObject({ code: 0 });
  });
});

/** The same end with the digest of other lines. */
const withEnd = (lines: string[], end: string): string[] => {
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return [...lines, JSON.stringify({ ...(JSON.parse(end) as object), sha256 })];
};

test('with another secret a restore needs --new-secret; then all keys work and none can be shown', async () => {
  const settings = await placeOf(onPostgres);
  const first = await started(settings);
  const { owner, crew } = await meeting(first, 1);
  const file = join(folderOfTest(), 'backup');
  await run(['backup', '--out', file], settings);
  await first.stop();
  const folder = folderOfTest();
  const without = { PARLEY_DATA_DIR: folder, PARLEY_MIN_FREE_DISK: '0' };
  const refusal = /^The backup .* secret .*--new-secret\n$/;
  expect(await run(['restore', file], without)).toMatchObject({ code: 1, said: expect.stringMatching(refusal) });
  const other = { ...without, PARLEY_SECRET: 'another secret of at least thirty-two bytes' };
  expect(await run(['restore', file], other)).toMatchObject({ code: 1, said: expect.stringMatching(refusal) });
  const { code, said } = await run(['restore', '--new-secret', file], without);
  expect([code, said]).toEqual([0, expect.stringMatching(/^Restored .*The secret is a new one: all keys work.*\n$/)]);
  const second = await started(without);
  for (const member of [owner, ...crew]) await answer(200, second, 'sendMessage', member, { content: 'My key works' });
  const { privateKey } = await answer(200, second, 'rotateKey', crew[0]!);
  await answer(200, second, 'getSpace', { ...owner, key: privateKey });
  const { invitationId } = (await answer(200, second, 'listInvitations', owner)).invitations[0]!;
  const shown = await answer(200, second, 'getInvitation', owner, { invitationId });
  expect(shown).toMatchObject({ state: 'active', invitationId });
  expect(Object.keys(shown)).not.toContain('humanLink');
});

test('the file and the socket are for their user only, and a backup to standard output is the same', async () => {
  // A running server stores from time to time who was seen.
  const settings = { ...(await placeOf(onEmbedded)), PARLEY_LIVE_SECONDS: '0' };
  const server = await started(settings);
  await meeting(server, 2);
  const folder = folderOfTest();
  const file = join(folder, 'backup');
  await run(['backup', '--out', file], settings);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['backup']);
  expect(statSync(join((settings as Record<string, string>)['PARLEY_DATA_DIR']!, 'backup.sock')).mode & 0o777).toBe(0o600);
  const { code, out } = await run(['backup'], settings);
  expect(code).toBe(0);
  const lines = out.split('\n').slice(0, -1);
  expect(lines.slice(1, -1)).toEqual(linesOfFile(file).slice(1, -1));
  await server.stop();
  expect((await backedUp(settings)).slice(1, -1)).toEqual(lines.slice(1, -1));
  expect(await run(['verify-backup', file], {})).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Complete and unchanged: .*1 space\b/),
  });
});

test('a command line that is wrong is answered with its usage', async () => {
  for (const words of [['restore'], ['restore', 'a', 'b'], ['backup', 'file'], ['verify-backup', '--out', 'file']]) {
    expect(await run(words, {})).toMatchObject({ code: 2, said: expect.stringMatching(/^Usage: parley-server \S+.*\n$/) });
  }
});

test('a restore goes into the kind of database that PARLEY_DATABASE names, or changes nothing', async () => {
  const file = join(folderOfTest(), 'backup');
  const nothing = { identity: undefined, tables: storedTables, async *rows() {} };
  await writeFile(file, linesOf(nothing, 0));
  const settings = await placeOf(onPostgres);
  const into = (PARLEY_DATABASE: string) => run(['restore', file], { ...settings, PARLEY_DATABASE });
  const refusal = expect.stringMatching(/^PARLEY_DATABASE is citus, but the database has no extension citus[^\n]*\n$/) as string;
  expect(await into('citus')).toMatchObject({ code: 1, said: refusal });
  expect(await into('postgres')).toMatchObject({ code: 0, said: expect.stringMatching(/^Restored /) as string });
});
