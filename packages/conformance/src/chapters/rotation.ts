import { randomUUID } from 'node:crypto';
import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { hasHumans, human, needsSessions, notServed, otherHuman, served } from '../requests.ts';
import { additions, group, promise } from '../runner/promises.ts';
import { admitted, ask, claim, directed, everybody, invite, openSpace, say, write, type Member } from '../scenes.ts';
import { covers } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

async function rotated(member: Member): Promise<Member> {
  const { body } = await covers('rotateKey', 200, member);
  expect(body.privateKey).toMatch(/^[0-9a-f]{64}$/);
  return { ...member, key: body.privateKey };
}

additions.when(served.includes('rotateKey'), notServed)('rotateKey', () => {
  promise('200: the new key works, and the former one is 401 `key_revoked`, for the owner and for a participant', async () => {
    const { owner, guest, artifactId } = await everybody();
    for (const who of [owner, guest]) {
      const now = await rotated(who);
      await say(now, 'Still me');
      for (const { body, headers } of [
        await covers('getSpace', 401, who),
        await covers('listMessages', 401, who),
        await covers('sendMessage', 401, who, { content: 'Hello' }),
        await covers('getArtifact', 401, who, { artifactId }),
        await covers('rotateKey', 401, who),
      ]) {
        expect(body).toMatchObject({ code: 'key_revoked' });
        expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
      }
      const { messages } = (await covers('listMessages', 200, now)).body;
      expect(messages.at(-1)).toMatchObject({ senderId: who.id, content: 'Still me' });
    }
  });

  promise(
    '200 for a muted participant, who stays muted; 401 for one who waits, one who was kicked and an invitation',
    async () => {
      const { owner, guest } = await everybody();
      await covers('muteParticipant', 200, owner, { participantId: guest.id });
      const muted = await rotated(guest);
      await covers('sendMessage', 403, muted, { content: 'Hello' });
      await covers('kickParticipant', 200, owner, { participantId: guest.id });
      await covers('rotateKey', 401, muted);
      expect((await covers('rotateKey', 401, await invite(owner))).body.code).toBe('key_wrong_type');
    },
  );

  promise('409 in a space that is closed', async () => {
    const owner = await openSpace();
    await covers('closeSpace', 200, owner);
    const { body } = await covers('rotateKey', 409, owner);
    expect(body).toMatchObject({ code: 'space_closed' });
  });

  promise('ends the streams and waiting polls of the former key within a second, and tells nobody', async () => {
    const { owner, guest } = await everybody();
    const [gone, stays] = [await openStream(guest), await openStream(owner)];
    const waiting = covers('listMessages', 401, guest, { after: 1_000, wait: 25 });
    const now = await rotated(guest);
    await eventually(() => gone.ended, 5_000);
    await waiting;
    await say(now, 'Hello');
    const { sequence } = await stays.first('message', ({ senderId }) => senderId === guest.id);
    const { messages } = (await covers('listMessages', 200, owner)).body;
    expect(messages.map((each) => each.sequence)).toEqual([sequence]);
    expect(stays.events.filter(({ id }) => id !== undefined).map(({ event }) => event)).toEqual(['message']);
  });

  promise('keeps the locks, the deliveries and the history of the participant', async () => {
    const { owner, guest } = await everybody();
    const artifactId = await write(owner, '# Plan');
    await covers('lockArtifact', 200, guest, { artifactId });
    const [, second] = [await directed(owner, guest), await directed(owner, guest)];
    const { deliveryId, leaseId } = await claim(guest);
    const { messages } = (await covers('listMessages', 200, guest)).body;
    const now = await rotated(guest);
    expect((await covers('listMessages', 200, now)).body.messages).toEqual(messages);
    await covers('writeArtifact', 200, now, { artifactId, content: '# Mine' });
    await covers('settleDelivery', 200, now, { deliveryId, leaseId, outcome: 'acknowledged' });
    expect(await claim(now)).toMatchObject({ deliveryId: second });
  });

  promise('200 for a retry with the same Idempotency-Key and the former key: the same new key; 401 with another', async () => {
    const { guest } = await everybody();
    const once = { headers: { 'idempotency-key': randomUUID() } };
    const first = await covers('rotateKey', 200, guest, {}, once);
    const retries = await Promise.all(Array.from({ length: 5 }, () => covers('rotateKey', 200, guest, {}, once)));
    for (const { body, headers } of retries) {
      expect(body).toEqual(first.body);
      expect(headers.get('idempotency-replayed')).toBe('true');
    }
    await covers('rotateKey', 401, guest, {}, { headers: { 'idempotency-key': randomUUID() } });
    await covers('getSpace', 200, { ...guest, key: first.body.privateKey });
  });

  promise('of simultaneous requests with one key exactly one is 200', async () => {
    const { guest } = await everybody();
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => covers('rotateKey', 200, guest)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await covers('rotateKey', 401, guest);
  });

  promise('404 `join_collected` for the invitation key of the participant: it never gets the new key', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const invitation = await invite(owner);
    const participantId = await ask(invitation);
    await covers('approveParticipant', 200, owner, { participantId });
    const { body } = await covers('getJoinStatus', 200, invitation, { participantId });
    await rotated({ spaceId: owner.spaceId, id: participantId, key: body.participantPrivateKey });
    expect((await covers('getJoinStatus', 404, invitation, { participantId })).body).toMatchObject({ code: 'join_collected' });
    await rotated(await admitted(owner));
  });

  group.when(hasHumans, needsSessions)('for a user', () => {
    promise('changes what getMySpaceKey answers, and nothing on the dashboard', async () => {
      const [mine, theirs] = await Promise.all(
        [human, otherHuman].map(async (who) => (await covers('createApiToken', 201, who, {})).body.token),
      );
      const owner = await openSpace({}, { userToken: mine! });
      const { body } = await covers('joinSpace', 200, { ...(await invite(owner)), userToken: theirs! }, { name: 'Grace' });
      const guest = { spaceId: owner.spaceId, id: body.participantId, key: body.participantPrivateKey };
      const listed = async () =>
        (await covers('listMySpaces', 200, human)).body.find(({ spaceId }) => spaceId === owner.spaceId)?.participantId;
      expect(await listed()).toBe(owner.id);
      for (const [who, userToken, role] of [
        [owner, mine!, 'owner'],
        [guest, theirs!, 'participant'],
      ] as const) {
        const now = await rotated(who);
        const recovered = await covers('getMySpaceKey', 200, { spaceId: owner.spaceId, userToken });
        expect(recovered.body).toEqual({ role, privateKey: now.key });
      }
      expect(await listed()).toBe(owner.id);
    });
  });
});
