import { expect } from '../expect/expect.ts';
import { addition, group } from '../runner/promises.ts';
import { admitted, ask, collect, everybody, invite, join, openSpace, say, write } from '../scenes.ts';
import { covers } from '../wire/call.ts';
import { openStream, type Stream } from '../wire/stream.ts';

const changesOf = (stream: Stream, id: string) =>
  stream
    .all('participant-status')
    .filter(({ participant }) => participant.participantId === id)
    .map(({ status, actorId }) => ({ status, actorId }));

group('participant-status', () => {
  addition('notifies everyone of a join, a mute, an unmute and a leave, with the actor', async () => {
    const owner = await openSpace();
    const witness = await join(owner);
    const streams = [await openStream(owner), await openStream(witness)];
    const guest = await join(owner, { name: 'Grace' });
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('unmuteParticipant', 200, owner, { participantId: guest.id });
    await covers('leaveSpace', 200, guest);
    for (const stream of streams) {
      await stream.first('participant-status', ({ status }) => status === 'left');
      expect(changesOf(stream, guest.id)).toEqual([
        { status: 'active', actorId: guest.id },
        { status: 'muted', actorId: owner.id },
        { status: 'active', actorId: owner.id },
        { status: 'left', actorId: guest.id },
      ]);
    }
  });

  addition('shows the participant as it is after the change, and how it was before', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(owner);
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    const change = await stream.first('participant-status', ({ status }) => status === 'muted');
    expect(change).toMatchObject({ previousStatus: 'active', participant: { name: 'Ada', status: 'muted' } });
  });

  addition('notifies everyone of a kick', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(await join(owner));
    await covers('kickParticipant', 200, owner, { participantId: guest.id });
    await stream.first('participant-status', ({ status }) => status === 'kicked');
    expect(changesOf(stream, guest.id).at(-1)).toEqual({ status: 'kicked', actorId: owner.id });
  });

  addition('notifies only the owner of a join request, and the others at the first use of the key', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const witness = await admitted(owner, { name: 'Witness' });
    const [toOwner, toWitness] = [await openStream(owner), await openStream(witness)];
    const invitation = await invite(owner);
    const id = await ask(invitation);
    await toOwner.first('participant-status', (change) => change.participant.participantId === id);
    await covers('approveParticipant', 200, owner, { participantId: id });
    await say(owner, 'Approved');
    await toWitness.first('message', ({ content }) => content === 'Approved');
    expect(changesOf(toWitness, id)).toEqual([]);
    expect(JSON.stringify(toWitness.events)).not.toContain(id);

    await say(await collect(invitation, id), 'Hello');
    await toWitness.first('message', ({ content }) => content === 'Hello');
    expect(changesOf(toWitness, id).map(({ status }) => status)).toEqual(['active']);
    await toOwner.first('message', ({ content }) => content === 'Hello');
    expect(changesOf(toOwner, id)).toEqual([
      { status: 'waitingForApproval', actorId: id },
      { status: 'active', actorId: owner.id },
    ]);
  });
});

group('artifact', () => {
  addition('reports creating, locking, updating and unlocking, never a heartbeat, and never the content', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(guest, { timestamp: '2999-01-01T00:00:00Z' });
    await stream.first('context');
    const artifactId = await write(owner, 'secret');
    await covers('lockArtifact', 200, owner, { artifactId });
    await covers('heartbeatArtifactLock', 200, owner, { artifactId });
    await covers('writeArtifact', 200, owner, { artifactId, content: 'secret too' });
    await covers('unlockArtifact', 200, owner, { artifactId });
    await stream.first('artifact', ({ action }) => action === 'unlocked');
    const told = stream.all('artifact');
    expect(told.map(({ action }) => action)).toEqual(['created', 'locked', 'updated', 'unlocked']);
    expect(told.map(({ artifact }) => artifact.version)).toEqual([1, 1, 2, 2]);
    expect(told.map(({ artifact }) => artifact.lockedBy)).toEqual([undefined, owner.id, owner.id, undefined]);
    expect(told.every(({ actorId, artifact }) => actorId === owner.id && artifact.id === artifactId)).toBe(true);
    expect(JSON.stringify(stream.events)).not.toContain('secret');
  });

  addition('reports a lock that is released because its holder is muted', async () => {
    const { owner, guest, artifactId } = await everybody();
    await covers('lockArtifact', 200, guest, { artifactId });
    const stream = await openStream(owner);
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    const { artifact } = await stream.first('artifact', ({ action }) => action === 'unlocked');
    expect(artifact).not.toHaveProperty('lockedBy');
  });
});

group('context', () => {
  addition('has in each summary the version of the last write', async () => {
    const { owner, artifactId } = await everybody();
    const stream = await openStream(owner);
    await covers('lockArtifact', 200, owner, { artifactId });
    await covers('writeArtifact', 200, owner, { artifactId, content: '# Other' });
    const { artifacts } = await stream.first(
      'context',
      ({ artifacts }) => artifacts[0]!.lockedBy === owner.id && artifacts[0]!.version > 1,
    );
    expect(artifacts).toMatchObject([{ id: artifactId, version: 2 }]);
    const { body } = await covers('getSpace', 200, owner);
    expect((await (await openStream(owner)).first('context')).artifacts).toEqual(body.artifacts);
  });

  addition('shows the space, its participants and its artifacts', async () => {
    const { owner, guest, artifactId } = await everybody();
    const context = await (await openStream(guest)).first('context');
    expect(context.space).toMatchObject({ name: 'Bridge', description: 'Where we meet', state: 'open' });
    expect(context.participants.map(({ participantId }) => participantId)).toEqual([owner.id, guest.id]);
    expect(context.artifacts.map(({ id }) => id)).toEqual([artifactId]);
  });

  addition('follows a change of the space, of its participants and of its artifacts', async () => {
    const owner = await openSpace();
    const stream = await openStream(owner);
    await covers('updateSpace', 200, owner, { name: 'Pier', agenda: 'Greet' });
    await stream.first('context', ({ space }) => space.name === 'Pier' && space.agenda === 'Greet');
    const guest = await join(owner);
    await stream.first('context', ({ participants }) => participants.some(({ participantId }) => participantId === guest.id));
    const artifactId = await write(owner, '');
    await stream.first('context', ({ artifacts }) => artifacts.some(({ id }) => id === artifactId));
  });

  addition('is sent at most once a second', async () => {
    const owner = await openSpace();
    const stream = await openStream(owner);
    const began = Date.now();
    for (let number = 1; number <= 20; number += 1) await covers('updateSpace', 200, owner, { name: `Pier ${number}` });
    await stream.first('context', ({ space }) => space.name === 'Pier 20');
    const seconds = Math.ceil((Date.now() - began) / 1000);
    expect(stream.all('context').length).toBeLessThanOrEqual(2 + seconds);
  });
});
