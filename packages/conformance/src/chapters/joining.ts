import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { admitted, anySpace, ask, collect, invite, openSpace, say, type Member } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { target } from '../target.ts';
import { read } from '../wire/answer.ts';
import { covers, type Input } from '../wire/call.ts';
import { send } from '../wire/client.ts';
import { openStream } from '../wire/stream.ts';

group('joinSpace, public', () => {
  promise('200 with a key that works immediately', async () => {
    const owner = await openSpace();
    const { body } = await covers('joinSpace', 200, await invite(owner), { name: 'Ada', role: 'analyst', isHuman: true });
    expect(body.participantPrivateKey).toMatch(/^[0-9a-f]{64}$/);
    const guest = { spaceId: owner.spaceId, key: body.participantPrivateKey };
    const { body: space } = await covers('getSpace', 200, guest);
    expect(space.participants).toContainEqual(
      expect.objectContaining({
        participantId: body.participantId,
        name: 'Ada',
        role: 'analyst',
        isHuman: true,
        isOwner: false,
        status: 'active',
      }),
    );
  });

  promise('200 with only a name', async () => {
    const invitation = await invite(await openSpace());
    const { body } = await covers('joinSpace', 200, invitation, { name: 'Ada' });
    const { body: space } = await covers('getSpace', 200, { spaceId: invitation.spaceId, key: body.participantPrivateKey });
    expect(space.participants.at(-1)).toMatchObject({ name: 'Ada' });
    alsoPromised(() => expect(space.participants.at(-1)).toMatchObject({ isHuman: false }));
  });

  const emptyName: [string, Input] = ['an empty name', { name: '' }];
  promise.each<[string, Input]>([
    ['no name', {}],
    ...(target().specOnly ? [] : [emptyName]),
    ['a name that is not text', { name: 7 }],
    ['a role that is not text', { name: 'Ada', role: null }],
  ])('400 with %s', async (_, input) => {
    await covers('joinSpace', 400, await invite(await anySpace()), input);
  });
});

group('joinSpace, private', () => {
  promise('202 with a URL to poll, the same in `Location`', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const invitation = await invite(owner);
    const { body, headers } = await covers('joinSpace', 202, invitation, { name: 'Ada' });
    expect(body.status).toBe('pending');
    expect(body).not.toHaveProperty('participantPrivateKey');
    expect(headers.get('location')).toBe(body.statusUrl);
    const { pathname } = new URL(body.statusUrl);
    expect(pathname).toBe(`/hub/space/${owner.spaceId}/join/${body.participantId}`);
    const poll = await read(await send({ method: 'GET', path: pathname, headers: { 'x-private-key': invitation.key } }));
    expect(poll.status).toBe(202);
  });

  addition('is shown to the owner immediately, to others from the first use of the key', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const witness = await admitted(owner, { name: 'Witness' });
    const invitation = await invite(owner);
    const participantId = await ask(invitation);
    const seenBy = async (caller: Member) => {
      const { body } = await covers('getSpace', 200, caller);
      return body.participants.find((participant) => participant.participantId === participantId)?.status;
    };
    /** Wherever participants are listed. */
    const toldTo = async (caller: Member) => {
      const stream = await openStream(caller);
      await stream.first('context');
      const [said, page, missed] = [
        await covers('sendMessage', 200, caller, { content: 'Who is here?' }),
        await covers('listMessages', 200, caller),
        await covers('catchUp', 200, caller),
      ];
      return JSON.stringify([stream.events, said.body, page.body, missed.body]);
    };

    expect(await seenBy(owner)).toBe('waitingForApproval');
    expect((await covers('catchUp', 200, owner)).body.room.waiting).toEqual([{ participantId, name: 'Ada' }]);
    expect(await seenBy(witness)).toBeUndefined();
    await covers('approveParticipant', 200, owner, { participantId });
    expect(await seenBy(owner)).toBe('active');
    expect(await toldTo(owner)).toContain(participantId);
    expect(await seenBy(witness)).toBeUndefined();
    expect(await toldTo(witness)).not.toContain(participantId);
    await say(await collect(invitation, participantId), 'Hello');
    expect(await seenBy(witness)).toBe('active');
  });
});

group('getJoinStatus', () => {
  promise('202 until the owner has decided', async () => {
    const invitation = await invite(await openSpace({ privacy: 'private' }));
    const { body } = await covers('getJoinStatus', 202, invitation, { participantId: await ask(invitation) });
    expect(body).toEqual({ status: 'pending' });
  });

  addition('200 with the same key until it is first used, then 404', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const invitation = await invite(owner);
    const participantId = await ask(invitation);
    await covers('approveParticipant', 200, owner, { participantId });
    const guest = await collect(invitation, participantId);
    expect(guest.key).toMatch(/^[0-9a-f]{64}$/);
    expect(await collect(invitation, participantId)).toEqual(guest);
    await covers('listMessages', 200, guest);
    await covers('getJoinStatus', 404, invitation, { participantId });
  });

  addition('404 for a participant who joined without approval', async () => {
    const owner = await openSpace();
    const invitation = await invite(owner);
    const { body } = await covers('joinSpace', 200, invitation, { name: 'Ada' });
    await covers('getJoinStatus', 404, invitation, { participantId: body.participantId });
  });

  addition('404 for a participant whom the owner declined', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const invitation = await invite(owner);
    const participantId = await ask(invitation);
    await covers('kickParticipant', 200, owner, { participantId });
    const { body } = await covers('getJoinStatus', 404, invitation, { participantId });
    expect(body).toMatchObject({ error: expect.stringMatching(/declined/i), code: 'join_declined' });
  });

  addition('404 with another invitation of the same space', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const participantId = await ask(await invite(owner));
    await covers('approveParticipant', 200, owner, { participantId });
    await covers('getJoinStatus', 404, await invite(owner), { participantId });
  });

  promise('404 for a request that does not exist', async () => {
    const invitation = await invite(await openSpace({ privacy: 'private' }));
    await covers('getJoinStatus', 404, invitation, { participantId: randomUUID() });
    if (!target().specOnly) await covers('getJoinStatus', 404, invitation, { participantId: 'ada' });
  });
});
