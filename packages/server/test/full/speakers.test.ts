import { answer, Human, meeting, openStream, type Input, type Member } from '@parley/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

let server: Served;
let session: string;
let userToken: string;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
  const human = new Human(server.url);
  await human.setUp(server.setUpLink, { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' });
  session = await human.session();
  userToken = (await answer(201, server, 'createApiToken', { session }, {})).token;
});
afterAll(() => server.stop());

const claims = { speaker: 'owner', isOwner: true, isHuman: true };

async function classOf(shown: object, wish?: Input): Promise<unknown> {
  const { owner, invitation } = await meeting(server, 0, wish);
  const { participantId, participantPrivateKey: key } = await answer(
    200,
    server,
    'joinSpace',
    { ...invitation, ...shown },
    { name: 'Ada', ...claims },
  );
  const { messages, participants } = await sent(owner, { id: participantId, spaceId: owner.spaceId, key });
  expect(participants.find(({ isOwner }) => isOwner)).toMatchObject({ participantId: owner.id, speaker: 'owner' });
  const { speaker } = participants.find((each) => each.participantId === participantId)!;
  expect(messages).toMatchObject([{ speaker }, { speaker: 'owner' }]);
  return speaker;
}

async function sent(owner: Member, joiner: Member) {
  await answer(200, server, 'sendMessage', joiner, { content: 'Hello', speaker: 'owner' });
  await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
  return answer(200, server, 'listMessages', joiner);
}

describe('the speaker class of a participant', () => {
  it('is guest without a credential, whatever the body claims', async () => expect(await classOf({})).toBe('guest'));

  it('is human with a session', async () => expect(await classOf({ session })).toBe('human'));

  it('is agent with a user token, also beside a session', async () => {
    expect(await classOf({ userToken })).toBe('agent');
    expect(await classOf({ userToken, session })).toBe('agent');
  });

  it('is guest with credentials that are not valid', async () => {
    expect(await classOf({ userToken: `usr_${'x'.repeat(43)}`, session: 'x.y.z' })).toBe('guest');
    expect(await classOf({ session: userToken })).toBe('guest');
  });

  it('is owner for an owner, also with a user token', async () => {
    const body = await answer(
      200,
      server,
      'createSpace',
      { userToken },
      { name: 'S', description: '', ...claims, speaker: 'guest' },
    );
    const { participants } = await answer(200, server, 'getSpace', { spaceId: body.spaceId, key: body.ownerPrivateKey });
    expect(participants).toMatchObject([{ speaker: 'owner' }]);
  });

  it('is decided by the first of several tries, and no later request changes it', async () => {
    const { invitation } = await meeting(server, 0);
    const once = randomUUID();
    const join = (shown: object) => answer(200, server, 'joinSpace', { ...invitation, ...shown }, { name: 'Ada' }, once);
    const { participantId, participantPrivateKey: key } = await join({});
    expect((await join({ session })).participantId).toBe(participantId);
    const member = { ...invitation, key, session, userToken };
    await answer(200, server, 'sendMessage', member, { content: 'Hello' });
    const { messages, participants } = await answer(200, server, 'listMessages', member);
    expect(messages).toMatchObject([{ speaker: 'guest' }]);
    expect(participants.find((each) => each.participantId === participantId)).toMatchObject({ speaker: 'guest' });
  });

  it('is in the events of the stream, and in a private space in the request to join', async () => {
    const { owner, invitation } = await meeting(server, 0, { privacy: 'private' });
    const stream = await openStream(server, owner);
    await answer(202, server, 'joinSpace', { ...invitation, session }, { name: 'Ada' });
    const told = () => stream.events.find(({ event }) => event === 'participant-status');
    await eventually(told);
    expect(told()!.data).toMatchObject({ participant: { speaker: 'human' } });
    stream.leave();
  });
});
