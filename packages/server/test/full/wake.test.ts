import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import {
  answer,
  ask,
  freePort,
  join,
  invite,
  meeting,
  startServer,
  type Member,
  type Server,
  type TestServer,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databases, onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve } from '../in-process.ts';
import { startReceiver } from '../receiver.ts';
import { rowsOf } from '../rows.ts';
import { snippets } from '../snippets.ts';

const isVerified = async (server: Server, member: Member) => (await answer(200, server, 'getWake', member)).state === 'verified';

describe.each(databases)('on %s', (_, open) => {
  describe('on a shared server', () => {
    let place: Place;
    let server: TestServer;
    beforeAll(async () => {
      place = await open();
      server = await startServer({ ...place.settings, PARLEY_WAKE_PRIVATE: '1' });
    });
    afterAll(async () => {
      await server?.kill();
      await place?.remove();
    });

    test('a participant sets, shows and removes its own wake address', async () => {
      const receiver = await startReceiver();
      const { owner, crew } = await meeting(server, 1);
      const [bob] = crew as [Member];
      expect(await ask(server, 'getWake', bob)).toMatchObject({ status: 404, body: { code: 'wake_not_found' } });

      const { secret, ...rest } = await answer(200, server, 'putWake', bob, { url: receiver.url });
      expect(rest).toEqual({});
      await eventually(() => isVerified(server, bob));
      receiver.verify(secret);
      expect(await answer(200, server, 'getWake', bob)).toEqual({
        url: receiver.url,
        state: 'verified',
        createdAt: expect.any(String),
        verifiedAt: expect.any(String),
        answeredAt: expect.any(String),
      });
      expect((await ask(server, 'getWake', owner)).status).toBe(404);
      for (const view of [await answer(200, server, 'getSpace', owner), await answer(200, server, 'getSpace', bob)])
        expect(JSON.stringify(view)).not.toContain(String(receiver.port));

      const { secret: other } = await answer(200, server, 'putWake', bob, { url: `${receiver.url}?again` });
      expect(other).not.toBe(secret);
      await eventually(() => isVerified(server, bob));
      expect((await answer(200, server, 'getWake', bob)).url).toBe(`${receiver.url}?again`);
      for (let i = 0; i < 2; i += 1) expect(await answer(200, server, 'deleteWake', bob)).toEqual({ ok: true });
      expect((await ask(server, 'getWake', bob)).status).toBe(404);
      expect(receiver.ids('wake.verify')).toHaveLength(2);
    });

    test('each directed message signals its addressee, with its sequence and without its content', async () => {
      const receiver = await startReceiver();
      const { owner, crew } = await meeting(server, 2);
      const [bob, carl] = crew as [Member, Member];
      const { secret } = await answer(200, server, 'putWake', bob, { url: receiver.url });
      await eventually(() => isVerified(server, bob));
      const say = (to?: string[]) => answer(200, server, 'sendMessage', owner, { content: 'Confidential', ...(to && { to }) });
      await Promise.all(Array.from({ length: 10 }, () => [say([bob.id, carl.id]), say(), say([carl.id])]).flat());
      await eventually(() => receiver.ids('delivery.queued').length === 10);

      const { deliveries } = await answer(200, server, 'listDeliveries', bob);
      const expected = deliveries.map(({ deliveryId, messageId, sequence }) => {
        return { type: 'delivery.queued', spaceId: bob.spaceId, participantId: bob.id, deliveryId, messageId, sequence };
      });
      const signals = receiver.received.map(({ body }) => body).filter(({ type }) => type === 'delivery.queued');
      expect(signals.toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))).toEqual(expected);
      const { messages } = await answer(200, server, 'listMessages', bob);
      for (const { messageId, sequence } of expected)
        expect(messages.find(({ id }) => id === messageId)!.sequence).toBe(sequence);
      expect(receiver.received.map(({ text }) => text).join('')).not.toContain('Confidential');
      receiver.verify(secret);
    });
  });

  test('two agents that both sleep: a reply wakes who asked, and so does the news that none will come', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const server = await startServer({ ...place.settings, PARLEY_WAKE_PRIVATE: '1' });
    onTestFinished(() => server.kill());
    const { crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    const [ofAda, ofBob] = [await startReceiver(), await startReceiver()];
    await answer(200, server, 'putWake', ada, { url: ofAda.url });
    await answer(200, server, 'putWake', bob, { url: ofBob.url });
    await eventually(async () => (await isVerified(server, ada)) && isVerified(server, bob));
    const askBob = (content: string) => answer(200, server, 'sendMessage', ada, { content, to: [bob.id] });

    const { messageId: question } = await askBob('Ready?');
    await eventually(() => ofBob.ids('delivery.queued').length === 1);
    await answer(200, server, 'claimDelivery', bob);
    const { messageId } = await answer(200, server, 'sendMessage', bob, { content: 'Yes', replyTo: question });
    await eventually(() => ofAda.ids('delivery.queued').length === 1);
    expect(ofAda.received.at(-1)!.body).toMatchObject({ participantId: ada.id, messageId });
    const { message } = await answer(200, server, 'claimDelivery', ada);
    expect(message).toMatchObject({ content: 'Yes', replyTo: question });
    await answer(200, server, 'sendMessage', ada, { content: 'Thanks', replyTo: messageId });

    const { deliveries } = await askBob('And later?');
    await eventually(() => ofBob.ids('delivery.queued').length === 2);
    const { deliveryId } = (await answer(200, server, 'claimDelivery', bob)).delivery!;
    await answer(200, server, 'settleDelivery', bob, { deliveryId, outcome: 'declined', note: 'Busy' });
    await eventually(() => ofAda.ids('delivery.ended').length === 1);
    expect(ofAda.received.at(-1)!.body).toEqual({
      ...{ type: 'delivery.ended', kind: 'outcome', spaceId: ada.spaceId, participantId: ada.id, outcome: 'declined' },
      ...{ deliveryId: deliveries[0]!.deliveryId, messageId: expect.any(String), sequence: expect.any(Number) },
    });
    await askBob('Still there?');
    await eventually(() => ofBob.ids('delivery.queued').length === 3);
    await answer(200, server, 'leaveSpace', bob);
    await eventually(() => ofAda.ids('delivery.ended').length === 2);
    expect(ofAda.received.at(-1)!.body).toMatchObject({ outcome: 'expired' });
    expect([ofAda.ids('delivery.queued').length, ofBob.ids('delivery.queued').length]).toEqual([1, 3]);
  });

  test('kick, leave and the end of the space delete addresses and what was to be sent; mute does not', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const server = await startServer({ ...place.settings, PARLEY_WAKE_PRIVATE: '1' });
    onTestFinished(() => server.kill());
    const receiver = await startReceiver();
    receiver.reply = (_, response) => void response.writeHead(500).end();
    const { owner, crew } = await meeting(server, 3);
    const [kicked, left, muted] = crew as [Member, Member, Member];
    for (const each of [owner, ...crew]) await answer(200, server, 'putWake', each, { url: receiver.url });
    await answer(200, server, 'muteParticipant', owner, { participantId: muted.id });
    await answer(200, server, 'kickParticipant', owner, { participantId: kicked.id });
    await answer(200, server, 'leaveSpace', left);
    expect((await answer(200, server, 'getWake', muted)).url).toBe(receiver.url);
    await answer(200, server, 'putWake', muted, { url: receiver.url });
    const short = await meeting(server, 1);
    await answer(200, server, 'putWake', short.owner, { url: receiver.url });
    await answer(200, server, 'updateSpace', short.owner, { ttl: 2 });
    await server.stop();
    expect(await rowsOf(place, owner.spaceId)).toMatchObject({ wakes: 2, signals: 2 });

    const again = await startServer({ ...place.settings, PARLEY_WAKE_PRIVATE: '1' });
    onTestFinished(() => again.kill());
    await answer(200, again, 'closeSpace', owner);
    await eventually(async () => (await ask(again, 'sendMessage', short.owner, { content: 'Late' })).status === 409);
    await again.stop();
    for (const { spaceId } of [owner, short.owner]) {
      const rows = await rowsOf(place, spaceId);
      expect([rows['wakes'], rows['signals']]).toEqual([undefined, undefined]);
    }
  });
});

