import { expect } from '../expect/expect.ts';
import { notServed, served } from '../requests.ts';
import { addition, additions, group, promise } from '../runner/promises.ts';
import { anySpace, ask, invite, join, openSpace, type Member } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { carriesTheHeadersOfAll } from '../wire/answer.ts';
import { covers } from '../wire/call.ts';
import { send } from '../wire/client.ts';

group('createInvitation', () => {
  promise('200 with a key and two links that contain it', async () => {
    const owner = await openSpace();
    const { body } = await covers('createInvitation', 200, owner);
    alsoPromised(() => expect(body.publicInvitationKey).toMatch(/^[0-9a-f]{64}$/));
    alsoPromised(() => expect(body.invitationId).not.toBe(owner.spaceId));
    expect(body.humanLink).toContain(body.publicInvitationKey);
    alsoPromised(() =>
      expect(new URL(body.agentLink).pathname).toBe(`/space/${owner.spaceId}/${body.publicInvitationKey}/.well-known/agent.md`),
    );
  });

  promise('200 with links that work: a Markdown card for agents, a page for humans', async () => {
    const { body } = await covers('createInvitation', 200, await openSpace());
    for (const [link, type] of [
      [body.agentLink, /^text\/markdown/],
      [body.humanLink, /^text\/html/],
    ] as const) {
      const response = await send({ method: 'GET', path: new URL(link).pathname });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(type);
      alsoPromised(() => carriesTheHeadersOfAll(response.headers));
    }
  });

  promise('200 with a different key each time, all of them valid', async () => {
    const owner = await openSpace();
    const made = [await covers('createInvitation', 200, owner), await covers('createInvitation', 200, owner)];
    const keys = made.map(({ body }) => body.publicInvitationKey);
    expect(keys[0]).not.toBe(keys[1]);
    for (const key of keys) await covers('joinSpace', 200, { spaceId: owner.spaceId, key }, { name: 'Ada' });
  });

  promise('200 without a body', async () => {
    const owner = await openSpace();
    const headers = { 'x-private-key': owner.key };
    const response = await send({ method: 'POST', path: `/hub/space/${owner.spaceId}/invite`, headers });
    expect(response.status).toBe(200);
  });

  promise('200 with a key that admits several participants', async () => {
    const owner = await openSpace();
    const { body } = await covers('createInvitation', 200, owner);
    const invitation = { spaceId: owner.spaceId, key: body.publicInvitationKey };
    const ada = await covers('joinSpace', 200, invitation, { name: 'Ada' });
    const grace = await covers('joinSpace', 200, invitation, { name: 'Grace' });
    expect(ada.body.participantId).not.toBe(grace.body.participantId);
    expect(ada.body.participantPrivateKey).not.toBe(grace.body.participantPrivateKey);
  });

  addition.each([
    ['a lifetime of 0', { expiresInSeconds: 0 }],
    ['half a second', { expiresInSeconds: 1.5 }],
    ['a lifetime that is too long', { expiresInSeconds: 2_147_483_648 }],
    ['0 uses', { maxUses: 0 }],
    ['too many uses', { maxUses: 1e12 }],
    ['uses that are not a number', { maxUses: 'one' }],
    ['an empty role', { role: ' ' }],
    ['a role that is not text', { role: null }],
  ])('400 with %s', async (_, terms) => {
    await covers('createInvitation', 400, await anySpace(), terms);
  });

  addition('200 with a role, which overrides the role of everyone who joins', async () => {
    const owner = await openSpace();
    const invitation = await invite(owner, { role: 'observer' });
    for (const role of ['chair', undefined]) await covers('joinSpace', 200, invitation, { name: 'Ada', role });
    const { body } = await covers('getSpace', 200, owner);
    expect(body.participants.slice(1).map(({ role }) => role)).toEqual(['observer', 'observer']);
  });
});

