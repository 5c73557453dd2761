import { randomUUID } from 'node:crypto';
import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { notServed, served } from '../requests.ts';
import { additions, promise } from '../runner/promises.ts';
import { ask, collect, invite, openSpace, say, type Member } from '../scenes.ts';
import { call, covers } from '../wire/call.ts';

const once = (key: string) => ({ headers: { 'idempotency-key': key } });

async function isDead(invitation: Member, code: string): Promise<void> {
  for (const { body } of [
    await covers('joinSpace', 401, invitation, { name: 'Mallory' }),
    await covers('getSpace', 401, invitation),
    await covers('getJoinStatus', 401, invitation, { participantId: randomUUID() }),
  ]) {
    expect(body).toMatchObject({ code });
  }
}

additions.when(served.includes('revokeInvitation'), notServed)('an invitation', () => {
  promise('that is revoked admits nobody: 401; participants who joined stay', async () => {
    const owner = await openSpace();
    const invitation = await invite(owner);
    const { body } = await covers('joinSpace', 200, invitation, { name: 'Ada' });
    const revoked = await covers('revokeInvitation', 200, owner, { invitationId: invitation.id });
    expect(revoked.body).toEqual({ ok: true });
    await isDead(invitation, 'invitation_revoked');
    await say({ spaceId: owner.spaceId, id: body.participantId, key: body.participantPrivateKey }, 'Still here');
    await covers('joinSpace', 200, await invite(owner), { name: 'Grace' });
  });

  promise('can be revoked again without effect: 200', async () => {
    const owner = await openSpace();
    const { id: invitationId } = await invite(owner);
    const listed = async () => (await covers('listInvitations', 200, owner)).body.invitations;
    await covers('revokeInvitation', 200, owner, { invitationId });
    const before = await listed();
    await covers('revokeInvitation', 200, owner, { invitationId });
    expect(await listed()).toEqual(before);
  });

  promise('of another space is not found: 404', async () => {
    const [owner, other] = [await openSpace(), await openSpace()];
    const { id: invitationId } = await invite(other);
    const { body } = await covers('revokeInvitation', 404, owner, { invitationId });
    expect(body).toMatchObject({ code: 'invitation_not_found' });
  });

  promise('that is used up admits nobody else: 401', async () => {
    const owner = await openSpace();
    const invitation = await invite(owner, { maxUses: 2 });
    for (const name of ['Ada', 'Grace']) await covers('joinSpace', 200, invitation, { name });
    await isDead(invitation, 'invitation_used_up');
  });

  promise('for one use admits exactly one of many concurrent joins', async () => {
    const invitation = await invite(await openSpace(), { maxUses: 1 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => call('joinSpace', invitation, { name: `Guest ${i}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  });

  promise('does not count a join that was refused for another reason', async () => {
    const invitation = await invite(await openSpace(), { maxUses: 1 });
    await covers('joinSpace', 400, invitation, {});
    await covers('joinSpace', 200, invitation, { name: 'Ada' });
  });

  promise('that expired admits nobody: 401', async () => {
    const invitation = await invite(await openSpace(), { expiresInSeconds: 1 });
    await eventually(async () => (await call('getSpace', invitation)).status === 401);
    await isDead(invitation, 'invitation_expired');
  });

  promise('that is used up, or revoked, still replays the join whose answer was lost', async () => {
    const owner = await openSpace();
    const invitation = await invite(owner, { maxUses: 1 });
    const key = randomUUID();
    const first = await covers('joinSpace', 200, invitation, { name: 'Ada' }, once(key));
    expect((await covers('joinSpace', 200, invitation, { name: 'Ada' }, once(key))).body).toEqual(first.body);
    await covers('revokeInvitation', 200, owner, { invitationId: invitation.id });
    expect((await covers('joinSpace', 200, invitation, { name: 'Ada' }, once(key))).body).toEqual(first.body);
    await covers('joinSpace', 401, invitation, { name: 'Ada' }, once(randomUUID()));
  });

  promise(
    'that is used up can still be polled by its participant for the decision of the owner, and for nothing else',
    async () => {
      const owner = await openSpace({ privacy: 'private' });
      const invitation = await invite(owner, { maxUses: 1 });
      const participantId = await ask(invitation);
      await covers('getJoinStatus', 202, invitation, { participantId });
      await isDead(invitation, 'invitation_used_up');
      await covers('approveParticipant', 200, owner, { participantId });
      await say(await collect(invitation, participantId), 'I am in');
      await covers('getJoinStatus', 401, invitation, { participantId });
    },
  );

  promise('that is revoked leaves waiting requests for the owner to decide', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const invitation = await invite(owner);
    const [ada, eve] = [await ask(invitation), await ask(invitation, { name: 'Eve' })];
    await covers('revokeInvitation', 200, owner, { invitationId: invitation.id });
    for (const participantId of [ada, eve]) await covers('getJoinStatus', 202, invitation, { participantId });
    await covers('approveParticipant', 200, owner, { participantId: ada });
    await covers('kickParticipant', 200, owner, { participantId: eve });
    await say(await collect(invitation, ada), 'I am in');
    const { body } = await covers('getJoinStatus', 404, invitation, { participantId: eve });
    expect(body).toMatchObject({ code: 'join_declined' });
  });
});

additions.when(served.includes('revokeInvitation'), notServed)('kickParticipant with revokeInvitation', () => {
  promise('200, and neither the key nor the invitation works any more; others who joined with it stay', async () => {
    const owner = await openSpace();
    const invitation = await invite(owner);
    const [mallory, ada] = await Promise.all(
      ['Mallory', 'Ada'].map(async (name) => {
        const { body } = await covers('joinSpace', 200, invitation, { name });
        return { spaceId: owner.spaceId, id: body.participantId, key: body.participantPrivateKey };
      }),
    );
    await covers('kickParticipant', 200, owner, { participantId: mallory!.id, revokeInvitation: true });
    await covers('getSpace', 401, mallory!);
    await isDead(invitation, 'invitation_revoked');
    await say(ada!, 'Still here');
  });

  promise('200 without it, or with false: the invitation still works', async () => {
    const owner = await openSpace();
    const invitation = await invite(owner);
    for (const wish of [{}, { revokeInvitation: false }]) {
      const { body } = await covers('joinSpace', 200, invitation, { name: 'Ada' });
      await covers('kickParticipant', 200, owner, { participantId: body.participantId, ...wish });
    }
    await covers('getSpace', 200, invitation);
  });

  promise('409 for a participant who is gone, and then revokes nothing', async () => {
    const owner = await openSpace();
    const invitation = await invite(owner);
    const { body } = await covers('joinSpace', 200, invitation, { name: 'Ada' });
    const participantId = body.participantId;
    await covers('kickParticipant', 200, owner, { participantId });
    await covers('kickParticipant', 409, owner, { participantId, revokeInvitation: true });
    await covers('getSpace', 200, invitation);
  });
});
