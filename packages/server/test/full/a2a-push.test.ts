import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, invite, join, meeting, openSpace, startServer, type Member } from '@parley/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { outboxStore } from '../../src/resources/wakes/outbox-queries.ts';
import { clients, type A2aClient } from '../a2a-clients.ts';
import { databases, onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { givenWake, startSender, waiting } from '../outbox-scene.ts';
import { startReceiver, type Receiver, type Reply } from '../receiver.ts';
import { stopDatabases, stores } from '../stores.ts';

afterAll(stopDatabases);

const accepting: Reply = (_, response) => void response.writeHead(204).end();
const refusing: Reply = (_, response) => void response.writeHead(500).end();
const taskOf = ({ spaceId, id }: Member) => `${spaceId}.${id}`;
const wish = { token: 'token-of-the-client', scheme: 'Bearer', credentials: 'credentials.of-the-client' };
const isOfDelivery = ({ body }: Receiver['received'][number]) => JSON.stringify(body).includes('deliveryId');

async function startA2aReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receiver.reply = accepting;
  return receiver;
}

interface Answered {
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data: unknown };
}

async function rpc(served: Served, method: string, params: object, key: string | undefined): Promise<Answered> {
  const response = await fetch(`${served.url}/a2a`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: { ...(key !== undefined && { 'x-private-key': key }) },
  });
  return (await response.json()) as Answered;
}

describe.each(stores)('the outbox on %s', (_, given) => {
  const a2a = { version: '1.0', token: wish.token } as const;
  const scene = async (more: Parameters<typeof startSender>[1] = {}) => {
    const database = await (await given())();
    const receiver = await startA2aReceiver();
    const sender = startSender(database, more);
    return { database, receiver, sender };
  };

  test('the first notification is the task, and any status from 200 to 299 verifies the address', async () => {
    const { database, receiver, sender } = await scene();
    const wake = await givenWake(sender, receiver.url, a2a);
    await eventually(async () => (await wake.stateOf()) === 'verified');
    const ids = await wake.deliver(2);
    await eventually(async () => (await waiting(database)) === 0);
    const [first, ...others] = receiver.received;
    expect(first!.body).toMatchObject({ task: { status: { state: 'TASK_STATE_WORKING' } } });
    expect(others.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const { headers, body } of others) {
      expect(headers).toMatchObject({ 'content-type': 'application/a2a+json', 'x-a2a-notification-token': wish.token });
      expect(body).toMatchObject({ statusUpdate: { metadata: { sequence: 1 } } });
    }
    receiver.verify(wake.secret);
    expect(await wake.stored()).toMatchObject({ answeredAt: expect.any(Number), lastError: null });
  });

  test('a receiver that answers 500, or redirects, is tried again with the same id, gets nothing else, and is disabled', async () => {
    for (const status of [500, 307]) {
      const { database, receiver, sender } = await scene({ retryMs: [0, 0] });
      receiver.reply = (_, response) => void response.writeHead(status, { location: receiver.url }).end();
      const wake = await givenWake(sender, receiver.url, a2a);
      await wake.deliver();
      await eventually(async () => (await wake.stateOf()) === 'disabled');
      await eventually(async () => (await waiting(database)) === 0);
      expect(receiver.received).toHaveLength(3);
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
      expect(receiver.received.filter(isOfDelivery)).toEqual([]);
    }
  });

  test('a notification that fails is sent again, the same except for its signature', async () => {
    const { database, receiver, sender } = await scene({ retryMs: [0, 0, 0] });
    const wake = await givenWake(sender, receiver.url, a2a);
    await eventually(async () => (await wake.stateOf()) === 'verified');
    let tries = 0;
    receiver.reply = (received, response) => ((tries += 1) < 3 ? refusing : accepting)(received, response);
    const [id] = await wake.deliver();
    await eventually(async () => (await waiting(database)) === 0);
    const sent = receiver.received.filter(isOfDelivery);
    expect(sent.map((each) => each.id)).toEqual([id, id, id]);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    receiver.verify(wake.secret);
  });

  test('a network address gets only so many notifications, because its receivers have echoed no challenge', async () => {
    const database = await (await given())();
    const receiver = await startA2aReceiver();
    const { postpone } = outboxStore(database.background);
    let postponed = 0;
    const counting: typeof postpone = (...what) => ((postponed += 1), postpone(...what));
    const sender = startSender(database, { trialsPerMinute: 3, store: { postpone: counting } });
    const wake = await givenWake(sender, receiver.url, a2a);
    await eventually(async () => (await wake.stateOf()) === 'verified');
    await wake.deliver(100);
    await eventually(async () => receiver.received.length === 3 && (await waiting(database)) === 98);
    await sleep(300);
    expect(receiver.received).toHaveLength(3);
    expect(await waiting(database)).toBe(98);
    expect(postponed).toBeLessThan(10);
    expect((await wake.stored())!.lastError).toBeNull();
  });

  test('a name that leads to a private address only when the request is sent gets nothing', async () => {
    const { receiver, sender } = await scene({ allowsPrivate: false, retryMs: [], resolve: async () => ['127.0.0.1'] });
    const wake = await givenWake(sender, `https://rebound.example:${receiver.port}/`, a2a);
    await eventually(async () => (await wake.stateOf()) === 'disabled');
    expect((await wake.stored())!.lastError).toBe('It must have a public network address');
    expect(receiver.received).toEqual([]);
  });
});

