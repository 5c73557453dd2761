import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '../expect/expect.ts';
import { hasHumans, human, needsSessions, otherHuman, servedWith } from '../requests.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { ask, collect, invite, openSpace } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { target } from '../target.ts';
import { covers, nobody, operations, ownFields, type Caller } from '../wire/call.ts';

const ofHumans = servedWith((name) => operations[name].auth === 'session');
const tokenOf = async (who: Caller, name?: string) => (await covers('createApiToken', 201, who, { name })).body;
const linked = async (who: Caller) => ({ userToken: (await tokenOf(who)).token });
const spacesOf = async (who: Caller) => (await covers('listMySpaces', 200, who)).body;

group.when(hasHumans, needsSessions)('a dashboard session', () => {
  promise.each(ofHumans)('401 for %s without one, with a user token instead, or with a forged one', async (name) => {
    const { token: userToken } = await tokenOf(human);
    const input = ownFields(name, { tokenId: randomUUID(), userCode: 'unknown', decision: 'approved' });
    await covers(name, 401, nobody, input);
    await covers(name, 401, { userToken }, input);
    await covers(name, 401, { session: userToken }, input);
    await covers(name, 401, { session: `${human.session!.slice(0, -8)}AAAAAAAA` }, input);
    await covers(name, 401, { key: (await openSpace()).key }, input);
  });

  addition('200: returns the logged-in user, the same at every call', async () => {
    const [first, second] = [(await covers('getMe', 200, human)).body, (await covers('getMe', 200, human)).body];
    expect(second).toEqual(first);
    expect((await covers('getMe', 200, otherHuman)).body.id).not.toBe(first.id);
  });
});

group.when(hasHumans, needsSessions)('a user token', () => {
  promise('201: shown once, then listed without its secret', async () => {
    const { id, token, prefix, name } = await tokenOf(human, 'Laptop');
    alsoPromised(() => expect(token).toMatch(/^usr_[\w-]{43}$/));
    alsoPromised(() => expect(token.startsWith(prefix)).toBe(true));
    const { body, text } = await covers('listApiTokens', 200, human);
    expect(body.find((each) => each.id === id)).toMatchObject({ name, prefix, revoked: false });
    expect(name).toBe('Laptop');
    expect(text).not.toContain(token);
  });

  promise('is shown only to its own user', async () => {
    const { id } = await tokenOf(human);
    const { body } = await covers('listApiTokens', 200, otherHuman);
    expect(body.some((each) => each.id === id)).toBe(false);
    await covers('revokeApiToken', 404, otherHuman, { tokenId: id });
  });

  promise('204: revoked immediately, and stays listed as revoked', async () => {
    const { id, token } = await tokenOf(human);
    const { spaceId } = (await covers('createSpace', 200, { userToken: token }, { name: 'Bridge', description: '' })).body;
    await covers('getMySpaceKey', 200, { spaceId, userToken: token });
    await covers('revokeApiToken', 204, human, { tokenId: id });
    await covers('getMySpaceKey', 401, { spaceId, userToken: token });
    await covers('getMySpaceKey', 200, { spaceId, ...human });
    const { body } = await covers('listApiTokens', 200, human);
    const found = body.find((each) => each.id === id);
    expect(found).toMatchObject({ revoked: true });
    if (target().specOnly) return;
    expect(found).toMatchObject({ lastUsedAt: expect.any(String) });
    await covers('revokeApiToken', 204, human, { tokenId: id });
  });

  promise('keeps its `createdAt`, name and prefix when it is used and revoked', async () => {
    const { id: tokenId, token: userToken } = await tokenOf(human, 'Laptop');
    const listed = async () => (await covers('listApiTokens', 200, human)).body.find(({ id }) => id === tokenId)!;
    const { createdAt, name, prefix } = await listed();
    const { spaceId } = await openSpace({}, { userToken });
    await covers('getMySpaceKey', 200, { spaceId, userToken });
    await covers('revokeApiToken', 204, human, { tokenId });
    expect(await listed()).toMatchObject({ createdAt, name, prefix, revoked: true });
  });

  promise('404 for one that does not exist, or has no id', async () => {
    await covers('revokeApiToken', 404, human, { tokenId: randomUUID() });
    if (!target().specOnly) await covers('revokeApiToken', 404, human, { tokenId: 'laptop' });
  });

  promise('is created once, however many retries arrive at the same time', async () => {
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => covers('createApiToken', 201, human, { name: 'Once' }, key)),
    );
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
    const { body } = await covers('listApiTokens', 200, human);
    expect(body.filter(({ id }) => id === answers[0]!.body.id)).toHaveLength(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true')).toHaveLength(1);
  });
});

