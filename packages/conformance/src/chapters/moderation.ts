import { randomUUID } from 'node:crypto';
import type { OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { admitted, ask, everybody, invite, join, openSpace, say, write, type Member } from '../scenes.ts';
import { target } from '../target.ts';
import { covers } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const statusOf = async (owner: Member, id: string) =>
  (await covers('getSpace', 200, owner)).body.participants.find(({ participantId }) => participantId === id)?.status;

const moderations = ['approveParticipant', 'kickParticipant', 'muteParticipant', 'unmuteParticipant'] satisfies OperationName[];

group.each(moderations)('%s', (moderate) => {
  promise('404 for a participant who does not exist', async () => {
    const owner = await openSpace();
    const unknown = [randomUUID(), ...(target().specOnly ? [] : ['ada'])];
    for (const participantId of unknown) await covers(moderate, 404, owner, { participantId });
  });

  addition('409 for the owner', async () => {
    const owner = await openSpace();
    await covers(moderate, 409, owner, { participantId: owner.id });
    await say(owner, 'Still here');
  });
});

group('approveParticipant', () => {
  promise('200, and the participant is active', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const guest = await admitted(owner);
    expect(await statusOf(owner, guest.id)).toBe('active');
    await say(guest, 'Hello');
  });

  promise('409 for a participant who is already active', async () => {
    const owner = await openSpace();
    await covers('approveParticipant', 409, owner, { participantId: (await join(owner)).id });
  });
});

group('kickParticipant', () => {
  promise('200, and the key no longer works: 401', async () => {
    const { owner, guest } = await everybody();
    const { body } = await covers('kickParticipant', 200, owner, { participantId: guest.id });
    expect(body.ok).toBe(true);
    await covers('getSpace', 401, guest);
    await covers('sendMessage', 401, guest, { content: 'Hello' });
    await covers('listMessages', 401, guest);
    expect(await statusOf(owner, guest.id)).not.toBe('active');
  });

  promise('200 for a muted participant', async () => {
    const { owner, guest } = await everybody();
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('kickParticipant', 200, owner, { participantId: guest.id });
    await covers('getSpace', 401, guest);
  });

  promise('409 the second time, and the participant cannot be readmitted', async () => {
    const { owner, guest } = await everybody();
    await covers('kickParticipant', 200, owner, { participantId: guest.id });
    for (const moderate of moderations) await covers(moderate, 409, owner, { participantId: guest.id });
  });

  addition('200 for a waiting participant, and 409 if the owner then approves', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const participantId = await ask(await invite(owner));
    await covers('kickParticipant', 200, owner, { participantId });
    await covers('approveParticipant', 409, owner, { participantId });
  });
});

group('muteParticipant', () => {
  promise('200, and the participant can read everything', async () => {
    const { owner, guest, artifactId } = await everybody();
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    expect(await statusOf(owner, guest.id)).toBe('muted');
    await covers('getSpace', 200, guest);
    await covers('listMessages', 200, guest);
    await covers('listArtifacts', 200, guest);
    await covers('getArtifact', 200, guest, { artifactId });
    await covers('downloadArtifact', 200, guest, { artifactId });
    await openStream(guest);
  });

  promise('200, and the participant can do nothing else: 403', async () => {
    const { owner, guest, artifactId } = await everybody();
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('sendMessage', 403, guest, { content: 'Hello' });
    expect((await covers('listMessages', 200, owner)).body.messages).toEqual([]);
    if (target().specOnly) return;
    await covers('createArtifact', 403, guest, { name: 'Plan', type: 'markdown' });
    await covers('lockArtifact', 403, guest, { artifactId });
    await covers('heartbeatArtifactLock', 403, guest, { artifactId });
    await covers('writeArtifact', 403, guest, { artifactId, content: '# Mine' });
    await covers('restoreArtifactVersion', 403, guest, { artifactId, version: 1 });
    await covers('unlockArtifact', 403, guest, { artifactId });
  });

  promise('409 for a participant who is already muted, and for one who waits', async () => {
    const { owner, guest } = await everybody();
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('muteParticipant', 409, owner, { participantId: guest.id });
    if (target().specOnly) return;
    const chair = await openSpace({ privacy: 'private' });
    await covers('muteParticipant', 409, chair, { participantId: await ask(await invite(chair)) });
  });
});

group('unmuteParticipant', () => {
  promise('200, and the participant can send again', async () => {
    const { owner, guest } = await everybody();
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('unmuteParticipant', 200, owner, { participantId: guest.id });
    await say(guest, 'Hello');
  });

  promise('409 for a participant who is not muted', async () => {
    const { owner, guest } = await everybody();
    await covers('unmuteParticipant', 409, owner, { participantId: guest.id });
  });
});

group('leaveSpace', () => {
  promise('200, and the key no longer works: 401', async () => {
    const { owner, guest } = await everybody();
    const { body } = await covers('leaveSpace', 200, guest);
    expect(body.ok).toBe(true);
    await covers('getSpace', 401, guest);
    await covers('leaveSpace', 401, guest);
    expect(await statusOf(owner, guest.id)).not.toBe('active');
    await covers('kickParticipant', 409, owner, { participantId: guest.id });
  });

  promise('200 for a muted participant', async () => {
    const { owner, guest } = await everybody();
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('leaveSpace', 200, guest);
  });

  promise('401 for the owner', async () => {
    await covers('leaveSpace', 401, await openSpace());
  });
});

group('a lock', () => {
  addition.each(['muteParticipant', 'kickParticipant', 'leaveSpace'] satisfies OperationName[])(
    'is released by %s',
    async (end) => {
      const owner = await openSpace();
      const guest = await join(owner);
      const artifactId = await write(owner, '# Plan');
      await covers('lockArtifact', 200, guest, { artifactId });
      await covers(end, 200, end === 'leaveSpace' ? guest : owner, { participantId: guest.id });
      expect((await covers('getArtifact', 200, owner, { artifactId })).body).not.toHaveProperty('lockedBy');
      await covers('lockArtifact', 200, owner, { artifactId });
    },
  );
});
