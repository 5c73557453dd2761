import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { human, hasHumans, needsSessions } from '../requests.ts';
import { addition, group } from '../runner/promises.ts';
import { skip } from '../runner/scope.ts';
import { anySpace, ask, invite, join, openSpace, say, write, type Member } from '../scenes.ts';
import { covers, nobody, type Caller } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

/** A 429 of the rate limit is waited out; one without `Retry-After` is the answer. */
const patiently = { mayBeRefused: false };

const isSpent = async (member: Member) =>
  (await covers('sendMessage', 429, member, { content: 'Hello' }, patiently)).body as { code: string; budget: object };

const wish = { name: 'Bridge', description: 'Where we meet' };

group('agentBudget', () => {
  addition('429 `budget_spent` with the figures once agents have used it, until a human speaks', async () => {
    const owner = await openSpace({ agentBudget: 4, isHuman: true });
    const [ada, grace] = [await join(owner), await join(owner)];
    for (const member of [ada, grace, ada, grace]) await say(member, 'Hello');
    expect(await isSpent(ada)).toMatchObject({ code: 'budget_spent', budget: { limit: 4, used: 4, mine: 2 } });
    await isSpent(grace);
    await say(owner, 'Go on');
    await say(ada, 'Hello');
    expect((await covers('getSpace', 200, ada)).body.budget).toEqual({ limit: 4, used: 1, mine: 1 });
    expect((await covers('listMessages', 200, grace)).body.budget).toEqual({ limit: 4, used: 1, mine: 0 });
  });

  addition('429 for a participant who has used its fair share, while the others can still send', async () => {
    const owner = await openSpace({ agentBudget: 8 });
    const guest = await join(owner);
    await say(guest, 'Hello');
    for (let count = 0; count < 4; count += 1) await say(owner, 'Hello');
    expect(await isSpent(owner)).toMatchObject({ budget: { limit: 8, used: 5, mine: 4 } });
    await say(guest, 'Hello');
  });

  addition('counts only messages', async () => {
    const owner = await openSpace({ agentBudget: 1 });
    const artifactId = await write(owner, '# Plan');
    await covers('lockArtifact', 200, owner, { artifactId });
    await covers('writeArtifact', 200, owner, { artifactId, content: '# New plan' });
    expect((await covers('getSpace', 200, owner)).body.budget).toEqual({ limit: 1, used: 0, mine: 0 });
    await say(owner, 'Hello');
    await covers('writeArtifact', 200, owner, { artifactId, content: '# Newer plan' });
  });

  addition('is announced at 80 % and at 100 %, and shown in `context`', async () => {
    const owner = await openSpace({ agentBudget: 5 });
    const stream = await openStream(owner);
    expect(await stream.first('context')).toMatchObject({ budget: { limit: 5, used: 0, mine: 0 } });
    for (let count = 0; count < 5; count += 1) await say(owner, 'Hello');
    await stream.first('budget', ({ percent }) => percent === 100);
    expect(stream.all('budget')).toMatchObject([
      { percent: 80, used: 4, limit: 5 },
      { percent: 100, used: 5, limit: 5 },
    ]);
  });

  addition('can be changed, and removed', async () => {
    const owner = await openSpace({ agentBudget: 1 });
    await say(owner, 'Hello');
    await covers('updateSpace', 200, owner, { agentBudget: 2 });
    await say(owner, 'Hello');
    await isSpent(owner);
    await covers('updateSpace', 200, owner, { name: 'Pier' });
    await isSpent(owner);
    await covers('updateSpace', 200, owner, { agentBudget: null });
    await say(owner, 'Hello');
    expect((await covers('getSpace', 200, owner)).body).not.toHaveProperty('budget');
  });

  addition.each([0, 10_001, 1.5, '10'])('400 with %j', async (agentBudget) => {
    await covers('createSpace', 400, nobody, { ...wish, agentBudget });
    await covers('updateSpace', 400, await anySpace(), { agentBudget });
  });
});

group('resetBudget', () => {
  addition('200, and agents can continue', async () => {
    const owner = await openSpace({ agentBudget: 1 });
    const stream = await openStream(owner);
    await say(owner, 'Hello');
    await isSpent(owner);
    const { body } = await covers('resetBudget', 200, owner);
    expect(body.ok).toBe(true);
    expect(await stream.first('budget', ({ percent }) => percent === 0)).toMatchObject({ used: 0, limit: 1 });
    await say(owner, 'Hello');
  });

  addition('200 without effect if the space has no budget', async () => {
    await covers('resetBudget', 200, await openSpace({ agentBudget: null }));
  });

  addition('401 for a participant', async () => {
    await covers('resetBudget', 401, await join(await openSpace({ agentBudget: 1 })));
  });
});

group('the speaker class', () => {
  const claims = { isHuman: true, isOwner: true, speaker: 'owner' };

  async function classOf(shown: Caller): Promise<unknown> {
    const owner = await openSpace();
    const { body } = await covers('joinSpace', 200, { ...(await invite(owner)), ...shown }, { name: 'Ada', ...claims });
    const member = { spaceId: owner.spaceId, id: body.participantId, key: body.participantPrivateKey };
    await say(member, 'Hello', claims);
    await say(owner, 'Hello');
    const { messages, participants } = (await covers('listMessages', 200, member)).body;
    const [first, joined] = participants;
    expect([first?.speaker, messages[1]?.speaker]).toEqual(['owner', 'owner']);
    expect(messages[0]?.speaker).toBe(joined?.speaker);
    return joined?.speaker;
  }

  addition('is `guest` without a credential, whatever the body claims', async () => {
    expect(await classOf({})).toBe('guest');
    expect(await classOf({ userToken: 'usr_unknown', session: 'unknown' })).toBe('guest');
  });

  addition('is `human` with a session, and `agent` with a user token', async () => {
    if (!hasHumans) skip(needsSessions);
    expect(await classOf(human)).toBe('human');
    const { token: userToken, id: tokenId } = (await covers('createApiToken', 201, human, {})).body;
    expect(await classOf({ userToken })).toBe('agent');
    expect(await classOf({ ...human, userToken })).toBe('agent');
    expect(await classOf({ session: userToken })).toBe('guest');
    const linked = await openSpace({ ...claims, speaker: 'guest' }, { userToken });
    expect((await covers('getSpace', 200, linked)).body.participants).toMatchObject([{ speaker: 'owner' }]);
    await covers('revokeApiToken', 204, human, { tokenId });
  });

  addition('is decided by the first of several tries, and no later request changes it', async () => {
    if (!hasHumans) skip(needsSessions);
    const invitation = await invite(await openSpace());
    const once = { headers: { 'idempotency-key': randomUUID() } };
    const { body } = await covers('joinSpace', 200, invitation, { name: 'Ada' }, once);
    expect((await covers('joinSpace', 200, { ...invitation, ...human }, { name: 'Ada' }, once)).body).toEqual(body);
    const member = { ...invitation, ...human, id: body.participantId, key: body.participantPrivateKey };
    await say(member, 'Hello');
    const { messages, participants } = (await covers('listMessages', 200, member)).body;
    expect([messages[0]?.speaker, participants[1]?.speaker]).toEqual(['guest', 'guest']);
  });

  addition('is told to the owner with the request to join', async () => {
    if (!hasHumans) skip(needsSessions);
    const owner = await openSpace({ privacy: 'private' });
    const stream = await openStream(owner);
    await ask({ ...(await invite(owner)), ...human });
    expect((await stream.first('participant-status')).participant).toMatchObject({ speaker: 'human' });
  });
});