additions.when(served.includes('listInvitations'), notServed)('listInvitations', () => {
  const listedBy = async (owner: Member) => (await covers('listInvitations', 200, owner)).body.invitations;

  promise('200 with the state of each, newest first, and never a key', async () => {
    const owner = await openSpace();
    expect(await listedBy(owner)).toEqual([]);
    const [plain, once, short] = [
      await invite(owner),
      await invite(owner, { maxUses: 1, role: 'observer' }),
      await invite(owner, { expiresInSeconds: 3_600 }),
    ];
    const { body: ada } = await covers('joinSpace', 200, plain, { name: 'Ada' });
    const { body: grace } = await covers('joinSpace', 200, once, { name: 'Grace' });
    await covers('revokeInvitation', 200, owner, { invitationId: short.id });
    const listed = await listedBy(owner);
    expect(listed).toEqual([
      expect.objectContaining({ invitationId: short.id, state: 'revoked', uses: 0, participantIds: [] }),
      expect.objectContaining({
        ...{ invitationId: once.id, state: 'usedUp', maxUses: 1, uses: 1, role: 'observer' },
        participantIds: [grace.participantId],
      }),
      expect.objectContaining({ invitationId: plain.id, state: 'active', uses: 1, participantIds: [ada.participantId] }),
    ]);
    const [last] = listed;
    expect(Date.parse(last!.expiresAt!) - Date.parse(last!.createdAt)).toBe(3_600_000);
    expect(Date.parse(last!.revokedAt!)).toBeGreaterThanOrEqual(Date.parse(last!.createdAt));
    for (const { key } of [plain, once, short]) expect(JSON.stringify(listed)).not.toContain(key);
  });

  promise('200 and counts each request to join, including kicked and declined participants', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const invitation = await invite(owner, { maxUses: 2 });
    const refused = await ask(invitation);
    await covers('kickParticipant', 200, owner, { participantId: refused });
    const waiting = await ask(invitation);
    expect(await listedBy(owner)).toMatchObject([{ uses: 2, state: 'usedUp', participantIds: [refused, waiting] }]);
  });

  promise('200 with the same `createdAt` in every state', async () => {
    const owner = await openSpace();
    const { id: invitationId, ...invitation } = await invite(owner);
    const [made] = await listedBy(owner);
    await covers('joinSpace', 200, invitation, { name: 'Ada' });
    await covers('revokeInvitation', 200, owner, { invitationId });
    expect(await listedBy(owner)).toMatchObject([{ invitationId, createdAt: made!.createdAt }]);
  });

  promise('401 for everyone except the owner', async () => {
    const owner = await openSpace();
    await covers('listInvitations', 401, await join(owner));
    await covers('listInvitations', 401, await invite(owner));
  });
});

additions.when(served.includes('getInvitation'), notServed)('getInvitation', () => {
  promise('200 with the links and the key of an active invitation', async () => {
    const owner = await openSpace();
    const { body: made } = await covers('createInvitation', 200, owner, { maxUses: 2 });
    const { invitationId } = made;
    const { body } = await covers('getInvitation', 200, owner, { invitationId });
    expect(body).toMatchObject({ ...made, state: 'active', uses: 0, maxUses: 2, participantIds: [] });
  });

  promise('200 without links and key once it can no longer be used', async () => {
    const owner = await openSpace();
    const { id: invitationId, key } = await invite(owner);
    await covers('revokeInvitation', 200, owner, { invitationId });
    const { body } = await covers('getInvitation', 200, owner, { invitationId });
    expect(body).toMatchObject({ invitationId, state: 'revoked' });
    expect(JSON.stringify(body)).not.toContain(key);
  });

  promise('404 for an invitation of another space', async () => {
    const { id: invitationId } = await invite(await openSpace());
    await covers('getInvitation', 404, await openSpace(), { invitationId });
  });

  promise('401 for everyone except the owner', async () => {
    const owner = await openSpace();
    const { id: invitationId } = await invite(owner);
    await covers('getInvitation', 401, await join(owner), { invitationId });
    await covers('getInvitation', 401, await invite(owner), { invitationId });
  });
});

additions.when(served.includes('getMyInvitation'), notServed)('getMyInvitation', () => {
  promise('200 with its expiry and remaining uses, and nothing about others', async () => {
    const owner = await openSpace();
    expect((await covers('getMyInvitation', 200, await invite(owner))).body).toEqual({});
    const bounded = await invite(owner, { maxUses: 2, expiresInSeconds: 3_600, role: 'observer' });
    const before = await covers('getMyInvitation', 200, bounded);
    expect(before.body).toEqual({ usesLeft: 2, role: 'observer', expiresAt: expect.any(String) });
    expect(before.text).not.toContain(bounded.key);
    await covers('joinSpace', 200, bounded, { name: 'Ada' });
    expect((await covers('getMyInvitation', 200, bounded)).body.usesLeft).toBe(1);
  });

  promise('401 once it no longer works', async () => {
    const owner = await openSpace();
    const [once, revoked] = [await invite(owner, { maxUses: 1 }), await invite(owner)];
    await covers('joinSpace', 200, once, { name: 'Ada' });
    await covers('revokeInvitation', 200, owner, { invitationId: revoked.id });
    for (const dead of [once, revoked]) await covers('getMyInvitation', 401, dead);
  });
});
