import { answer, createArtifact, join, meeting, startServer, type Member } from '@parley/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { Inside } from '../../src/parley.ts';
import { databases, onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { rpc } from '../mcp-rpc.ts';
import { administrator, joined } from '../people.ts';
import { accept, startReceiver, type Receiver, type Reply } from '../receiver.ts';
import { got, gotten, newSecret, say, subscribe, subscribed, unsubscribe } from '../webhooks.ts';

type Fields = Record<string, any>;

const settings = { PARLEY_RATE_LIMIT: '0', PARLEY_WAKE_PRIVATE: '1' };
const keyed = ({ key }: Member) => ({ 'x-private-key': key });
const messagesIn = (receiver: Receiver) => gotten(receiver, 'event').map(({ data }) => data.messageId as string);
const answering =
  (status: number): Reply =>
  (_, response) =>
    void response.writeHead(status).end();

async function served(inside: Partial<Inside> = {}, more: Record<string, string> = {}): Promise<Served> {
  const server = await serve({ ...settings, ...more }, createApp, inside);
  onTestFinished(() => server.stop());
  return server;
}

/** A meeting whose member has events sent to a receiver. */
async function scene(server: Served, wish: Fields = {}) {
  const receiver = await startReceiver();
  const { owner, crew } = await meeting(server, 2);
  const [ada, bob] = crew as [Member, Member];
  const secret = newSecret();
  const granted = await subscribed(server, ada, { url: receiver.url, secret, ...wish });
  return { receiver, owner, ada, bob, secret, granted };
}

describe.each(databases)('on %s', (_, open) => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    place = await open();
    server = await serve({ ...place.settings, ...settings });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test('a receiver agrees first, and then gets each event once, in order, signed, as a reference', async () => {
    const { receiver, owner, ada, secret, granted } = await scene(server);
    expect(granted).toMatchObject({
      id: expect.stringMatching(/^sub_[\w-]{32}$/) as string,
      refreshBefore: expect.any(String) as string,
      cursor: expect.stringMatching(/^\d+$/) as string,
      truncated: false,
    });
    expect(Date.parse(granted.refreshBefore) - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(gotten(receiver, 'verification')).toEqual([{ type: 'verification', challenge: expect.any(String) as string }]);
    const sent = await say(server, owner, 5);
    await say(server, ada, 1);
    await got(receiver, 5);
    receiver.verify(secret);
    const events = gotten(receiver, 'event');
    expect(events.map(({ data }) => data.messageId)).toEqual(sent);
    for (const { eventId, name, data, cursor, ...rest } of events) {
      expect([eventId, name, cursor]).toEqual([`${ada.spaceId}-${data.sequence}`, 'message.created', String(data.sequence)]);
      expect(Object.keys(rest)).toEqual(['timestamp']);
    }
    for (const { id, headers, body, text } of receiver.received) {
      expect(headers['x-mcp-subscription-id']).toBe(granted.id);
      expect(headers['content-type']).toBe('application/json');
      expect(id).toEqual(body['eventId'] ?? expect.stringMatching(/^msg_verification_/));
      expect(text).not.toContain('harbour');
    }
    const { result } = await rpc(
      server,
      'events/poll',
      { name: 'message.created', cursor: granted.cursor },
      { headers: keyed(ada) },
    );
    expect(events.map(({ cursor: _, ...event }) => event)).toEqual(result.events);
  });

  test('asking again renews it: the same id, where it is, and how delivery went', async () => {
    const { receiver, owner, ada, secret, granted } = await scene(server, { ttlMs: 60_000 });
    await say(server, owner, 2);
    await got(receiver, 2);
    const wish = { url: receiver.url, secret, ttlMs: 7_200_000, cursor: '0' };
    const again = (await eventually(async () => {
      const renewed = await subscribed(server, ada, wish);
      return renewed.deliveryStatus?.lastDeliveryAt && renewed;
    })) as Fields;
    expect(again).toMatchObject({ id: granted.id, truncated: false, deliveryStatus: { active: true, lastError: null } });
    expect(Date.parse(again['refreshBefore'])).toBeGreaterThan(Date.parse(granted.refreshBefore));
    expect(Number(again['cursor'])).toBeGreaterThan(Number(granted.cursor));
    // The receiver was not asked again, and was told nothing twice.
    expect(gotten(receiver, 'verification')).toHaveLength(1);
    expect(gotten(receiver, 'event')).toHaveLength(2);
    const other = await subscribed(server, ada, { ...wish, name: 'task.changed' });
    expect(other.id).not.toBe(granted.id);
    expect(gotten(receiver, 'verification')).toHaveLength(1);
  });

  test('with a cursor, a new one begins there', async () => {
    const receiver = await startReceiver();
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const sent = await say(server, owner, 4);
    const { result } = await rpc(
      server,
      'events/poll',
      { name: 'message.created', cursor: '0', maxEvents: 2 },
      { headers: keyed(ada) },
    );
    await subscribed(server, ada, { url: receiver.url, cursor: result.cursor });
    await got(receiver, 2);
    expect(messagesIn(receiver)).toEqual(sent.slice(2));
    const ahead = await subscribed(server, ada, { url: `${receiver.url}/ahead`, cursor: '99999' });
    expect(ahead.truncated).toBe(true);
  });

  test('a new secret signs at once, and for a while the old one too', async () => {
    const { receiver, owner, ada, secret } = await scene(server);
    const next = newSecret();
    await subscribed(server, ada, { url: receiver.url, secret: next });
    await say(server, owner, 1);
    await got(receiver, 1);
    const { text, headers } = receiver.received.at(-1)!;
    for (const each of [secret, next]) new Webhook(each).verify(text, headers);
    expect(() => new Webhook(newSecret()).verify(text, headers)).toThrow('No matching signature found');
  });

  test('what is removed gets nothing, and only who subscribed can remove it', async () => {
    const { receiver, owner, ada, bob } = await scene(server);
    const kept = await startReceiver();
    await subscribed(server, ada, { url: kept.url });
    expect((await unsubscribe(server, bob, { url: receiver.url })).result).toMatchObject({});
    await say(server, owner, 1);
    await got(receiver, 1);
    for (let i = 0; i < 2; i += 1) expect((await unsubscribe(server, ada, { url: receiver.url })).error).toBeUndefined();
    await say(server, owner, 1);
    await got(kept, 2);
    expect(gotten(receiver, 'event')).toHaveLength(1);
    expect(gotten(receiver, 'terminated')).toEqual([]);
  });

  test('each gets what it can see, and no more', async () => {
    const { receiver, owner, ada, bob } = await scene(server, { name: 'delivery.queued' });
    const ofBob = await startReceiver();
    await subscribed(server, bob, { name: 'delivery.queued', url: ofBob.url });
    const artifacts = await startReceiver();
    const artifactId = await createArtifact(server, owner);
    await subscribed(server, ada, { name: 'artifact.changed', url: artifacts.url, arguments: { artifactId } });
    for (const { id } of [ada, bob, ada]) await answer(200, server, 'sendMessage', owner, { content: 'x', to: [id] });
    await answer(200, server, 'createArtifact', owner, { name: 'Other', type: 'markdown', content: '' });
    await answer(200, server, 'renameArtifact', owner, { artifactId, name: 'Third' });
    await Promise.all([got(receiver, 2), got(ofBob, 1), got(artifacts, 1)]);
    for (const { data } of gotten(receiver, 'event')) expect(data.participantId).toBe(ada.id);
    for (const { data } of gotten(ofBob, 'event')) expect(data.participantId).toBe(bob.id);
    expect(gotten(artifacts, 'event').map(({ data }) => [data.artifactId, data.action])).toEqual([[artifactId, 'renamed']]);
  });

  test('who is kicked is told that it ended, and nothing after that', async () => {
    const { receiver, owner, ada } = await scene(server);
    await say(server, owner, 1);
    await got(receiver, 1);
    await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    await say(server, owner, 2);
    await eventually(() => gotten(receiver, 'terminated').length === 1);
    expect(gotten(receiver, 'terminated')).toMatchObject([{ error: { code: -32_012, message: expect.any(String) as string } }]);
    expect(gotten(receiver, 'event')).toHaveLength(1);
  });

  test('the end of a space is the last event, and ends it', async () => {
    const { receiver, owner, ada } = await scene(server);
    const ends = await startReceiver();
    await subscribed(server, ada, { name: 'space.closed', url: ends.url });
    await say(server, owner, 1);
    await answer(200, server, 'closeSpace', owner);
    await eventually(() => gotten(ends, 'terminated').length + gotten(receiver, 'terminated').length === 2);
    expect(ends.received.map(({ body }) => body['type'] ?? body['name'])).toEqual(['verification', 'space.closed', 'terminated']);
    expect(messagesIn(receiver)).toHaveLength(1);
  });

  test('a key that was replaced delivers no more', async () => {
    const { receiver, owner, ada } = await scene(server);
    const { privateKey: key } = await answer(200, server, 'rotateKey', ada);
    await say(server, owner, 1);
    await eventually(() => gotten(receiver, 'terminated').length === 1);
    expect(gotten(receiver, 'event')).toEqual([]);
    await subscribed(server, { ...ada, key }, { url: receiver.url });
    await say(server, owner, 1);
    await got(receiver, 1);
  });

  test('while the space is paused nothing is sent, and then nothing is missing', async () => {
    const { receiver, owner } = await scene(server);
    await answer(200, server, 'pauseSpace', owner, { reason: 'Think' });
    const sent = await say(server, owner, 2);
    const other = await scene(server);
    await say(server, other.owner, 1);
    await got(other.receiver, 1);
    expect(gotten(receiver, 'event')).toEqual([]);
    await answer(200, server, 'resumeSpace', owner);
    await got(receiver, 2);
    expect(messagesIn(receiver)).toEqual(sent);
  });
});

test('one that a user token asked for ends with the token, also if nothing happens', async () => {
  const server = await served();
  const maya = await administrator(server);
  const session = String((await maya.json(`${server.url}/auth/token`))['token']);
  const { owner, member } = await joined(server, session, 'Maya');
  const tokens = await Promise.all(['one', 'two'].map((name) => answer(201, server, 'createApiToken', { session }, { name })));
  const receivers = await Promise.all([startReceiver(), startReceiver()]);
  const about = { arguments: { spaceId: member.spaceId } };
  for (const [i, { token }] of tokens.entries())
    await subscribed(server, { 'x-user-token': token }, { url: receivers[i]!.url, ...about });
  await say(server, owner, 1);
  await Promise.all(receivers.map((receiver) => got(receiver, 1)));
  await answer(204, server, 'revokeApiToken', { session }, { tokenId: tokens[0]!.id });
  await say(server, owner, 1);
  await got(receivers[1], 2);
  await eventually(() => gotten(receivers[0], 'terminated').length === 1);
  expect(gotten(receivers[0], 'event')).toHaveLength(1);
  await answer(204, server, 'revokeApiToken', { session }, { tokenId: tokens[1]!.id });
  await eventually(() => gotten(receivers[1], 'terminated').length === 1, 120_000);
}, 180_000);

describe('a receiver that does not take an event', () => {
  const quick = { retryMs: [20, 20, 20] };

  test('gets the same one again, and later ones after it', async () => {
    const server = await served(quick);
    const { receiver, owner } = await scene(server);
    let refusals = 3;
    receiver.reply = (received, response) =>
      refusals-- > 0 ? answering(refusals % 2 ? 503 : 429)(received, response) : accept(received, response);
    const sent = await say(server, owner, 3);
    await eventually(() => new Set(messagesIn(receiver)).size === 3);
    expect([...new Set(messagesIn(receiver))]).toEqual(sent);
    const ids = receiver.received.slice(1).map(({ id }) => id);
    expect(ids.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => ids[0]));
    expect(server.complaints).toEqual([]);
  });

  test.each([410, 413])('with %d does not get that one again, but those after it', async (status) => {
    const server = await served(quick);
    const { receiver, owner, ada } = await scene(server);
    let refused: string | undefined;
    receiver.reply = (received, response) => {
      refused ??= received.id;
      return (received.id === refused ? answering(status) : accept)(received, response);
    };
    const sent = await say(server, owner, 3);
    await got(receiver, 3);
    expect(messagesIn(receiver)).toEqual(sent);
    await subscribed(server, ada, { url: receiver.url });
    expect(gotten(receiver, 'verification')).toHaveLength(1);
  });

  test('with another refusal does not get that one after some tries', async () => {
    const server = await served(quick);
    const { receiver, owner } = await scene(server);
    receiver.reply = (received, response) =>
      (gotten(receiver, 'event')[0]!['eventId'] === received.id ? answering(400) : accept)(received, response);
    const sent = await say(server, owner, 2);
    await eventually(() => messagesIn(receiver).includes(sent[1]!));
    expect(messagesIn(receiver)).toEqual([...Array.from({ length: 4 }, () => sent[0]), sent[1]]);
  }, 60_000);

  test('shows its client why, without anything of its answer', async () => {
    const server = await served({ ...quick, timeoutMs: 300 });
    const { receiver, owner, ada, secret } = await scene(server);
    const lastError = async (reply: Reply) => {
      receiver.reply = reply;
      const before = receiver.received.length;
      await say(server, owner, 1);
      await eventually(() => receiver.received.length > before);
      const status = (await eventually(async () => {
        const { deliveryStatus } = await subscribed(server, ada, { url: receiver.url, secret });
        return deliveryStatus?.lastError && deliveryStatus;
      })) as Fields;
      receiver.reply = accept;
      await eventually(async () => {
        const { deliveryStatus } = await subscribed(server, ada, { url: receiver.url, secret });
        return deliveryStatus?.lastError === null;
      });
      return status['lastError'] as string;
    };
    expect(await lastError((_, response) => void response.writeHead(500).end('the password is parrot'))).toBe('http_5xx');
    expect(await lastError((_, response) => void response.writeHead(429).end())).toBe('http_4xx');
    expect(await lastError(() => {})).toBe('timeout');
    expect(await lastError((_, response) => void response.socket!.destroy())).toBe('connection_refused');
  }, 60_000);

  test('does not delay others by hanging', async () => {
    const server = await served({ ...quick, timeoutMs: 20_000 });
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const hanging = await startReceiver(undefined, '127.0.0.2');
    for (let i = 0; i < 10; i += 1) await subscribed(server, ada, { url: `${hanging.url}?${i}` });
    hanging.reply = () => {};
    await say(server, owner, 1);
    await eventually(() => hanging.open.now > 0);
    const other = await scene(server);
    const sent = await say(server, other.owner, 3);
    await got(other.receiver, 3);
    expect(messagesIn(other.receiver)).toEqual(sent);
    expect(hanging.open.most).toBeLessThanOrEqual(5);
  }, 60_000);
});

