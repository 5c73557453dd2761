import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { openSpace, streamOf } from './own-space.ts';

const count = 40;

export const queuedStreams: Attack = {
  name: 'queued-streams',
  does: '40 connections request a long poll and immediately a stream behind it: each stream must start, or its connection end.',
  seconds: 4,
  async run(attacker) {
    const space = await openSpace(attacker);
    const poll = requestBytes({ method: 'GET', path: `${space.path}/messages?wait=1`, key: space.ownerKey });
    let answered = 0;
    await attacker.flood(count, count, async () => {
      let text = '';
      const socket = await attacker.read(attacker.address(), Buffer.concat([poll, streamOf(space)]));
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      const ended = new Promise((resolve) => socket.once('close', resolve));
      await Promise.race([ended, attacker.hold()]);
      if (socket.destroyed || /event: ready/.test(text)) answered += 1;
    });
    attacker.gained.note = `${answered} of ${count} streams were answered`;
    if (answered < count) attacker.gained.broken.push(attacker.gained.note);
  },
};
