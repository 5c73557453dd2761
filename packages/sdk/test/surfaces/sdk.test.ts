import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import {
  ConflictError,
  ForbiddenError,
  InvalidRequestError,
  KeyError,
  NotFoundError,
  operations,
  TimeoutError,
} from '../../src/index.ts';
import { connect, eventually, listen, meeting } from '../meeting.ts';

const server = inject('server');

test('knows every operation that a running server describes, by its method and path', async () => {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
  );
  expect(described.length).toBeGreaterThan(20);
  for (const [name, method, path] of described) {
    expect([name, ...(operations[name as keyof typeof operations] ?? []).slice(0, 2)]).toEqual([name, method, path]);
  }
});

describe('a space', () => {
  test('is created, changed, talked in, read and closed', async () => {
    const parley = connect(server.url);
    expect(await parley.health()).toEqual({ status: 'ok' });
    const [owner, bob] = await meeting(parley, 'Bob');
    await owner.update({ agenda: '1. Dates' });
    await bob!.send('Hello');
    await owner.send('<b>Hi</b>', { type: 'html' });
    const view = await bob!.get();
    expect(view).toMatchObject({ name: 'Launch', agenda: '1. Dates', state: 'open' });
    expect(view.participants.map(({ participantId }) => participantId)).toEqual([owner.participantId, bob!.participantId]);
    const { messages, hasMore } = await owner.messages({ limit: 1 });
    expect([messages.map(({ content }) => content), hasMore]).toEqual([['Hello'], true]);
    const all: string[] = [];
    for await (const { content, type } of owner.history({ limit: 1 })) all.push(`${type} ${content}`);
    expect(all).toEqual(['text Hello', 'html <b>Hi</b>']);
    const later = owner.messages({ after: (await owner.messages()).messages.at(-1)!.sequence, waitMs: 25_000 });
    await bob!.send('At last');
    expect((await later).messages.map(({ content }) => content)).toEqual(['At last']);
    await owner.close();
    await expect(bob!.get()).rejects.toThrow(KeyError);
    await expect(bob!.send('?')).rejects.toThrow(ConflictError);
  });

  test('is resumed with a kept key, in another process', async () => {
    const [owner] = await meeting(connect(server.url));
    const { spaceId, key, participantId } = owner;
    const again = connect(server.url).space({ spaceId, key, participantId });
    await again.send('Still me');
    expect((await owner.messages()).messages[0]).toMatchObject({ senderId: participantId, content: 'Still me' });
  });

  test('is moderated: mute, unmute, kick, leave', async () => {
    const [owner, bob, carol] = await meeting(connect(server.url), 'Bob', 'Carol');
    await owner.mute(bob!.participantId!);
    await expect(bob!.send('?')).rejects.toThrow(ForbiddenError);
    await owner.unmute(bob!.participantId!);
    await bob!.send('!');
    await owner.kick(bob!.participantId!);
    await expect(bob!.get()).rejects.toThrow(KeyError);
    await carol!.leave();
    await expect(carol!.get()).rejects.toMatchObject({ name: 'KeyError', status: 401 });
    await expect(owner.leave()).rejects.toThrow(KeyError);
  });

  test('says what is wrong with a request, field by field', async () => {
    const making = connect(server.url).createSpace({ name: 'x'.repeat(201), description: '' });
    await expect(making).rejects.toThrow(InvalidRequestError);
    await expect(making).rejects.toMatchObject({ issues: [{ field: 'name', limit: 200, actual: 201 }] });
  });
});

