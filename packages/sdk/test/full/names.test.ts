import { describe, expect, inject, test } from 'vitest';
import { LockedError, NotFoundError, type Message, type Space } from '../../src/index.ts';
import { connect, eventually, listen, meeting } from '../meeting.ts';

const server = inject('server');

/** Asks to join under these names, and waits no longer than until the owner can decide. */
async function waiting(owner: Space, ...names: string[]): Promise<string[]> {
  const invitation = await owner.invite();
  const ids: string[] = [];
  for (const name of names) {
    const asked = new AbortController();
    const enough = new Error('asked');
    const onWaiting = (id: string) => {
      ids.push(id);
      asked.abort(enough);
    };
    const joining = connect(server.url).join(invitation, { name, onWaiting, signal: asked.signal });
    await expect(joining).rejects.toBe(enough);
  }
  return ids;
}

describe('a name in place of an id', () => {
  test('approves, mutes, unmutes and kicks the participant who has it', async () => {
    const owner = await connect(server.url).createSpace({ name: 'Board', description: '', privacy: 'private' });
    const [bob] = await waiting(owner, 'Bob');
    const status = async () => (await owner.participant('Bob')).status;
    expect(await owner.participant(bob!)).toMatchObject({ participantId: bob, status: 'waitingForApproval' });
    await owner.approve('Bob');
    expect(await status()).toBe('active');
    await owner.mute('Bob');
    expect(await status()).toBe('muted');
    await owner.unmute('Bob');
    expect((await owner.kick('Bob').withResponse()).response.status).toBe(200);
    await expect(owner.approve('bert')).rejects.toThrow(NotFoundError);
  });

  test('is refused when several have it, and lists their ids', async () => {
    const owner = await connect(server.url).createSpace({ name: 'Board', description: '', privacy: 'private' });
    const ids = await waiting(owner, 'Bob', 'Bob');
    const error: unknown = await owner.approve('Bob').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConflictError', code: 'ambiguous_name' });
    for (const id of ids) expect((error as Error).message).toContain(id);
    await owner.approve(ids[0]!);
    await owner.approve('Bob');
    expect((await owner.get()).participants.map(({ status }) => status)).toEqual(['active', 'active', 'active']);
  });

  test('gets an artifact', async () => {
    const [owner] = await meeting(connect(server.url));
    const { id } = await owner.artifacts.create({ name: 'Plan', content: '# Plan' });
    expect(await owner.artifacts.get('Plan')).toMatchObject({ id, content: '# Plan' });
    for (const name of ['plan', id.slice(0, 8)]) expect((await owner.artifacts.get(name)).id).toBe(id);
    await expect(owner.artifacts.get('plans')).rejects.toThrow('There is no artifact called "plans"');
    await owner.artifacts.create({ name: 'Plan', ifExists: 'create' });
    await expect(owner.artifacts.get('Plan')).rejects.toMatchObject({ code: 'ambiguous_name' });
  });
});

test('a refused addressee is named as the caller wrote it, not by its place in the list', async () => {
  const [owner, bob] = await meeting(connect(server.url), 'Bob');
  const refused = (to: string | string[]) => owner.send('Hello', { to }).catch((error: unknown) => error);
  expect(await refused('Olga')).toMatchObject({ name: 'InvalidRequestError', message: '"Olga" is you: name somebody else' });
  expect(await refused(['Bob', 'Olga'])).toMatchObject({ issues: [{ field: 'to.1' }] });
  await bob!.leave();
  expect(await refused('Bob')).toMatchObject({ message: expect.stringMatching(/^"Bob" must be .*in this space/) });
});

test('a refused lock names its holder', async () => {
  const [owner, bob] = await meeting(connect(server.url), 'Bob');
  const plan = await owner.artifacts.create({ name: 'Plan' });
  await (await bob!.artifacts.get(plan.id)).lock();
  const error: unknown = await plan.lock().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LockedError);
  expect(error).toMatchObject({ lockedBy: bob!.participantId, lockedByName: 'Bob' });
});

describe('a message', () => {
  const own = (messages: readonly Message[]) => messages.map(({ content, isMine }) => [content, isMine]);
  const expected = [
    ['from Bob', false],
    ['from me', true],
  ];

  test('says whether it is mine, in pages, in the history and in events', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    await bob!.send('from Bob');
    await owner.send('from me');
    expect(own((await owner.messages()).messages)).toEqual(expected);
    const history: Message[] = [];
    for await (const message of owner.history()) history.push(message);
    expect(own(history)).toEqual(expected);
    const { heard } = listen(owner.events());
    const told = () => heard.flatMap((event) => (event.type === 'message' ? [event.data] : []));
    await eventually(() => told().length === 2);
    expect(own(told())).toEqual(expected);
    await owner.close();
  });

  test('does not say it while the client does not know who I am, which a stream tells', async () => {
    const [{ spaceId, key, participantId }] = await meeting(connect(server.url));
    const again = connect(server.url).space({ spaceId, key });
    expect(again.participantId).toBeUndefined();
    await again.send('from me');
    expect(own((await again.messages()).messages)).toEqual([['from me', undefined]]);
    for await (const { type } of again.events()) if (type === 'message') break;
    expect(again.participantId).toBe(participantId);
    expect(own((await again.messages()).messages)).toEqual([['from me', true]]);
  });
});
