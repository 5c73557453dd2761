import { expect } from '../expect/expect.ts';
import { addition, additions, group, promise } from '../runner/promises.ts';
import { anySpace, everybody, invite, join, openSpace, say } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { covers, nobody } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const wish = { name: 'Bridge', description: 'Where we meet' };

group('createSpace', () => {
  promise('200 with ids and a key of 64 hex characters', async () => {
    const { body } = await covers('createSpace', 200, nobody, wish);
    expect(body.ownerPrivateKey).toMatch(/^[0-9a-f]{64}$/);
    expect(body.ownerId).not.toBe(body.spaceId);
  });

  promise('200 with defaults: public, open for a day, owned by "Owner"', async () => {
    const owner = await openSpace();
    const { body } = await covers('getSpace', 200, owner);
    expect(body).toMatchObject({ ...wish, spaceId: owner.spaceId, privacy: 'public', state: 'open', artifacts: [] });
    expect(body.ttlRemaining).toBeGreaterThan(86_000);
    expect(body.ttlRemaining).toBeLessThanOrEqual(86_400);
    expect(body.participants).toMatchObject([{ participantId: owner.id, status: 'active', isOwner: true }]);
    alsoPromised(() => expect(body.participants).toMatchObject([{ name: 'Owner', role: 'owner', isHuman: false }]));
  });

  promise('200 and applies all given fields', async () => {
    const given = { agenda: '1. Greet', privacy: 'private' };
    const owner = await openSpace({ ...given, ttl: 3600, ownerName: 'Grace', ownerRole: 'chair', isHuman: true });
    const { body } = await covers('getSpace', 200, owner);
    expect(body).toMatchObject(given);
    expect(body.ttlRemaining).toBeLessThanOrEqual(3600);
    expect(body.participants[0]).toMatchObject({ name: 'Grace', role: 'chair', isHuman: true });
  });

  addition('200 with the longest lifetime', async () => {
    await covers('createSpace', 200, nobody, { ...wish, ttl: 2_147_483_647 });
  });

  promise('200 with an unknown user token, which is ignored', async () => {
    await covers('createSpace', 200, nobody, wish, { headers: { 'x-user-token': 'usr_unknown' } });
  });

  promise.each([
    ['no name', { name: undefined }],
    ['no description', { description: undefined }],
    ['a privacy of another kind', { privacy: 'secret' }],
    ['a lifetime of 0', { ttl: 0 }],
    ['half a second', { ttl: 1.5 }],
  ])('400 with %s', async (_, fault) => {
    await covers('createSpace', 400, nobody, { ...wish, ...fault });
  });

  addition.each([
    ['an empty name', { name: '' }],
    ['a lifetime that is too long', { ttl: 2_147_483_648 }],
  ])('400 with %s', async (_, fault) => {
    await covers('createSpace', 400, nobody, { ...wish, ...fault });
  });
});

group('getSpace', () => {
  promise('200 with any of the three kinds of key', async () => {
    const { owner, guest, invitation, artifactId } = await everybody();
    for (const caller of [owner, guest, invitation]) {
      const { body } = await covers('getSpace', 200, caller);
      expect(body.participants.map(({ participantId }) => participantId)).toEqual([owner.id, guest.id]);
      expect(body.artifacts.map(({ id }) => id)).toEqual([artifactId]);
    }
  });

  addition('200 without participants and artifacts for an invitation to a private space', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const { body } = await covers('getSpace', 200, await invite(owner));
    expect(body).toMatchObject({ ...wish, participants: [], artifacts: [] });
  });

  addition('200 with a short polling interval while the space is active', async () => {
    const owner = await openSpace();
    await say(owner, 'Hello');
    const { body } = await covers('getSpace', 200, owner);
    expect(body.suggestedPollingIntervalMs).toBe(2_000);
  });
});

group('updateSpace', () => {
  promise('200 and changes only the given fields', async () => {
    const owner = await openSpace({ agenda: 'First' });
    const { body } = await covers('updateSpace', 200, owner, { name: 'Pier', agenda: 'Second' });
    expect(body.ok).toBe(true);
    const { body: space } = await covers('getSpace', 200, await join(owner));
    expect(space).toMatchObject({ name: 'Pier', description: wish.description, agenda: 'Second' });
  });

  promise('200 with nothing to change', async () => {
    const owner = await openSpace();
    await covers('updateSpace', 200, owner, {});
    expect((await covers('getSpace', 200, owner)).body).toMatchObject(wish);
  });

  additions('with `ttl`', () => {
    promise('200, and the space lasts so many seconds from then on, longer or shorter; streams get the `context`', async () => {
      const owner = await openSpace({ ttl: 1_000 });
      const stream = await openStream(await join(owner));
      for (const ttl of [5_000, 500, 2_147_483_647]) {
        await covers('updateSpace', 200, owner, { ttl });
        const { ttlRemaining } = (await covers('getSpace', 200, owner)).body;
        expect(ttlRemaining).toBeLessThanOrEqual(ttl);
        expect(ttlRemaining).toBeGreaterThan(ttl - 300);
        await stream.first('context', ({ space }) => space.ttlRemaining > ttl - 300 && space.ttlRemaining <= ttl);
      }
    });

    promise('200 and the space expires then', async () => {
      const owner = await openSpace();
      const stream = await openStream(owner);
      await covers('updateSpace', 200, owner, { ttl: 2 });
      await stream.first('space-closed', ({ reason }) => reason === 'expired');
      await covers('updateSpace', 409, owner, { ttl: 100 });
      await covers('getSpace', 401, owner);
    });

    promise.each([[{ ttl: 0 }], [{ ttl: 1.5 }], [{ ttl: '60' }], [{ ttl: null }], [{ ttl: 2_147_483_648 }]])(
      '400 with %j',
      async (fault) => {
        await covers('updateSpace', 400, await anySpace(), fault);
      },
    );
  });

  additions('with `privacy`', () => {
    promise('200, and who joins from then on waits for approval, or does not; who is in stays in', async () => {
      const owner = await openSpace();
      const invitation = await invite(owner);
      const ada = await join(owner);
      await covers('updateSpace', 200, owner, { privacy: 'private' });
      await covers('joinSpace', 202, invitation, { name: 'Grace' });
      await covers('getSpace', 200, ada);
      await covers('updateSpace', 200, owner, { privacy: 'public' });
      await covers('joinSpace', 200, invitation, { name: 'Edsger' });
      const { body } = await covers('getSpace', 200, owner);
      expect(body.privacy).toBe('public');
      expect(body.participants.map(({ status }) => status)).toEqual(['active', 'active', 'waitingForApproval', 'active']);
    });

    promise.each([[{ privacy: 'secret' }], [{ privacy: null }]])('400 with %j', async (fault) => {
      await covers('updateSpace', 400, await anySpace(), fault);
    });
  });

  promise.each([[{ name: null }], [{ description: 5 }], [{ agenda: ['First'] }]])('400 with %j', async (fault) => {
    await covers('updateSpace', 400, await anySpace(), fault);
  });

  addition('400 with an empty name', async () => {
    await covers('updateSpace', 400, await anySpace(), { name: '' });
  });
});