group.when(hasHumans, needsSessions)('spaces of a user', () => {
  addition('are those created and joined with the user’s token, newest first, without a key', async () => {
    const me = await linked(human);
    const mine = await openSpace({}, me);
    const theirs = await openSpace({ privacy: 'private' });
    const invitation = await invite(theirs);
    const waiting = await ask({ ...invitation, ...me });
    const { body, text } = await covers('listMySpaces', 200, human);
    // Other promises use the same account at the same time.
    const both = body.filter(({ spaceId }) => [mine.spaceId, theirs.spaceId].includes(spaceId));
    expect(both).toMatchObject([
      { spaceId: theirs.spaceId, role: 'participant', participantId: waiting, status: 'waitingForApproval', privacy: 'private' },
      { spaceId: mine.spaceId, role: 'owner', participantId: mine.id, status: 'active', state: 'open' },
    ]);
    for (const { key } of [mine, invitation]) expect(text).not.toContain(key);
    expect((await spacesOf(otherHuman)).some(({ spaceId }) => spaceId === mine.spaceId)).toBe(false);
  });

  addition('name the token of an agent that created or joined them, and none if the user was signed in', async () => {
    const { id, token: userToken } = await tokenOf(human);
    for (const [who, tokenId] of [
      [human, undefined],
      [{ userToken }, id],
      [{ ...human, userToken }, id],
    ] as const) {
      const [mine, theirs] = [await openSpace({}, who), await openSpace()];
      await covers('joinSpace', 200, { ...(await invite(theirs)), ...who }, { name: 'Ada' });
      const listed = await spacesOf(human);
      for (const [{ spaceId }, role] of [
        [mine, 'owner'],
        [theirs, 'participant'],
      ] as const) {
        const found = listed.find((each) => each.spaceId === spaceId)!;
        expect([found.role, found.status, found.tokenId]).toEqual([role, 'active', tokenId]);
      }
      const { body } = await covers('getMySpaceKey', 200, { spaceId: mine.spaceId, ...human });
      expect(body).toEqual({ role: 'owner', privateKey: mine.key });
    }
  });

  addition('show their description only to members: not before the approval, nor after a kick or after leaving', async () => {
    const me = await linked(human);
    const descriptionOf = async (id: string) => (await spacesOf(human)).find(({ spaceId }) => spaceId === id)?.description;
    const owner = await openSpace({ privacy: 'private', description: 'at first' });
    const invitation = await invite(owner);
    const participantId = await ask({ ...invitation, ...me });
    expect(await descriptionOf(owner.spaceId)).toBe('');
    await covers('approveParticipant', 200, owner, { participantId });
    expect(await descriptionOf(owner.spaceId)).toBe('at first');
    await covers('muteParticipant', 200, owner, { participantId });
    expect(await descriptionOf(owner.spaceId)).toBe('at first');
    await covers('kickParticipant', 200, owner, { participantId });
    await covers('updateSpace', 200, owner, { description: 'only for us' });
    expect(await descriptionOf(owner.spaceId)).toBe('');

    const hall = await openSpace({ description: 'at first' });
    const { body } = await covers('joinSpace', 200, { ...(await invite(hall)), ...me }, { name: 'Ada' });
    expect(await descriptionOf(hall.spaceId)).toBe('at first');
    await covers('leaveSpace', 200, { spaceId: hall.spaceId, key: body.participantPrivateKey });
    expect(await descriptionOf(hall.spaceId)).toBe('');
    const mine = await openSpace({ description: 'mine' }, me);
    await covers('closeSpace', 200, mine);
    expect(await descriptionOf(mine.spaceId)).toBe('mine');
  });

  addition('are paginated, like the tokens: a page, then the entries before its last', async () => {
    const me = await linked(human);
    const made: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      made.unshift((await openSpace({}, me)).spaceId);
      await sleep(2);
    }
    // Other checks create spaces of the same human meanwhile. A page includes all of its last millisecond.
    const mine = (await spacesOf(human)).filter(({ spaceId }) => made.includes(spaceId));
    expect(mine.map(({ spaceId }) => spaceId)).toEqual(made);
    const last = mine[2]!.createdAt;
    const read: string[] = [];
    for (let before = new Date(Date.parse(mine[0]!.createdAt) + 1).toISOString(); before > last;) {
      const page = (await covers('listMySpaces', 200, human, { limit: 2, before })).body;
      expect(page.length > 0 && page.at(-1)!.createdAt < before).toBe(true);
      expect(new Set(page.slice(1).map(({ createdAt }) => createdAt)).size <= 1).toBe(true);
      read.push(...page.map(({ spaceId }) => spaceId));
      before = page.at(-1)!.createdAt;
    }
    expect(read.filter((spaceId) => made.includes(spaceId))).toEqual(made);
    const [newest] = (await covers('listApiTokens', 200, human, { limit: 1 })).body;
    const earlier = (await covers('listApiTokens', 200, human, { before: newest!.createdAt })).body;
    expect(earlier.some(({ id }) => id === newest!.id)).toBe(false);
    for (const name of ['listMySpaces', 'listApiTokens'] as const) {
      await covers(name, 400, human, { limit: 1_001 });
      await covers(name, 400, human, { before: 'yesterday' });
    }
  });

  addition('keep their `createdAt`', async () => {
    const mine = await openSpace({}, await linked(human));
    const found = async () => (await spacesOf(human)).find(({ spaceId }) => spaceId === mine.spaceId)!;
    const { createdAt } = await found();
    await covers('updateSpace', 200, mine, { name: 'Pier' });
    await covers('closeSpace', 200, mine);
    expect(await found()).toMatchObject({ name: 'Pier', createdAt });
  });

  addition('show that a space is closed', async () => {
    const mine = await openSpace({}, await linked(human));
    await covers('closeSpace', 200, mine);
    expect((await spacesOf(human)).find(({ spaceId }) => spaceId === mine.spaceId)).toMatchObject({
      state: 'closed',
      ttlRemaining: 0,
    });
  });

  addition('do not include those created with an invalid token or session, which is ignored', async () => {
    const tokens = ['usr_nonsense', `usr_${'A'.repeat(43)}`, 'x'.repeat(5_000)].map((userToken) => ({ userToken }));
    for (const invalid of [...tokens, { session: 'x.y.z' }]) {
      const { spaceId } = await openSpace({}, invalid);
      expect((await spacesOf(human)).some((each) => each.spaceId === spaceId)).toBe(false);
    }
  });

  promise('are not accessible with the token, which grants nothing', async () => {
    const me = await linked(human);
    const { spaceId } = await openSpace({}, me);
    await covers('getSpace', 401, { spaceId, ...me });
    await covers('listMessages', 401, { spaceId, ...me, ...human });
    await covers('sendMessage', 401, { spaceId, key: me.userToken }, { content: 'Hello' });
  });
});

