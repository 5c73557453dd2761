import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { answer, ask, createArtifact, join as joinSpace, meeting, openStream, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelExport, exportFrom, exportSpace } from '../../src/host/backup/export-space.ts';
import { importSpace } from '../../src/host/backup/import-space.ts';
import { inDatabase } from '../../src/host/backup/place.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { identityIn } from '../../src/engine/store/backup/read.ts';
import { complete, findSpace, leave, stay } from '../../src/engine/store/moves.ts';
import { folderOfTest, run, running } from '../backup-command.ts';
import { databases, onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

const PARLEY_SECRET = 'the same for every process of the tests';
const nobodysUrl = 'http://127.0.0.1:9/wake';

interface Site {
  server: Served;
  config: Config;
  settings: Record<string, string>;
  id: string;
  place: Place;
}

async function siteOn(open: () => Promise<Place>, more: Record<string, string> = {}): Promise<Site> {
  const place = await open();
  const common = { PARLEY_SECRET, PARLEY_MIN_FREE_DISK: '0', PARLEY_WAKE_PRIVATE: '1' };
  const settings = { ...place.settings, ...common, PARLEY_PUBLIC_URL: 'https://parley.example', ...more };
  const config = readConfig(settings);
  const server = await serve(settings);
  const id = (await inDatabase(config, identityIn))!.serverId;
  return { server, config, settings, id, place };
}

const sites: Record<string, Site[]> = {};
let foreign: Site;

beforeAll(async () => {
  for (const [name, open] of databases) sites[name] = [await siteOn(open), await siteOn(open)];
  foreign = await siteOn(onPostgres, { PARLEY_SECRET: 'another secret of at least thirty-two bytes' });
});
afterAll(async () => {
  for (const { server, place } of [...Object.values(sites).flat(), foreign]) {
    await server.stop();
    await place.remove();
  }
});

const { signal } = new AbortController();
const newFile = () => join(folderOfTest(), 'space');

async function exported({ config }: Site, { spaceId }: Member, to: Site, file = newFile()): Promise<string> {
  await exportSpace(config, { spaceId, toServer: to.id, file, isNotImported: false, signal });
  return file;
}

const imported = ({ config }: Site, file: string, acceptsNewSecret = false) =>
  importSpace(file, config, { acceptsNewSecret, signal });

/** The one line that refuses something. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(
    () => undefined,
    (error: Error) => error,
  );
  expect(['Damaged', 'Unusable']).toContain(failure?.name);
  expect(failure!.message).toMatch(/^[^\n]+$/);
  return failure!.message;
}

const directions = databases.flatMap(([from]) => databases.map(([to]) => [from, to] as const));

test.each(directions)('from %s to %s, a conversation goes on with the same keys', async (fromName, toName) => {
  const from = sites[fromName]![0]!;
  const to = sites[toName]![1]!;
  const { owner, invitation, crew } = await meeting(from.server, 3);
  const other = await meeting(from.server, 1);
  const [ada, ben, eve] = crew as [Member, Member, Member];
  const artifactId = await createArtifact(from.server, ada, 'one');
  await answer(200, from.server, 'lockArtifact', ada, { artifactId });
  await answer(200, from.server, 'writeArtifact', ada, { artifactId, content: 'two' });
  const change = { artifactId, baseVersion: 2, append: 'Risks' };
  const { proposalId } = await answer(200, from.server, 'createProposal', ben, change);
  const directed = { content: 'Who answers?', to: [ben.id, eve.id], expects: 'reply' };
  const { messageId } = await answer(200, from.server, 'sendMessage', owner, directed, 'a retry');
  const claimed = await answer(200, from.server, 'claimDelivery', ben);
  const { privateKey } = await answer(200, from.server, 'rotateKey', eve);
  await answer(200, from.server, 'muteParticipant', owner, { participantId: eve.id });
  await answer(200, from.server, 'putWake', ben, { url: nobodysUrl });
  const told = await answer(200, from.server, 'listArtifactVersions', ada, { artifactId });
  const stream = await openStream(from.server, owner, { lastEventId: 0 });
  await eventually(() => stream.events.some(({ event }) => event === 'context'));

  const file = await exported(from, owner, to);
  const text = readFileSync(file, 'utf8');
  for (const { key } of [owner, invitation, ada, ben, { key: privateKey }, { key: PARLEY_SECRET }, ...other.crew])
    expect(text).not.toContain(key);
  expect(text).not.toContain(other.owner.spaceId);
  // The stream ends without an event, because the log goes on elsewhere.
  await stream.ended;
  const seen = stream.events.filter(({ id }) => id !== undefined);
  expect(seen.map(({ event }) => event)).not.toContain('space-closed');
  expect((await answer(401, from.server, 'getSpace', ada)).code).toBe('key_expired');
  expect((await answer(409, from.server, 'sendMessage', ada, { content: 'Too late' })).code).toBe('space_closed');

  await imported(to, file);
  const again = await openStream(to.server, owner, { lastEventId: 0 });
  await eventually(() => again.events.filter(({ id }) => id !== undefined).length >= seen.length);
  expect(again.events.filter(({ id }) => id !== undefined)).toEqual(seen);
  const cursor = seen.at(-1)!.id!;
  const resumed = await openStream(to.server, owner, { lastEventId: cursor });
  expect(await answer(200, to.server, 'listArtifactVersions', ada, { artifactId })).toEqual(told);
  const retried = await ask(to.server, 'sendMessage', owner, directed, 'a retry');
  expect([retried.headers.get('idempotency-replayed'), retried.body.messageId]).toEqual(['true', messageId]);
  expect(await answer(423, to.server, 'lockArtifact', ben, { artifactId })).toMatchObject({ lockedBy: ada.id });
  await answer(200, to.server, 'acceptProposal', ada, { artifactId, proposalId, baseVersion: 2 });
  expect((await answer(200, to.server, 'writeArtifact', ada, { artifactId, content: 'four' })).version).toBe(4);
  const { deliveryId, leaseId } = claimed.delivery!;
  await answer(200, to.server, 'settleDelivery', ben, { deliveryId, leaseId, outcome: 'acknowledged' });
  await answer(401, to.server, 'getSpace', eve);
  await answer(403, to.server, 'sendMessage', { ...eve, key: privateKey }, { content: 'I am muted' });
  expect((await answer(200, to.server, 'getWake', ben)).url).toBe(nobodysUrl);
  await answer(200, to.server, 'getSpace', await joinSpace(to.server, invitation, 'Late'));
  const sent = await answer(200, to.server, 'sendMessage', ada, { content: 'Back again' });
  await eventually(() => resumed.events.some(({ data }) => JSON.stringify(data).includes(sent.messageId)));
  const later = resumed.events.flatMap(({ id }) => id ?? []);
  expect(later).toEqual(Array.from(later, (_, i) => cursor + 1 + i));
  for (const each of [again, resumed]) each.leave();
  // Other spaces do not notice.
  await answer(200, from.server, 'sendMessage', other.owner, { content: 'Still here' });
});

describe.each(databases)('on %s', (name) => {
  let from: Site;
  let to: Site;
  beforeAll(() => void ([from, to] = sites[name] as [Site, Site]));

  test('503 while a space is leaving, and what waits for it goes on when the move is cancelled', async () => {
    const { owner, crew } = await meeting(from.server, 1);
    const { spaceId } = owner;
    const stream = await openStream(from.server, owner);
    await inDatabase(from.config, (database) => leave(database, spaceId, { number: 1, toServer: to.id }, Date.now()));
    for (const [operation, input] of [
      ['getSpace', {}],
      ['sendMessage', { content: 'Now?' }],
    ] as const) {
      const refused = await ask(from.server, operation, crew[0]!, input);
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    }
    await inDatabase(from.config, (database) => cancelExport(database, { spaceId, isNotImported: false }));
    const { messageId } = await answer(200, from.server, 'sendMessage', crew[0]!, { content: 'Now.' });
    await eventually(() => stream.events.some(({ data }) => JSON.stringify(data).includes(messageId)));
    stream.leave();
  });

  test('an export that fails lets the space go on, and leaves no file', async () => {
    const { owner } = await meeting(from.server, 0);
    const { spaceId } = owner;
    const folder = folderOfTest();
    const failing = join(folder, 'missing/space');
    const options = { spaceId, toServer: to.id, file: failing, isNotImported: false, signal };
    await expect(exportSpace(from.config, options)).rejects.toThrow(/ENOENT/);
    await answer(200, from.server, 'sendMessage', owner, { content: 'Still here' });
    const stopped = AbortSignal.abort();
    await expect(exportSpace(from.config, { ...options, file: join(folder, 'space'), signal: stopped })).rejects.toThrow(
      /abort/i,
    );
    await answer(200, from.server, 'sendMessage', owner, { content: 'Still here' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an export that another one has taken over can neither be completed nor cancelled', async () => {
    const { owner } = await meeting(from.server, 0);
    const { spaceId } = owner;
    await inDatabase(from.config, async (database) => {
      await leave(database, spaceId, { number: 1, toServer: to.id }, Date.now());
      const file = newFile();
      await exportFrom(database, { spaceId, toServer: to.id, file, isNotImported: false, signal });
      expect(await complete(database, spaceId, 1, Date.now())).toBe(false);
      expect(await stay(database, spaceId, { number: 1, state: 'leaving' }, Date.now())).toBe(false);
      expect(await refusal(cancelExport(database, { spaceId, isNotImported: false }))).toMatch(/--not-imported/);
      await cancelExport(database, { spaceId, isNotImported: true });
    });
    await answer(200, from.server, 'sendMessage', owner, { content: 'Back' });
  });

  test('a space that has left can be exported again, for the same server, and comes back with what happened there', async () => {
    const { owner } = await meeting(from.server, 0);
    const first = await exported(from, owner, to);
    const second = await exported(from, owner, to);
    expect(await refusal(exported(from, owner, foreign))).toMatch(/--not-imported/);
    expect(await refusal(exported(from, owner, to, second))).toMatch(/exists already/);
    await imported(to, second);
    expect(await refusal(imported(to, first))).toMatch(/has this space already/);
    const { messageId } = await answer(200, to.server, 'sendMessage', owner, { content: 'Hello from there' });
    await imported(from, await exported(to, owner, from));
    const { messages } = await answer(200, from.server, 'listMessages', owner);
    expect(messages.map(({ id }) => id)).toEqual([messageId]);
    expect(await refusal(imported(to, first))).toMatch(/too old/);
    await answer(401, to.server, 'getSpace', owner);
  });

  test('a space that left more than 7 days ago is neither exported again nor kept, because its rows can be deleted at any time', async () => {
    const { owner } = await meeting(from.server, 0);
    const { spaceId } = owner;
    await exported(from, owner, to);
    const leftAgo = (days: number) =>
      inDatabase(from.config, ({ query }) =>
        query('update moves set at_ms = $2::bigint where moved_space_id = $1::uuid', [spaceId, Date.now() - days * 86_400_000]),
      );
    await leftAgo(7);
    const cancelled = () => inDatabase(from.config, (database) => cancelExport(database, { spaceId, isNotImported: true }));
    expect(await refusal(exported(from, owner, to))).toMatch(/more than 7 days ago/);
    expect(await refusal(cancelled())).toMatch(/more than 7 days ago/);
    // A file that is made again begins the time again.
    await leftAgo(6);
    await exported(from, owner, to);
    const [[at]] = (await inDatabase(from.config, ({ query }) =>
      query('select at_ms from moves where moved_space_id = $1::uuid', [spaceId]),
    )) as [[number]];
    expect(at).toBeGreaterThan(Date.now() - 86_400_000);
    await cancelled();
    await answer(200, from.server, 'sendMessage', owner, { content: 'Still here' });
  });

  test('what waits to be sent to wake addresses is sent by the new server only', async () => {
    const { owner, crew } = await meeting(from.server, 1);
    await answer(200, from.server, 'putWake', crew[0]!, { url: nobodysUrl });
    const signals = ({ config }: Site) =>
      inDatabase(config, ({ query }) =>
        query('select due_ms > 8000000000000000 from signals where space_id = $1::uuid', [owner.spaceId]),
      );
    await eventually(async () => (await signals(from)).length === 1);
    await imported(to, await exported(from, owner, to));
    expect(await signals(from)).toEqual([[true]]);
    expect(await signals(to)).toEqual([[false]]);
  });

  test('what cannot be imported is refused in one line, and changes nothing', async () => {
    const { owner } = await meeting(from.server, 2);
    const file = await exported(from, owner, to);
    const text = readFileSync(file, 'utf8');
    const other = newFile();
    const changed = (content: string | Buffer) => {
      writeFileSync(other, content);
      return refusal(imported(to, other));
    };
    expect(await changed('')).toMatch(/empty/);
    expect(await changed(text.slice(0, -1))).toMatch(/cut/);
    expect(await changed(text.slice(0, text.lastIndexOf('{"end"')))).toMatch(/cut/);
    expect(await changed(text.replace('Bridge', 'Bribge'))).toMatch(/digest/);
    expect(await changed(text.replaceAll(owner.spaceId, owner.id).replace(owner.id, owner.spaceId))).toMatch(/another space/);
    expect(await changed(text.replace(to.id, foreign.id))).toMatch(/digest/);
    expect(await changed(text.replace(/"schema":"\d+/, '"schema":"9999'))).toMatch(/release "0\.1\.0"/);
    expect(await changed(text.replace('"parley/1"', '"parley/2"'))).toMatch(/another format/);
    expect(await changed(text.replace(/"number":\d+/, '"number":"1"'))).toMatch(/Line 1 is damaged/);
    expect(await changed(gzipSync(text))).toMatch(/compressed/);
    const body = text.slice(0, text.lastIndexOf('{"end"'));
    const end = JSON.parse(text.slice(body.length)) as object;
    /** With another cell in the first row of a table, and the digest that fits. */
    const edited = (table: string, column: string, value: unknown) => {
      const lines = body.split('\n');
      const at = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
      const { columns } = JSON.parse(lines[at]!) as { columns: string[] };
      const row = (JSON.parse(lines[at + 1]!) as unknown[]).with(columns.indexOf(column), value);
      const rows = lines.with(at + 1, JSON.stringify(row)).join('\n');
      return changed(`${rows}${JSON.stringify({ ...end, sha256: createHash('sha256').update(rows).digest('hex') })}\n`);
    };
    expect(await edited('space_heads', 'expires_ms', 9_000_000_000_000)).toMatch(/contradict each other/);
    expect(await edited('participants', 'key_generation', 'first')).toMatch(/row of participants does not fit: /);
    expect(await changed(text.replace('"move"', '"space"'))).toMatch(/export of a space, which contains no keys/);
    expect(await changed(text.replace('"move"', '"backup"'))).toMatch(/backup of a whole server: `restore`/);
    expect(await refusal(imported(foreign, file))).toMatch(/is for the server/);
    await answer(404, to.server, 'getSpace', owner);
    const { stdout: _, ...verified } = { stdout: '', ...(await run(['verify-backup', file], {})) };
    expect(verified).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Complete and unchanged: the space .* for the server /),
    });
    expect(await run(['restore', file], to.settings)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/`import-space` reads it\n$/),
    });
    // Nobody else has this space, but its id is taken.
    const inPlace = (text: string) => inDatabase(to.config, ({ query }) => query(text, [owner.spaceId]));
    await inPlace('insert into space_heads select $1::uuid, 1, 0, 1, false, 9000000000000');
    expect(await refusal(imported(to, file))).toMatch(/has this space already/);
    await inPlace('delete from space_heads where space_id = $1::uuid');
  });

  test('with another secret the import needs --new-secret; then all keys work, and wake addresses are forgotten', async () => {
    const { owner, crew } = await meeting(from.server, 1);
    await answer(200, from.server, 'putWake', crew[0]!, { url: nobodysUrl });
    const file = await exported(from, owner, foreign);
    expect(await refusal(imported(foreign, file))).toMatch(/--new-secret/);
    expect(await imported(foreign, file, true)).toMatchObject({ hasNewSecret: true });
    for (const member of [owner, ...crew]) await answer(200, foreign.server, 'sendMessage', member, { content: 'My key works' });
    await answer(404, foreign.server, 'getWake', crew[0]!);
  });
});