describe('joining', () => {
  test.each(['agentLink', 'humanLink'] as const)('takes an %s, from whatever service the client is of', async (kind) => {
    const [owner] = await meeting(connect(server.url));
    const invitation = await owner.invite();
    const bob = await connect('http://127.0.0.1:1').join(invitation[kind], { name: 'Bob', role: 'reviewer', isHuman: true });
    const { participants } = await bob.get();
    expect(participants.at(-1)).toMatchObject({ participantId: bob.participantId, name: 'Bob', role: 'reviewer', isHuman: true });
  });

  test('takes space and key by themselves, and refuses what is no invitation', async () => {
    const [owner] = await meeting(connect(server.url));
    const { publicInvitationKey } = await owner.invite();
    await connect(server.url).join({ spaceId: owner.spaceId, publicInvitationKey }, { name: 'Bob' });
    await expect(connect(server.url).join('https://example.com', { name: 'Bob' })).rejects.toThrow(TypeError);
  });

  test('is bounded by what the invitation says, and ends with it', async () => {
    const parley = connect(server.url);
    const [owner] = await meeting(parley);
    const invitation = await owner.invite({ maxUses: 1, expiresInSeconds: 3_600, role: 'observer' });
    const bob = await parley.join(invitation, { name: 'Bob', role: 'chair' });
    expect((await owner.get()).participants.at(-1)).toMatchObject({ name: 'Bob', role: 'observer' });
    await expect(parley.join(invitation, { name: 'Eve' })).rejects.toMatchObject({ status: 401, code: 'invitation_used_up' });
    const open = await owner.invite();
    await owner.revokeInvitation(open.invitationId);
    await expect(parley.join(open, { name: 'Eve' })).rejects.toMatchObject({ status: 401, code: 'invitation_revoked' });
    expect(await owner.invitations()).toMatchObject([
      { invitationId: open.invitationId, state: 'revoked', uses: 0 },
      { invitationId: invitation.invitationId, state: 'usedUp', role: 'observer', participantIds: [bob.participantId] },
      {},
    ]);
  });

  test('is refused to a participant who was kicked with the invitation', async () => {
    const parley = connect(server.url);
    const [owner] = await meeting(parley);
    const invitation = await owner.invite();
    const [mallory, bob] = [await parley.join(invitation, { name: 'Mallory' }), await parley.join(invitation, { name: 'Bob' })];
    await owner.kick(mallory.participantId!, { revokeInvitation: true });
    await expect(parley.join(invitation, { name: 'Mallory again' })).rejects.toThrow(KeyError);
    await bob.send('Still here');
  });

  test('waits in a private space until the owner approves or declines, or the timeout ends', async () => {
    const parley = connect(server.url);
    const owner = await parley.createSpace({ name: 'Private', description: '', privacy: 'private' });
    const invitation = await owner.invite();
    const joining = parley.join(invitation, { name: 'Bob', pollMs: 20, onWaiting: (id) => void owner.approve(id) });
    const bob = await joining;
    await bob.send('I am in');
    const declined = parley.join(invitation, { name: 'Eve', pollMs: 20, onWaiting: (id) => void owner.kick(id) });
    await expect(declined).rejects.toThrow(NotFoundError);
    await expect(declined).rejects.toMatchObject({ code: 'join_declined' });
    await expect(parley.join(invitation, { name: 'Carl', pollMs: 20, timeoutMs: 300 })).rejects.toThrow(TimeoutError);
    const ending = new AbortController();
    const reason = new Error('enough');
    const waiting = parley.join(invitation, { name: 'Dora', signal: ending.signal, onWaiting: () => ending.abort(reason) });
    await expect(waiting).rejects.toBe(reason);
  });

  test('twice with the same idempotency key is one participant', async () => {
    const parley = connect(server.url);
    const owner = await parley.createSpace({ name: 'Public', description: '' });
    const invitation = await owner.invite();
    const joining = () => parley.join(invitation, { name: 'Bob', idempotencyKey: 'one-attempt' });
    const [first, second] = await Promise.all([joining(), joining()]);
    expect([first.participantId, first.key]).toEqual([second.participantId, second.key]);
    expect((await owner.get()).participants).toHaveLength(2);
  });

  test('continues to wait as the same participant after a restart, also if the owner has decided meanwhile', async () => {
    const parley = connect(server.url);
    const owner = await parley.createSpace({ name: 'Private', description: '', privacy: 'private' });
    const invitation = await owner.invite();
    let asked = '';
    const stopping = new AbortController();
    const enough = new Error('stopped');
    const onWaiting = (id: string) => {
      asked = id;
      stopping.abort(enough);
    };
    const first = parley.join(invitation, { name: 'Bob', signal: stopping.signal, onWaiting });
    await expect(first).rejects.toBe(enough);
    const waitingOn = { name: 'Bob', pollMs: 20, participantId: asked };
    const bob = await parley.join(invitation, { ...waitingOn, onWaiting: (id) => void owner.approve(id) });
    expect(bob.participantId).toBe(asked);
    expect(await parley.join(invitation, waitingOn)).toMatchObject({ participantId: asked, key: bob.key });
    expect((await owner.get()).participants).toHaveLength(2);
  });
});