test('a server that is killed while it sends a signal sends it again with the same id', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const settings = { ...place.settings, PARLEY_WAKE_PRIVATE: '1' };
  const first = await startServer(settings);
  const receiver = await startReceiver();
  const accepting = receiver.reply;
  receiver.reply = () => {};
  const { owner } = await meeting(first, 0);
  const { secret } = await answer(200, first, 'putWake', owner, { url: receiver.url });
  await eventually(() => receiver.received.length === 1);
  await first.kill();
  receiver.reply = accepting;
  const second = await startServer(settings);
  onTestFinished(() => second.kill());
  await place.sql('update signals set due_ms = 0');
  await eventually(() => isVerified(second, owner));
  expect(receiver.ids('wake.verify')).toEqual([receiver.received[0]!.id, receiver.received[0]!.id]);
  receiver.verify(secret);
});

test('a private address is refused with 400, also behind a name, and nothing is sent', async () => {
  const served = await serve({}, undefined, {
    resolve: async (name) => (name === 'inside.example' ? ['10.1.2.3'] : ['93.184.215.14']),
  });
  onTestFinished(served.stop);
  const { owner } = await meeting(served, 0);
  const urls = ['https://127.0.0.1/', 'https://0x7f.1/', 'https://[::1]/', 'https://localhost:8443/', 'https://inside.example/'];
  for (const url of [...urls, 'http://93.184.215.14/', 'https://a:b@93.184.215.14/', 'javascript:1', 'x', '', 'https://']) {
    const { status, body } = await ask(served, 'putWake', owner, { url });
    expect([url, status, body]).toEqual([
      url,
      400,
      expect.objectContaining({ code: 'invalid_request', issues: [expect.objectContaining({ field: 'url' })] }),
    ]);
  }
  expect((await ask(served, 'putWake', owner, { url: `https://outside.example/${'a'.repeat(2_100)}` })).status).toBe(400);
  expect((await ask(served, 'putWake', { ...owner, key: '0'.repeat(64) }, { url: urls[0] })).status).toBe(401);
  expect((await ask(served, 'getWake', owner)).status).toBe(404);
});

