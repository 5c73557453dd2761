import { expect } from '../expect/expect.ts';
import { addition, additions } from '../runner/promises.ts';
import { everybody, invite } from '../scenes.ts';
import { covers, type Caller } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

/** How one participant is shown to another caller. */
async function shown({ spaceId, id }: { spaceId: string; id: string }, caller: Caller) {
  const { body } = await covers('getSpace', 200, { ...caller, spaceId });
  return body.participants.find(({ participantId }) => participantId === id);
}

additions('reach', () => {
  addition('is `live` for who has just created or joined a space, with the time to 30 seconds', async () => {
    const { owner, guest } = await everybody();
    for (const member of [owner, guest]) {
      const { reach, lastSeenAt } = (await shown(member, owner))!;
      expect(reach).toBe('live');
      expect(new Date(lastSeenAt!).getTime() % 30_000).toBe(0);
    }
  });

  addition('is the same for the holder of an invitation to a public space', async () => {
    const { owner, guest } = await everybody();
    expect(await shown(guest, await invite(owner))).toMatchObject({ reach: 'live' });
  });

  addition('is in answers with a context bundle, and in `context` events', async () => {
    const { owner, guest } = await everybody();
    const { body } = await covers('listMessages', 200, owner);
    const { participants } = await (await openStream(owner)).first('context');
    for (const list of [body.participants, participants]) {
      expect(list.find(({ participantId }) => participantId === guest.id)).toMatchObject({ reach: 'live' });
    }
  });

  addition('is `away` for who has left, and absent in events', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(owner);
    await covers('leaveSpace', 200, guest);
    const { participant } = await stream.first('participant-status', ({ status }) => status === 'left');
    expect(participant).not.toHaveProperty('reach');
    expect(participant).not.toHaveProperty('lastSeenAt');
    const gone = await shown(guest, owner);
    expect(gone).toMatchObject({ reach: 'away' });
    expect(gone).not.toHaveProperty('lastSeenAt');
  });
});
