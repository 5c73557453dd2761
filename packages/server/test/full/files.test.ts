import { createHash, randomBytes } from 'node:crypto';
import { maxFileLinks } from '@parley/core';
import { answer, ask, join as joinSpace, meeting, openSpace, openStream, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type Place, type PostgresPlace } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { fileUrl, Slow, stored, upload } from '../uploads.ts';

const limit = 5_000_000;
const ofSpace = 12_000_000;
const bounds = { PARLEY_MAX_FILE_BYTES: String(limit), PARLEY_MAX_FILE_BYTES_PER_SPACE: String(ofSpace) };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const log = randomBytes(limit);

describe.each(databases)('files on %s', (_, open) => {
  let place: Place;
  let served: Served;
  let owner: Member;
  let ada: Member;
  let ben: Member;
  const start = () => serve({ ...place.settings, ...bounds }, undefined, { sweepMs: 100 });
  const fresh = async () => {
    const made = await meeting(served, 2);
    [owner, ada, ben] = [made.owner, ...(made.crew as [Member, Member])];
    return made;
  };
  const get = (member: Member, fileId: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(fileUrl(served, member, `/${fileId}/download`), { method, headers: { 'x-private-key': member.key, ...headers } });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  /** Only a PostgreSQL can be looked into while it is served. */
  const inDatabase = async (sql: string): Promise<number | undefined> =>
    'sql' in place ? Number(Object.values((await (place as PostgresPlace).sql(sql))[0]!)[0]) : undefined;
  const chunks = (spaceId: string) => inDatabase(`select count(*)::int from file_chunks where space_id = '${spaceId}'`);
  const rows = (spaceId: string) => inDatabase(`select count(*)::int from files where space_id = '${spaceId}'`);
  const counted = (spaceId: string) => inDatabase(`select bytes::int from space_heads where space_id = '${spaceId}'`);
  /** Resolves when only so many files are stored, and uploads in progress. */
  const left = async (spaceId: string, files: number) => {
    await eventually(() => served.parley.admission.uploads.taken === 0);
    await eventually(async () => [files, undefined].includes(await rows(spaceId)));
    if (files === 0) await eventually(async () => [0, undefined].includes(await chunks(spaceId)));
  };
  /** Resolves when so many uploads have begun, and stored something. */
  const begun = async (spaceId: string, uploads: number, stores = true) => {
    await eventually(() => served.parley.admission.uploads.taken === uploads);
    if (stores) await eventually(async () => ((await chunks(spaceId)) ?? uploads) >= uploads);
  };

  beforeAll(async () => {
    place = await open();
    served = await start();
  });
  afterAll(async () => {
    await served.stop();
    await place.remove();
  });

  test('the bytes of a file come back as they were, also after a restart', async () => {
    await fresh();
    const before = await counted(owner.spaceId);
    const { status, body } = await upload(served, ada, log, { headers: { 'content-type': 'Text/Plain; charset=x' } });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: 'build.log', bytes: limit, sha256: sha256(log), claimedType: 'text/plain', authorId: ada.id },
    });
    if (before !== undefined) expect((await counted(owner.spaceId))! - before).toBeGreaterThan(limit);
    await served.stop();
    served = await start();
    const response = await get(ben, body.fileId);
    expect(sha256(await bytesOf(response))).toBe(sha256(log));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': String(limit),
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="build.log"; filename*=UTF-8''build.log`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      etag: `"${sha256(log)}"`,
    });
    expect(await answer(200, served, 'getFile', ben, { fileId: body.fileId })).toEqual(body);
    expect((await answer(200, served, 'listFiles', ben)).files).toEqual([body]);
  });

  test('parts, unchanged files and HEAD', async () => {
    await fresh();
    const bytes = randomBytes(600_000);
    const fileId = await stored(served, ada, bytes);
    const part = async (range: string, headers: Record<string, string> = {}) => {
      const response = await get(ada, fileId, { range, ...headers });
      return [response.status, response.headers.get('content-range'), await bytesOf(response)] as const;
    };
    expect(await part('bytes=0-0')).toEqual([206, 'bytes 0-0/600000', bytes.subarray(0, 1)]);
    expect(await part('bytes=262143-262144')).toEqual([206, 'bytes 262143-262144/600000', bytes.subarray(262_143, 262_145)]);
    expect(await part('bytes=599000-')).toEqual([206, 'bytes 599000-599999/600000', bytes.subarray(599_000)]);
    expect(await part('bytes=-7')).toEqual([206, 'bytes 599993-599999/600000', bytes.subarray(-7)]);
    expect(await part('bytes=0-999999')).toEqual([206, 'bytes 0-599999/600000', bytes]);
    expect((await part('bytes=600000-')).slice(0, 2)).toEqual([416, 'bytes */600000']);
    expect((await part('bytes=-0')).slice(0, 2)).toEqual([416, 'bytes */600000']);
    for (const ignored of ['bytes=5-4', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', `bytes=${'0'.repeat(9_000)}x`])
      expect((await part(ignored)).slice(0, 2)).toEqual([200, null]);
    const tag = `"${sha256(bytes)}"`;
    expect((await part('bytes=0-0', { 'if-range': tag }))[0]).toBe(206);
    expect((await part('bytes=0-0', { 'if-range': '"other"' }))[0]).toBe(200);
    const unchanged = await get(ada, fileId, { 'if-none-match': tag });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    const head = await get(ada, fileId, { range: 'bytes=0-0' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, '600000', tag]);
  });

  test('empty files, bodies of unknown length, and one byte too many', async () => {
    await fresh();
    const empty = await stored(served, ada, '');
    expect((await bytesOf(await get(ada, empty))).length).toBe(0);
    expect(await answer(200, served, 'getFile', ada, { fileId: empty })).toMatchObject({
      bytes: 0,
      sha256: sha256(Buffer.alloc(0)),
    });
    const unknown = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]).stream();
    const chunked = await stored(served, ada, unknown(log.subarray(0, 300_000)));
    expect(sha256(await bytesOf(await get(ada, chunked)))).toBe(sha256(log.subarray(0, 300_000)));
    const more = Buffer.concat([log, Buffer.from('x')]);
    for (const body of [more, unknown(more)]) {
      const refused = await upload(served, ada, body);
      expect([refused.status, refused.body]).toMatchObject([413, { code: 'file_too_large', issues: [{ limit }] }]);
    }
    await left(ada.spaceId, 2);
  });

  test('names are made safe, and types are what the bytes show', async () => {
    await fresh();
    const view = async (name: string, bytes: BodyInit) => (await upload(served, ada, bytes, { name })).body;
    expect((await view('../../etc/pass<>gpj.exe', 'x'))['name']).toBe('-..-etc-pass--gpj.exe');
    for (const name of ['pass\u0007.txt', 'pass\u202egpj.exe'])
      expect((await upload(served, ada, 'x', { name })).status).toBe(400);
    expect((await view('CON.txt', 'x'))['name']).toBe('file-CON.txt');
    expect((await view('…', '<script>alert(1)</script>'))['type']).toBe('text/plain');
    expect((await view('a.txt', Buffer.from('89504e470d0a1a0a00', 'hex')))['type']).toBe('image/png');
    expect(await upload(served, ada, 'x', { name: 'ä'.repeat(128) })).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'name', limit: 255, actual: 256 }] },
    });
    expect((await upload(served, ada, 'x', { name: ' ' })).status).toBe(400);
  });

  test('refusals come before the body is read', async () => {
    await fresh();
    await answer(200, served, 'muteParticipant', owner, { participantId: ben.id });
    const slow = (member: Member, bytes = 1_000) => new Slow(served, member, { 'content-length': bytes }).answer();
    const refused = await Promise.all([
      slow({ ...ada, key: 'f'.repeat(64) }),
      slow({ ...ada, spaceId: '00000000-0000-4000-8000-000000000000' }),
      slow(ben),
      slow(ada, limit + 1),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 404, 403, 413]);
    await left(ada.spaceId, 0);
  });

  test('its author and the owner delete a file, which frees its bytes', async () => {
    await fresh();
    const before = await counted(owner.spaceId);
    const fileId = await stored(served, ada, log.subarray(0, 1_000_000));
    expect((await ask(served, 'deleteFile', ben, { fileId })).status).toBe(403);
    await answer(200, served, 'deleteFile', ada, { fileId });
    for (const operation of ['getFile', 'deleteFile'] as const)
      expect((await ask(served, operation, ada, { fileId })).body).toMatchObject({ code: 'file_not_found' });
    expect((await get(ada, fileId)).status).toBe(404);
    if (before !== undefined) expect((await counted(owner.spaceId))! - before).toBeLessThan(5_000);
    await answer(200, served, 'deleteFile', owner, { fileId: await stored(served, ada, 'x') });
    await left(ada.spaceId, 0);
  });

  test('everyone is told of files, and messages name them', async () => {
    await fresh();
    const stream = await openStream(served, ben);
    const fileId = await stored(served, ada, 'ok\n');
    const { messageId } = await answer(200, served, 'sendMessage', ada, { content: 'The log', attachments: [fileId] });
    await answer(200, served, 'deleteFile', ada, { fileId });
    const named = { fileId, name: 'build.log', bytes: 3, sha256: sha256(Buffer.from('ok\n')), type: 'text/plain' };
    const told = () => stream.events.filter(({ event }) => event === 'file' || event === 'message');
    await eventually(() => told().length === 3);
    expect(told().map(({ data }) => data)).toMatchObject([
      { action: 'created', ...named, authorId: ada.id, actorId: ada.id },
      { id: messageId, attachments: [named] },
      { action: 'deleted', fileId, actorId: ada.id },
    ]);
    stream.leave();
    await stream.ended;
    expect((await answer(200, served, 'listMessages', ben)).messages.at(-1)).toMatchObject({ attachments: [named] });
    const refused = await ask(served, 'sendMessage', ada, { content: 'Again', attachments: [fileId] });
    expect([refused.status, refused.body]).toMatchObject([400, { issues: [{ field: 'attachments.0' }] }]);
  });

  test('a retry with the same bytes gets the same answer, and other bytes 422', async () => {
    await fresh();
    const headers = { 'idempotency-key': 'once' };
    const first = await upload(served, ada, 'a', { headers });
    const again = await upload(served, ada, 'a', { headers });
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    for (const other of [upload(served, ada, 'b', { headers }), upload(served, ada, 'a', { headers, name: 'b' })])
      expect(await other).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    const racing = { 'idempotency-key': 'race' };
    const all = await Promise.all(Array.from({ length: 4 }, () => upload(served, ada, 'c', { headers: racing })));
    expect(new Set(all.map(({ body }) => body.fileId)).size).toBe(1);
    await left(ada.spaceId, 2);
    expect((await answer(200, served, 'listFiles', ada)).files).toHaveLength(2);
  });

  test('uploads in progress count, so that many at once do not exceed the limit of the space', async () => {
    await fresh();
    await stored(served, ada, log);
    const all = await Promise.all([ada, ben, owner].map((member) => upload(served, member, log.subarray(0, 4_000_000))));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(all.find(({ status }) => status === 400)!.body).toMatchObject({
      code: 'invalid_request',
      issues: [{ limit: ofSpace, actual: expect.any(Number) }],
    });
    expect((await upload(served, ben, log.subarray(0, 3_000_000))).status).toBe(200);
  });

  test('a participant who is muted or removed during an upload is refused at its end, and nothing is left', async () => {
    await fresh();
    const slow = [new Slow(served, ada, { 'content-length': 600_000 }), new Slow(served, ben)];
    await Promise.all(slow.map((each) => each.send(log.subarray(0, 500_000))));
    await begun(ada.spaceId, 2);
    await answer(200, served, 'kickParticipant', owner, { participantId: ada.id });
    await answer(200, served, 'muteParticipant', owner, { participantId: ben.id });
    for (const each of slow) each.end(log.subarray(500_000, 600_000));
    expect((await Promise.all(slow.map((each) => each.answer()))).map(({ status }) => status)).toEqual([401, 403]);
    await left(ada.spaceId, 0);
    expect((await answer(200, served, 'listFiles', owner)).files).toEqual([]);
  });

  test('an upload into a space that ends meanwhile is refused', async () => {
    await fresh();
    const slow = new Slow(served, ada, { 'content-length': 600_000 });
    await slow.send(log.subarray(0, 300_000));
    await begun(ada.spaceId, 1);
    await answer(200, served, 'closeSpace', owner);
    slow.end(log.subarray(0, 300_000));
    expect(await slow.answer()).toMatchObject({ status: 409, body: { code: 'space_closed' } });
  });

  test('a client that leaves during an upload leaves nothing', async () => {
    await fresh();
    const leave = async (after: number, headers: Record<string, number>) => {
      const slow = new Slow(served, ada, headers);
      if (after > 0) await slow.send(log.subarray(0, after));
      return slow;
    };
    for (const after of [0, 10, 300_000]) {
      const leaving = await Promise.all([leave(after, { 'content-length': 400_000 }), leave(after, {})]);
      await begun(ada.spaceId, 2, after > 262_144);
      for (const { request } of leaving) request.destroy();
      await left(ada.spaceId, 0);
    }
    await left(ada.spaceId, 0);
    expect((await answer(200, served, 'listFiles', ada)).files).toEqual([]);
    expect(served.complaints).toEqual([]);
  });

  test('an upload whose process has ended is given up', async () => {
    if (!('sql' in place)) return;
    const { sql } = place as PostgresPlace;
    await fresh();
    const before = await counted(ada.spaceId);
    const slow = new Slow(served, ada, { 'content-length': 600_000 });
    await slow.send(log.subarray(0, 300_000));
    await begun(ada.spaceId, 1);
    // As if its time were over; the number of the state makes every process read it again.
    await sql(`update files set expires_ms = 1 where space_id = '${ada.spaceId}'`);
    await sql(`update space_heads set rev = rev + 1 where space_id = '${ada.spaceId}'`);
    await eventually(async () => (await rows(ada.spaceId)) === 0 && (await chunks(ada.spaceId)) === 0);
    expect(await counted(ada.spaceId)).toBe(before);
    slow.end(log.subarray(0, 300_000));
    expect(await slow.answer()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await left(ada.spaceId, 0);
  });

  test('a link downloads a file once, without a key', async () => {
    const { invitation } = await fresh();
    const fileId = await stored(served, ada, 'ok\n');
    const link = async (member = ada) => (await answer(200, served, 'linkFile', member, { fileId })).url;
    const url = await link();
    expect(url).toMatch(/\?token=[0-9a-f]{64}$/);
    for (const headers of [{ 'sec-purpose': 'prefetch' }, { 'user-agent': 'Slackbot-LinkExpanding 1.0' }])
      expect((await fetch(url, { headers })).status).toBe(400);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405);
    const both = await Promise.all([fetch(url), fetch(url)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    const [given] = both.filter(({ ok }) => ok);
    expect([await given!.text(), given!.headers.get('content-disposition')]).toEqual([
      'ok\n',
      expect.stringContaining('build.log'),
    ]);
    expect((await fetch(url)).status).toBe(410);
    const secret = new URL(url).searchParams.get('token')!;
    expect((await inDatabase(`select count(*)::int from file_links where link_hash = '${secret}'`)) ?? 0).toBe(0);

    const cid = await joinSpace(served, invitation, 'Cid');
    const ofCid = await link(cid);
    await answer(200, served, 'kickParticipant', owner, { participantId: cid.id });
    expect(await (await fetch(ofCid)).json()).toMatchObject({ code: 'file_link_gone' });
    const ofDeleted = await link();
    await answer(200, served, 'deleteFile', ada, { fileId });
    expect((await fetch(ofDeleted)).status).toBe(410);
    expect((await fetch(fileUrl(served, ada, `/${fileId}/linked`))).status).toBe(400);
  });

  test('a link that is refused because of the server or the transport is not used up', async () => {
    await fresh();
    const fileId = await stored(served, ada, 'ok\n');
    const { url } = await answer(200, served, 'linkFile', ada, { fileId });
    const { answers } = served.parley.admission;
    const mostOfAddress = 32 * 1024 * 1024;
    answers.add('127.0.0.1', mostOfAddress);
    const refused = await fetch(url);
    answers.add('127.0.0.1', -mostOfAddress);
    expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: 'overloaded' })]);
    const token = new URL(url).searchParams.get('token')!;
    const input = encodeURIComponent(JSON.stringify({ spaceId: ada.spaceId, fileId, token }));
    expect((await fetch(`${served.url}/trpc/downloadLinkedFile?input=${input}`)).status).toBe(400);
    expect(await (await fetch(url)).text()).toBe('ok\n');
    await eventually(() => answers.held === 0);
  });

  test('a space never has more than 1,000 links that wait for their use, however many are asked for at once', async () => {
    await fresh();
    const fileId = await stored(served, ada, 'ok\n');
    // The embedded database belongs to one process.
    const others = 'sql' in place ? [await start()] : [];
    const servers = [served, ...others];
    const links = (many: number) =>
      Promise.all(Array.from({ length: many }, (_, i) => ask(servers[i % servers.length]!, 'linkFile', ada, { fileId })));
    const [together, more] = [100, 20];
    for (let made = together; made < maxFileLinks; made += together) await links(together);
    const asked = await links(together + more);
    const refused = asked.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
      Array.from({ length: more }, () => [409, 'limit_reached']),
    );
    expect((await fetch(asked.find(({ status }) => status === 200)!.body.url)).status).toBe(200);
    expect((await links(2)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const other of others) await other.stop();
  });

  test('429 beyond four uploads of one participant at a time', async () => {
    const limited = await serve({ ...place.settings, ...bounds, PARLEY_RATE_LIMIT: '10000' }).catch(() => undefined);
    // The embedded database belongs to one process.
    if (!limited) return;
    const member = await openSpace(limited);
    const slow = Array.from({ length: 4 }, () => new Slow(limited, member, { 'content-length': 10 }));
    await Promise.all(slow.map((each) => each.send(Buffer.alloc(5))));
    await eventually(() => limited.parley.admission.uploads.taken === 4);
    expect(await upload(limited, member, 'x')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    for (const each of slow) each.end(Buffer.alloc(5));
    expect((await Promise.all(slow.map((each) => each.answer()))).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await upload(limited, member, 'x')).status).toBe(200);
    await limited.stop();
  });

  test('other transports say that files are sent over REST', async () => {
    await fresh();
    const trpc = (name: string, method: string, input: object) =>
      fetch(`${served.url}/trpc/${name}${method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`, {
        method,
        headers: { 'x-private-key': ada.key, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(input) }),
      });
    const fileId = await stored(served, ada, 'x');
    expect((await trpc('createFile', 'POST', { spaceId: ada.spaceId, name: 'a' })).status).toBe(400);
    expect((await trpc('downloadFile', 'GET', { spaceId: ada.spaceId, fileId })).status).toBe(400);
  });
});