describe('following', () => {
  test('receives everything in order, and ends with the space', async () => {
    const parley = connect(server.url);
    const owner = await parley.createSpace({ name: 'Launch', description: '' });
    const { heard, ended } = listen(owner.events());
    await eventually(() => heard.some(({ type }) => type === 'context'));
    const bob = await parley.join(await owner.invite(), { name: 'Bob' });
    await bob.send('Hello\u2028there');
    await owner.artifacts.create({ name: 'Plan' });
    await owner.mute(bob.participantId!);
    await owner.close();
    expect(await ended).toBeUndefined();
    const kept = heard.filter(({ id }) => id !== undefined);
    expect(kept.map(({ type }) => type)).toEqual([
      'participant-status',
      'message',
      'artifact',
      'participant-status',
      'space-closed',
    ]);
    expect(kept.map(({ id }) => id)).toEqual(kept.map((_, i) => kept[0]!.id! + i));
    expect(kept[1]!.data).toMatchObject({ content: 'Hello\u2028there', senderId: bob.participantId });
  });

  test('continues from a position in another process, or only from now on', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    for (const content of ['1', '2', '3']) await bob!.send(content);
    let place = 0;
    for await (const { type, id, data } of owner.events()) {
      place = id ?? place;
      if (type === 'message' && data.content === '2') break;
    }
    const now = listen(owner.events({ after: 'now' }));
    await eventually(() => now.heard.some(({ type }) => type === 'context'));
    await bob!.send('4');
    const said: string[] = [];
    for await (const event of connect(server.url).space(owner).events({ after: place })) {
      if (event.type === 'message') said.push(event.data.content);
      if (said.length === 2) break;
    }
    expect(said).toEqual(['3', '4']);
    await eventually(() => now.heard.some(({ type }) => type === 'message'));
    await owner.close();
    await now.ended;
    expect(now.heard.flatMap((event) => (event.type === 'message' ? event.data.content : []))).toEqual(['4']);
  });

  test('with since, receives the messages after that instant', async () => {
    const [owner] = await meeting(connect(server.url));
    await owner.send('before');
    const { cursor } = await owner.messages();
    await owner.send('after');
    for await (const event of owner.events({ since: cursor })) {
      if (event.type !== 'message') continue;
      expect(event.data.content).toBe('after');
      break;
    }
  });

  test('yields a reset if the position is from a database that was replaced, and then everything from the beginning', async () => {
    const [owner] = await meeting(connect(server.url));
    await owner.send('Hello');
    const { heard, ended } = listen(owner.events({ after: 1_000 }));
    await eventually(() => heard.some(({ type }) => type === 'message'));
    expect(heard.find(({ type }) => type === 'reset')?.data).toMatchObject({ reason: 'ahead', oldest: 1 });
    await owner.close();
    await ended;
  });

  test.each(['stream', 'poll'] as const)('by %s throws KeyError when kicked', async (transport) => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    const { ended } = listen(bob!.events({ transport }));
    await sleep(100);
    await owner.kick(bob!.participantId!);
    expect(await ended).toBeInstanceOf(KeyError);
  });

  test('ends when the space runs out, also for one who comes back after it', async () => {
    const owner = await connect(server.url).createSpace({ name: 'Short', description: '', ttl: 1 });
    await listen(owner.events()).ended;
    expect(await listen(owner.events({ after: 0 })).ended).toBeUndefined();
  });

  test('by polling, receives the same messages', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    await bob!.send('1');
    const { heard, ended } = listen(owner.events({ transport: 'poll' }));
    await eventually(() => heard.length === 1);
    await bob!.send('2');
    await eventually(() => heard.length === 2);
    await owner.close();
    expect(await ended).toBeUndefined();
    expect(heard.map((event) => event.type === 'message' && event.data.content)).toEqual(['1', '2']);
  });
});
