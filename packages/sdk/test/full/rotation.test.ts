import { expect, inject, test } from 'vitest';
import { KeyError, Parley, type Space } from '../../src/index.ts';
import { connect, eventually, listen, meeting } from '../meeting.ts';
import { json, refusal, scripted, unreachable } from '../scripted-fetch.ts';

const server = inject('server');

const rotate = async (space: Space): Promise<string[]> => {
  const stored: string[] = [];
  await space.rotateKey({ store: (key) => stored.push(key) });
  return stored;
};

test('a replaced key is stored before it is used, and the former one no longer works', async () => {
  const parley = connect(server.url);
  const [, bob] = await meeting(parley, 'Bob');
  const former = bob!.key;
  const copy = parley.space({ spaceId: bob!.spaceId, key: former });
  const seen: string[] = [];
  await bob!.rotateKey({
    async store(key) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      seen.push(key, bob!.key);
    },
  });
  expect(seen).toEqual([bob!.key, former]);
  expect(bob!.key).not.toBe(former);
  await bob!.send('Still me');
  await expect(copy.get()).rejects.toMatchObject({ name: 'KeyError', code: 'key_revoked' });
});

test('streams, deliveries and waiting reads of the same object continue with the new key, and lose and repeat nothing', async () => {
  const [owner, bob] = await meeting(connect(server.url), 'Bob');
  const ending = new AbortController();
  const { signal } = ending;
  const streams = (['stream', 'poll'] as const).map((transport) => listen(bob!.events({ signal, transport })));
  const done: string[] = [];
  const working = bob!.work(async ({ message }) => void done.push(message.content), { signal });
  await eventually(() => streams[0]!.heard.some(({ type }) => type === 'ready'));
  const said: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const waiting = bob!.messages({ after: 1_000, waitMs: 2_000 });
    const rotating = rotate(bob!);
    for (let i = 0; i < 5; i += 1) {
      said.push(`${round}.${i}`);
      await owner.send(said.at(-1)!, { to: 'Bob', expects: 'ack' });
    }
    await bob!.send(`mine ${round}`);
    await rotating;
    await waiting;
  }
  const heard = ({ heard }: (typeof streams)[number]) =>
    heard.flatMap(({ type, data }) => (type === 'message' && !data.isMine ? data.content : []));
  const counts = () => [...streams.map((stream) => heard(stream).length), done.length];
  // What is missing after all this time is named by the comparison.
  await eventually(() => counts().every((count) => count >= 25)).catch(() => {});
  expect(counts()).toEqual([25, 25, 25]);
  for (const stream of streams) expect(heard(stream)).toEqual(said);
  expect(done).toEqual(said);
  ending.abort();
  await Promise.all([working, ...streams.map(({ ended }) => ended)]);
});

test('a stream still ends with an error when somebody else replaced the key', async () => {
  const parley = connect(server.url);
  const [, bob] = await meeting(parley, 'Bob');
  const { heard, ended } = listen(bob!.events());
  await eventually(() => heard.some(({ type }) => type === 'ready'));
  await rotate(parley.space({ spaceId: bob!.spaceId, key: bob!.key }));
  expect(await ended).toBeInstanceOf(KeyError);
});

test('two replacements at the same time follow each other', async () => {
  const [owner] = await meeting(connect(server.url));
  const [[first], [second]] = await Promise.all([rotate(owner), rotate(owner)]);
  expect(first).not.toBe(second);
  expect(owner.key).toBe(second);
  await owner.get();
});

test('when the key cannot be stored, nothing uses it, and the next try stores the same key', async () => {
  const [owner] = await meeting(connect(server.url));
  const former = owner.key;
  const lost: string[] = [];
  const store = (key: string) => {
    lost.push(key);
    throw new Error('The disk is full');
  };
  await expect(owner.rotateKey({ store })).rejects.toThrow('The disk is full');
  expect(owner.key).toBe(former);
  const stored = await rotate(owner);
  expect(stored).toEqual(lost);
  await owner.get();
});

test('a lost answer is repeated with the same Idempotency-Key and the former key; a caller can choose the Idempotency-Key', async () => {
  const { fetch, requests } = scripted(unreachable, refusal(503), json({ privateKey: 'n'.repeat(64) }));
  const space = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId: crypto.randomUUID(), key: 'former' });
  const stored: string[] = [];
  await space.rotateKey({ store: (key) => stored.push(key), idempotencyKey: 'mine' });
  expect(stored).toEqual(['n'.repeat(64)]);
  expect(requests.map(({ method, headers }) => [method, headers.get('x-private-key'), headers.get('idempotency-key')])).toEqual(
    Array.from({ length: 3 }, () => ['POST', 'former', 'mine']),
  );
});

test('without a way to store the key nothing is asked', async () => {
  const { fetch, requests } = scripted(json({}));
  const space = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId: crypto.randomUUID(), key: 'k' });
  await expect(space.rotateKey({} as never)).rejects.toThrow(TypeError);
  expect(requests).toEqual([]);
});