test.each(directions.filter(([from, to]) => from !== to))(
  'from %s to %s, a killed export and a killed import can be repeated',
  async (fromName, toName) => {
    const [from, to] = [sites[fromName]![0]!, sites[toName]![1]!];
    const { owner } = await meeting(from.server, 0);
    const content = 'x'.repeat(10_000);
    await Promise.all(Array.from({ length: 300 }, () => answer(200, from.server, 'sendMessage', owner, { content })));
    const file = newFile();
    const { spaceId } = owner;
    /** Where the space is live: nowhere, or at one server. */
    const live = async () => {
      const found = await Promise.all(
        [from, to].map(({ config }) => inDatabase(config, (on) => findSpace(on, spaceId, Date.now()))),
      );
      const open = found.flatMap(({ isOpen }, i) => (isOpen ? [i] : []));
      expect(open.length).toBeLessThan(2);
      return open[0];
    };
    const exporting = running(['export-space', spaceId, '--to', to.id, '--out', file], from.settings);
    await eventually(() => readdirSync(dirname(file)).length > 0);
    exporting.child.kill('SIGKILL');
    await exporting.ended;
    if (!existsSync(file)) {
      expect(await live()).toBeUndefined();
      const again = await run(['export-space', spaceId, '--to', to.id, '--out', file], from.settings);
      expect(again).toMatchObject({ code: 0, said: expect.stringMatching(/^Exported: [^\n]+\n$/) });
    }
    for (let ms = 300; (await live()) === undefined; ms *= 2) {
      const importing = running(['import-space', file], to.settings);
      const killing = setTimeout(() => importing.child.kill('SIGKILL'), ms);
      const { code, said } = await importing.ended;
      clearTimeout(killing);
      if (code !== null) expect(said).toMatch(/^(Imported [^\n]+|This server has this space already)\n$/);
    }
    expect(await live()).toBe(1);
    await answer(401, from.server, 'getSpace', owner);
    const { messages } = await answer(200, to.server, 'listMessages', owner, { limit: 1 });
    expect(messages).toMatchObject([{ content }]);
  },
);

test('a space that is over, or unknown, or already at its server, is not exported', async () => {
  const [from, to] = sites['PostgreSQL'] as [Site, Site];
  const { owner } = await meeting(from.server, 0);
  expect(await refusal(exported(from, owner, from))).toMatch(/this server itself/);
  await answer(200, from.server, 'closeSpace', owner);
  expect(await refusal(exported(from, owner, to))).toMatch(/is over/);
  expect(await refusal(exported(from, { ...owner, spaceId: from.id }, to))).toMatch(/no space with this id/);
});