group.when(hasHumans, needsSessions)('the key of a space', () => {
  promise('200: is returned to its owner, by session and by token', async () => {
    const me = await linked(human);
    const { spaceId, key } = await openSpace({}, me);
    for (const who of [human, me]) {
      const { body } = await covers('getMySpaceKey', 200, { spaceId, ...who });
      expect(body).toEqual({ role: 'owner', privateKey: key });
    }
  });

  promise('200: is returned to a participant who was approved', async () => {
    const me = await linked(human);
    const owner = await openSpace({ privacy: 'private' });
    const invitation = await invite(owner);
    const participantId = await ask({ ...invitation, ...me });
    await covers('getMySpaceKey', 404, { spaceId: owner.spaceId, ...human });
    await covers('approveParticipant', 200, owner, { participantId });
    const { key } = await collect(invitation, participantId);
    const { body } = await covers('getMySpaceKey', 200, { spaceId: owner.spaceId, ...human });
    expect(body).toEqual({ role: 'participant', privateKey: key });
    if (target().specOnly) return;
    await covers('kickParticipant', 200, owner, { participantId });
    await covers('getMySpaceKey', 404, { spaceId: owner.spaceId, ...human });
  });

  promise('404 for the space of someone else, or none', async () => {
    const { spaceId } = await openSpace({}, await linked(otherHuman));
    await covers('getMySpaceKey', 404, { spaceId, ...human });
    await covers('getMySpaceKey', 404, { spaceId: randomUUID(), ...human });
    if (!target().specOnly) await covers('getMySpaceKey', 404, { spaceId: 'bridge', ...human });
  });

  promise('401 for a closed space, and without a session or token', async () => {
    const mine = await openSpace({}, await linked(human));
    await covers('getMySpaceKey', 401, { spaceId: mine.spaceId });
    await covers('getMySpaceKey', 401, { spaceId: mine.spaceId, key: mine.key });
    await covers('getMySpaceKey', 401, { spaceId: mine.spaceId, userToken: `usr_${'A'.repeat(43)}` });
    if (target().specOnly) return;
    await covers('closeSpace', 200, mine);
    await covers('getMySpaceKey', 401, { spaceId: mine.spaceId, ...human });
  });
});
