import type { OperationName } from '@parley/core';
import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { everybody, openSpace } from '../scenes.ts';
import { target } from '../target.ts';
import { covers } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

group('a stream ends', () => {
  addition.each(['kickParticipant', 'leaveSpace'] satisfies OperationName[])(
    'when its key stops working by %s, and others continue',
    async (end) => {
      const { owner, guest } = await everybody();
      const [gone, stays] = [await openStream(guest), await openStream(owner)];
      await covers(end, 200, end === 'leaveSpace' ? guest : owner, { participantId: guest.id });
      await eventually(() => gone.ended, 5_000);
      await stays.first('participant-status', ({ status }) => status === 'kicked' || status === 'left');
      expect(stays.ended).toBe(false);
    },
  );

  promise('with `space-closed` when the owner closes the space', async () => {
    const { owner, guest } = await everybody();
    const streams = [await openStream(owner), await openStream(guest)];
    await covers('closeSpace', 200, owner);
    for (const stream of streams) {
      await stream.first('space-closed');
      if (target().specOnly) continue;
      await eventually(() => stream.ended, 5_000);
      expect(stream.names().at(-1)).toBe('space-closed');
      expect(stream.all('space-closed')).toMatchObject([{ spaceId: owner.spaceId, reason: 'closed' }]);
    }
  });

  addition('with `space-closed` when the lifetime of the space ends', async () => {
    // Long enough to open the stream on a slow machine; `end` waits for twice as long.
    const owner = await openSpace({ ttl: 10 });
    const stream = await openStream(owner);
    await stream.end();
    expect(stream.names().at(-1)).toBe('space-closed');
    expect(stream.all('space-closed')).toMatchObject([{ spaceId: owner.spaceId, reason: 'expired' }]);
  });
});