describe('a URL', () => {
  test('whose receiver does not agree is refused with the reason, and asked again the next time', async () => {
    const server = await served({ timeoutMs: 300 });
    const { crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const elsewhere = await startReceiver();
    const reason = async (reply: Reply) => {
      const receiver = await startReceiver();
      receiver.reply = reply;
      await subscribe(server, ada, { url: receiver.url });
      const { error } = await subscribe(server, ada, { url: receiver.url });
      expect(receiver.received).toHaveLength(2);
      expect(error).toMatchObject({ code: -32_015, message: expect.any(String) as string });
      expect(JSON.stringify(error)).not.toContain('parrot');
      expect(error!.message).toContain(
        error!.data!['reason'] === 'challenge_failed' ? 'echo the challenge' : error!.data!['reason'],
      );
      return error!.data!['reason'] as string;
    };
    expect(await reason((_, response) => void response.end('{"challenge":"parrot"}'))).toBe('challenge_failed');
    expect(await reason((_, response) => void response.end('parrot'))).toBe('challenge_failed');
    expect(await reason(({ body }, response) => void response.writeHead(500).end(JSON.stringify(body)))).toBe('challenge_failed');
    expect(await reason((_, response) => void response.writeHead(302, { location: elsewhere.url }).end())).toBe(
      'challenge_failed',
    );
    const endless = ({ body }: { body: Fields }, response: Parameters<Reply>[1]) => {
      response.write(`{"x":"${'parrot'.repeat(100_000)}","challenge":"${String(body['challenge'])}"}`);
    };
    expect(await reason(endless)).toBe('challenge_failed');
    expect(await reason(() => {})).toBe('timeout');
    expect(await reason((_, response) => void response.socket!.destroy())).toBe('connection_refused');
    expect((await subscribe(server, ada, { url: 'http://127.0.0.1:9/x' })).error).toMatchObject({
      data: { reason: 'connection_refused' },
    });
    expect(elsewhere.received).toEqual([]);
  }, 60_000);

  test('that is private, not https or has a password is refused before anything is sent', async () => {
    const server = await served({ resolve: async () => ['10.0.0.7'] }, { PARLEY_WAKE_PRIVATE: '0' });
    const { crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const refused = async (url: string) => (await subscribe(server, ada, { url })).error;
    for (const url of [
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://10.1.2.3/',
      'https://169.254.169.254/',
      'https://internal.example/',
    ])
      expect(await refused(url), url).toMatchObject({ code: -32_602, message: 'url must have a public network address' });
    expect(await refused('http://agent.example/')).toMatchObject({ code: -32_602, message: 'url must be an https URL' });
    expect(await refused('https://me:secret@agent.example/')).toMatchObject({ code: -32_602 });
    expect(await refused('ftp://agent.example/')).toMatchObject({ code: -32_602 });
    expect(await refused(`https://agent.example/${'x'.repeat(2_048)}`)).toMatchObject({ code: -32_602 });
  });

  test('whose name leads to a private address later gets nothing', async () => {
    let address = '127.0.0.1';
    const receiver = await startReceiver();
    const server = await served({ resolve: async () => [address], retryMs: [20] });
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const url = `http://agent.example:${receiver.port}/x`;
    await subscribed(server, ada, { url });
    await say(server, owner, 1);
    await got(receiver, 1);
    // Nobody listens there; with private addresses allowed, only the connection fails.
    address = '127.0.0.3';
    await say(server, owner, 1);
    await eventually(async () => (await subscribed(server, ada, { url })).deliveryStatus?.lastError === 'connection_refused');
    expect(gotten(receiver, 'event')).toHaveLength(1);
  });
});

describe('a flood', () => {
  test('of subscriptions is refused at the limit of a participant', async () => {
    const server = await served();
    const { crew, owner } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const receiver = await startReceiver();
    const { spaceId } = ada;
    const artifacts = Array.from({ length: 50 }, (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`);
    for (const artifactId of artifacts)
      await subscribed(server, ada, { name: 'artifact.changed', url: receiver.url, arguments: { artifactId } });
    const { error } = await subscribe(server, ada, { url: receiver.url });
    expect(error).toMatchObject({ code: -32_013, data: { limit: 'subscriptions' } });
    expect(gotten(receiver, 'verification')).toHaveLength(1);
    // One that it has can be renewed, and others have their own.
    await subscribed(server, ada, {
      name: 'artifact.changed',
      url: receiver.url,
      arguments: { artifactId: artifacts[0], spaceId },
    });
    await subscribed(server, owner, { url: receiver.url });
  }, 60_000);

  test('of new URLs is refused before their receivers are asked', async () => {
    const server = await served();
    const { crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const victim = await startReceiver();
    victim.reply = answering(200);
    const errors = [];
    for (let i = 0; i < 25; i += 1) errors.push((await subscribe(server, ada, { url: `${victim.url}?${i}` })).error!.code);
    expect(errors).toEqual([...Array.from({ length: 20 }, () => -32_015), ...Array.from({ length: 5 }, () => -32_013)]);
    expect(victim.received).toHaveLength(20);
  }, 60_000);
});

test('parameters that are wrong are refused in plain words', async () => {
  const server = await served();
  const { crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const url = 'http://127.0.0.1:9/x';
  const refused = async (wish: Fields) => (await subscribe(server, ada, { url, ...wish })).error;
  expect(await refused({ secret: 'whsec_short' })).toMatchObject({
    code: -32_602,
    message: 'delivery.secret must be whsec_ followed by the base64 of 24 to 64 random bytes',
  });
  expect(await refused({ delivery: { mode: 'push', url, secret: newSecret() } })).toMatchObject({
    code: -32_014,
    data: { feature: 'deliveryMode', value: 'push' },
  });
  expect(await refused({ delivery: { mode: 'webhook' } })).toMatchObject({
    code: -32_602,
    message: 'delivery.url is required; delivery.secret is required',
  });
  expect(await refused({ ttlMs: -1 })).toMatchObject({ code: -32_602 });
  expect((await subscribe(server, { 'x-private-key': 'nobody' }, { url })).error).toMatchObject({ code: -32_012 });
  expect((await subscribe(server, {}, { url })).error).toMatchObject({ code: -32_012 });
});

test('a process that is killed loses nothing: another one goes on after its lease, with the event that was on its way', async () => {
  const place = await onPostgres();
  onTestFinished(() => place.remove());
  const start = () => startServer({ ...place.settings, PARLEY_WAKE_PRIVATE: '1' });
  const first = await start();
  const receiver = await startReceiver();
  const { owner, crew, invitation } = await meeting(first, 1);
  const [ada] = crew as [Member];
  await subscribed(first, ada, { url: receiver.url, ttlMs: 600_000 });
  const sent = await say(first, owner, 3);
  await got(receiver, 3);
  // This one is not answered before the process dies.
  receiver.reply = () => {};
  sent.push(...(await say(first, owner, 2)));
  await got(receiver, 4);
  await first.kill();
  receiver.reply = accept;
  const second = await start();
  onTestFinished(() => second.stop());
  await join(second, invitation, 'Late');
  sent.push(...(await say(second, owner, 2)));
  await eventually(() => new Set(messagesIn(receiver)).size === sent.length, 180_000);
  expect([...new Set(messagesIn(receiver))]).toEqual(sent);
  const ids = gotten(receiver, 'event').map(({ eventId }) => eventId as string);
  expect(ids.filter((id) => id === ids[3]).length).toBe(2);
  expect(gotten(receiver, 'verification')).toHaveLength(1);
}, 240_000);

test('a process that stops gives back what it serves, and goes on where it was', async () => {
  const place = await onPostgres();
  onTestFinished(() => place.remove());
  const receiver = await startReceiver();
  let server = await serve({ ...place.settings, ...settings });
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  await subscribed(server, ada, { url: receiver.url });
  const sent = await say(server, owner, 2);
  await got(receiver, 2);
  receiver.reply = () => {};
  sent.push(...(await say(server, owner, 3)));
  await got(receiver, 3);
  await server.stop();
  receiver.reply = accept;
  server = await serve({ ...place.settings, ...settings });
  onTestFinished(() => server.stop());
  await eventually(() => new Set(messagesIn(receiver)).size === sent.length, 20_000);
  expect([...new Set(messagesIn(receiver))]).toEqual(sent);
});