test('the secret of an address is neither logged nor stored in clear, its URL is not logged, and a retry gets the same secret', async () => {
  const said: string[] = [];
  const place = await onPostgres();
  onTestFinished(place.remove);
  const settings = { ...place.settings, PARLEY_WAKE_PRIVATE: '1', LOG_LEVEL: 'trace' };
  const server = await startServer(settings, (text) => void said.push(text));
  onTestFinished(() => server.kill());
  const receiver = await startReceiver();
  const { owner } = await meeting(server, 0);
  const url = `${receiver.url}?token=of-the-receiver`;
  const { secret } = await answer(200, server, 'putWake', owner, { url }, 'retry 1');
  expect((await answer(200, server, 'putWake', owner, { url }, 'retry 1')).secret).toBe(secret);
  await eventually(() => isVerified(server, owner));
  receiver.reply = (_, response) => void response.writeHead(500).end();
  await answer(200, server, 'putWake', owner, { url });
  await eventually(async () => (await answer(200, server, 'getWake', owner)).lastError !== undefined);
  expect(said.join('')).not.toContain('of-the-receiver');
  expect(said.join('')).not.toContain(secret);
  const tables = await place.sql("select table_name as name from information_schema.tables where table_schema = 'public'");
  for (const { name } of tables) {
    const rows = await place.sql(`select t::text as row from "${String(name)}" t`);
    expect(rows.map(({ row }) => String(row)).join('\n')).not.toContain(secret.slice('whsec_'.length));
  }
});

test('429 for a participant who sets its address too often, and for nobody else', async () => {
  const served = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_WAKE_PRIVATE: '1' });
  onTestFinished(served.stop);
  const { owner, invitation } = await meeting(served, 0);
  const url = 'http://127.0.0.1:1/';
  for (let i = 0; i < 20; i += 1) await answer(200, served, 'putWake', owner, { url });
  const refused = await ask(served, 'putWake', owner, { url });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(refused.headers.get('retry-after')).toBe('600');
  await answer(200, served, 'putWake', await join(served, invitation), { url });
  expect(await ask(served, 'putWake', { ...(await invite(served, owner)) }, { url })).toMatchObject({ status: 401 });
});

test('the receiver on the page about wake addresses works', async () => {
  const [program, ...others] = snippets('wake', 'js');
  expect(others).toEqual([]);
  const folder = mkdtempSync(pathOf(tmpdir(), 'parley-receiver-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(pathOf(folder, 'receiver.mjs'), program!);
  const served = await serve({ PARLEY_WAKE_PRIVATE: '1' }, undefined, { retryMs: Array.from({ length: 200 }, () => 500) });
  onTestFinished(served.stop);
  const { owner } = await meeting(served, 0);
  const port = String(await freePort());
  const { secret } = await answer(200, served, 'putWake', owner, { url: `http://127.0.0.1:${port}/` });
  const receiver = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env: { WAKE_SECRET: secret, PORT: port } });
  onTestFinished(() => void receiver.kill());
  await eventually(() => isVerified(served, owner));
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"type":"delivery.queued"}' });
  expect(forged.status).toBe(401);
});