describe.each(databases)('on %s', (_, open) => {
  let place: Place;
  let served: Served;
  beforeAll(async () => {
    place = await open();
    served = await serve(
      { ...place.settings, PARLEY_WAKE_PRIVATE: '1', PARLEY_RATE_LIMIT: '0', PARLEY_LIVE_SECONDS: '1' },
      undefined,
      { retryMs: [0, 0, 50] },
    );
  });
  afterAll(async () => {
    await served.stop();
    await place.remove();
  });

  describe.each(clients)('%s', (name, connect) => {
    let client: A2aClient;
    beforeAll(async () => {
      client = await connect(served.url);
    });

    test('sets, shows and deletes a configuration, and is notified of a delivery with token and credentials', async () => {
      const receiver = await startA2aReceiver();
      const { owner, crew } = await meeting(served, 1);
      const [ada] = crew as [Member];
      const task = taskOf(ada);
      expect(await client.listPush(task, ada.key)).toEqual([]);
      await expect(client.getPush(task, ada.key, 'one')).rejects.toThrow(/no such push notification configuration/);

      const { token, credentials, ...shown } = await client.setPush(task, ada.key, { url: receiver.url, id: 'one', ...wish });
      expect(shown).toEqual({ id: 'one', taskId: task, url: receiver.url, scheme: 'Bearer' });
      expect([token, credentials]).toEqual([undefined, undefined]);
      for (const config of [await client.getPush(task, ada.key, 'one'), ...(await client.listPush(task, ada.key))])
        expect(config).toMatchObject(shown);
      await expect(client.getPush(task, ada.key, 'two')).rejects.toThrow(/no such push notification configuration/);
      await eventually(async () => (await answer(200, served, 'getWake', ada)).state === 'verified');

      const sending = { content: 'Confidential', to: [ada.id] };
      const { messageId, deliveries } = await answer(200, served, 'sendMessage', owner, sending);
      await eventually(() => receiver.received.some(isOfDelivery));
      const isLegacy = name.includes('0.3');
      const [notification, ...others] = receiver.received.filter(isOfDelivery);
      expect(others).toEqual([]);
      const { statusUpdate = notification!.body } = notification!.body as Record<string, object>;
      expect(statusUpdate).toMatchObject({
        ...(isLegacy ? { kind: 'task', id: task } : { taskId: task }),
        contextId: ada.spaceId,
        status: { state: isLegacy ? 'input-required' : 'TASK_STATE_INPUT_REQUIRED' },
        metadata: { event: 'delivery', sequence: expect.any(Number), deliveryId: deliveries[0]!.deliveryId, messageId },
      });
      for (const { headers, text } of receiver.received) {
        expect(headers).toMatchObject({
          'x-a2a-notification-token': wish.token,
          authorization: `Bearer ${wish.credentials}`,
          'content-type': isLegacy ? 'application/json' : 'application/a2a+json',
        });
        expect(text).not.toContain('Confidential');
      }

      await client.deletePush(task, ada.key, 'another');
      expect(await client.listPush(task, ada.key)).toHaveLength(1);
      for (let i = 0; i < 2; i += 1) await client.deletePush(task, ada.key, 'one');
      expect(await client.listPush(task, ada.key)).toEqual([]);
      expect((await ask(served, 'getWake', ada)).status).toBe(404);
      await answer(200, served, 'sendMessage', owner, sending);
      await sleep(200);
      expect(receiver.received.filter(isOfDelivery)).toHaveLength(1);
    });

    test('errors are those of the protocol, also for tasks of others', async () => {
      const { crew } = await meeting(served, 2);
      const [ada, bob] = crew as [Member, Member];
      const url = 'http://127.0.0.1:1/';
      for (const task of [taskOf(bob), 'nothing']) {
        await expect(client.setPush(task, ada.key, { url })).rejects.toThrow(/no such task|Task not found/);
        await expect(client.getPush(task, ada.key, 'x')).rejects.toThrow(/no such task|Task not found/);
        await expect(client.listPush(task, ada.key)).rejects.toThrow(/no such task|Task not found/);
        await expect(client.deletePush(task, ada.key, 'x')).rejects.toThrow(/no such task|Task not found/);
      }
      for (const bad of [{ url: 'nonsense' }, { url: 'ftp://a/' }, { url, token: 'a\r\nx: y' }, { url, token: 'ä' }])
        await expect(client.setPush(taskOf(ada), ada.key, bad)).rejects.toThrow(/url|token/);
      await expect(client.setPush(taskOf(ada), ada.key, { url, scheme: 'a b', credentials: 'c' })).rejects.toThrow(/scheme/);
      expect(await client.listPush(taskOf(ada), ada.key)).toEqual([]);
    });
  });

  describe.each([
    ['1.0', 'SendMessage', 'taskPushNotificationConfig'],
    ['0.3', 'message/send', 'pushNotificationConfig'],
  ])('a configuration that comes with a message of %s', (version, method, field) => {
    const message = (place: object) => ({
      messageId: crypto.randomUUID(),
      role: version === '1.0' ? 'ROLE_USER' : 'user',
      ...place,
    });
    const text = [{ kind: 'text', text: 'Hello' }];
    const data = (operation: string, input: object) => [{ kind: 'data', data: { operation, input } }];

    test('is set once, however many messages it comes with, and until it changes', async () => {
      const receiver = await startA2aReceiver();
      const { crew } = await meeting(served, 1);
      const [ada] = crew as [Member];
      const say = async (token: string) => {
        const params = {
          message: message({ contextId: ada.spaceId, parts: text }),
          configuration: { [field]: { url: receiver.url, token } },
        };
        expect((await rpc(served, method, params, ada.key)).error).toBeUndefined();
      };
      for (let i = 0; i < 25; i += 1) await say('first');
      await eventually(async () => (await answer(200, served, 'getWake', ada)).state === 'verified');
      expect(receiver.received).toHaveLength(1);
      await say('second');
      await eventually(() => receiver.received.length === 2);
      expect(receiver.received.map(({ headers }) => headers['x-a2a-notification-token'])).toEqual(['first', 'second']);
      expect((await answer(200, served, 'getWake', ada)).a2a).toEqual({ version });
    });

    test('of a new member is set with its new key', async () => {
      const receiver = await startA2aReceiver();
      const owner = await openSpace(served);
      const { key } = await invite(served, owner);
      const configuration = { [field]: { url: receiver.url, token: 'joined' } };
      const params = { message: message({ contextId: owner.spaceId, parts: data('joinSpace', { name: 'Ada' }) }), configuration };
      expect((await rpc(served, method, params, key)).error).toBeUndefined();
      await eventually(() => receiver.received.length === 1);
      const created = { message: message({ parts: data('createSpace', { name: 'S', description: '' }) }), configuration };
      expect((await rpc(served, method, created, undefined)).error).toBeUndefined();
      await eventually(() => receiver.received.length === 2);
    });

    test('is refused before anything happens', async () => {
      const { owner, invitation } = await meeting(served, 0);
      const configuration = { [field]: { url: 'ftp://agent.example/' } };
      const joining = message({ contextId: owner.spaceId, parts: data('joinSpace', { name: 'Eve' }) });
      const saying = message({ contextId: owner.spaceId, parts: text });
      expect((await rpc(served, method, { message: joining, configuration }, invitation.key)).error!.code).toBe(-32602);
      expect((await rpc(served, method, { message: saying, configuration }, owner.key)).error!.code).toBe(-32602);
      expect((await answer(200, served, 'listMessages', owner)).messages).toEqual([]);
      expect((await answer(200, served, 'getSpace', owner)).participants).toHaveLength(1);
    });
  });

  describe('a configuration', () => {
    let receiver: Receiver;
    let owner: Member;
    let ada: Member;
    const set = (more: object = {}) => {
      const params = { taskId: taskOf(ada), url: receiver.url, ...more };
      return rpc(served, 'CreateTaskPushNotificationConfig', params, ada.key);
    };
    const isVerified = async () => (await answer(200, served, 'getWake', ada)).state === 'verified';
    beforeEach(async () => {
      receiver = await startA2aReceiver();
      const given = await meeting(served, 1);
      owner = given.owner;
      ada = given.crew[0]!;
    });
    afterEach(() => (receiver.reply = accepting));

    test('makes its participant wakeable', async () => {
      await set();
      await eventually(async () => {
        const { participants } = await answer(200, served, 'getSpace', owner);
        return participants.find(({ participantId }) => participantId === ada.id)!.reach === 'wakeable';
      });
    });

    test('is signed with the secret that putWake returns for the same configuration', async () => {
      await set();
      await eventually(isVerified);
      const { secret } = await answer(200, served, 'putWake', ada, { url: receiver.url, a2a: { version: '1.0' } });
      await answer(200, served, 'sendMessage', owner, { content: 'Hi', to: [ada.id] });
      await eventually(() => receiver.received.some(isOfDelivery));
      receiver.verify(secret);
    });

    test('replaces the wake address of its participant, and is replaced by one', async () => {
      await answer(200, served, 'putWake', ada, { url: `${receiver.url}/own` });
      await set({ id: 'mine' });
      expect(await answer(200, served, 'getWake', ada)).toMatchObject({ url: receiver.url, a2a: { version: '1.0', id: 'mine' } });
      await answer(200, served, 'putWake', ada, { url: `${receiver.url}/own` });
      expect((await answer(200, served, 'getWake', ada)).a2a).toBeUndefined();
      const { result } = await rpc(served, 'ListTaskPushNotificationConfigs', { taskId: taskOf(ada) }, ada.key);
      expect(result).toEqual({ configs: [], nextPageToken: '' });
    });

    test.each(['kickParticipant', 'leaveSpace', 'closeSpace'] as const)('ends with %s: nothing more is sent', async (ending) => {
      await set();
      await eventually(isVerified);
      let refuse = () => {};
      receiver.reply = (received, response) => void (refuse = () => refusing(received, response));
      await answer(200, served, 'sendMessage', owner, { content: 'Hi', to: [ada.id] });
      await eventually(() => receiver.received.some(isOfDelivery));
      if (ending === 'leaveSpace') await answer(200, served, ending, ada);
      else await answer(200, served, ending, owner, ending === 'kickParticipant' ? { participantId: ada.id } : {});
      refuse();
      await sleep(300);
      expect(receiver.received.filter(isOfDelivery)).toHaveLength(1);
      expect((await set()).error).toMatchObject({ code: -32004 });
      const { result } = await rpc(served, 'ListTaskPushNotificationConfigs', { taskId: taskOf(ada) }, ada.key);
      expect(result).toMatchObject({ configs: [] });
    });

    test('has the id of its task, unless the client gives it another one', async () => {
      expect((await set()).result).toEqual({ id: taskOf(ada), taskId: taskOf(ada), url: receiver.url });
      expect((await set({ id: 'mine' })).result).toMatchObject({ id: 'mine' });
    });

    test('that comes with a streamed message is set', async () => {
      const message = { messageId: 'm', role: 'ROLE_USER', contextId: ada.spaceId, parts: [{ text: 'Hello' }] };
      const leaving = new AbortController();
      const response = await fetch(`${served.url}/a2a/v1/message:stream`, {
        method: 'POST',
        body: JSON.stringify({ message, configuration: { taskPushNotificationConfig: { url: receiver.url } } }),
        headers: { 'x-private-key': ada.key },
        signal: leaving.signal,
      });
      expect(response.status).toBe(200);
      await eventually(() => receiver.received.length === 1);
      leaving.abort();
    });

    test('of a request to join is refused until the owner has decided', async () => {
      const hall = await openSpace(served, { privacy: 'private' });
      const { key } = await invite(served, hall);
      const { participantId } = await answer(202, served, 'joinSpace', { spaceId: hall.spaceId, key }, { name: 'Grace' });
      const params = { taskId: `${hall.spaceId}.${participantId}`, url: receiver.url };
      expect((await rpc(served, 'CreateTaskPushNotificationConfig', params, key)).error).toMatchObject({ code: -32004 });
    });
  });
});

test('a private address is refused, also behind a name, with the code of invalid parameters', async () => {
  const served = await serve({}, undefined, {
    resolve: async (name) => (name === 'inside.example' ? ['10.1.2.3'] : ['93.184.215.14']),
  });
  onTestFinished(served.stop);
  const { owner } = await meeting(served, 0);
  for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://inside.example/', 'http://93.184.215.14/']) {
    const params = { taskId: taskOf(owner), url };
    const { error } = await rpc(served, 'CreateTaskPushNotificationConfig', params, owner.key);
    expect(error).toMatchObject({
      code: -32602,
      data: [{ metadata: { code: 'invalid_request' } }, { fieldViolations: [{ field: 'url' }] }],
    });
  }
  expect((await ask(served, 'getWake', owner)).status).toBe(404);
});

test('token and credentials are neither logged nor stored in clear', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const said: string[] = [];
  const server = await startServer(
    { ...place.settings, PARLEY_WAKE_PRIVATE: '1', LOG_LEVEL: 'trace' },
    (text) => void said.push(text),
  );
  onTestFinished(() => server.kill());
  const receiver = await startA2aReceiver();
  const owner = await openSpace(server);
  const ada = await join(server, await invite(server, owner));
  const client = await clients[0]![1](server.url);
  await client.setPush(taskOf(owner), owner.key, { url: receiver.url, ...wish });
  const { token, ...authentication } = wish;
  await answer(200, server, 'putWake', ada, { url: receiver.url, a2a: { version: '0.3', token, authentication } }, 'once');
  receiver.reply = refusing;
  await answer(200, server, 'sendMessage', owner, { content: 'Hi', to: [ada.id] });
  await eventually(() => receiver.received.length > 2);
  const tables = await place.sql("select table_name as name from information_schema.tables where table_schema = 'public'");
  const rows = await Promise.all(tables.map(({ name }) => place.sql(`select t::text as row from "${String(name)}" t`)));
  const stored = rows
    .flat()
    .map(({ row }) => String(row))
    .join('\n');
  expect(stored).toContain(receiver.url);
  for (const secret of [wish.token, wish.credentials]) {
    for (const text of [stored, said.join('')]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
    }
  }
});
