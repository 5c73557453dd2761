import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '@parley/testing';
import { mcp, operationBytes, streamOf, trpcStreamOf } from '../../generators/requests.ts';
import { promised, type Planned, type Attacker } from '../attacker.ts';

const pausesMs = [0, 0, 1, 2, 5, 20];
const [waits, keys] = [2_400, 12];
const queued = 40;
const slow = [
  { opens: 'GET /api/health HTTP/1.1\r\nHost: x\r\n', continues: 'X-Slow: x\r\n' },
  {
    opens: 'POST /hub/space HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    continues: ' ',
  },
  { opens: '', continues: '' },
];

/** Waits on many connections with a few keys, of which each may wait only so often at a time. */
const waiting =
  (what: string, request: (member: Member) => Buffer) =>
  async ({ flood, read, hold, member, reached }: Attacker): Promise<void> => {
    let waiting = 0;
    await flood(waits, 50, async (i) => {
      const socket = await read(request(member(i)));
      waiting += 1;
      const ended = new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      void ended.then(() => (waiting -= 1));
    });
    await hold();
    reached(`${waiting} ${what} waited at the same time`, waiting > keys * promised.waiting);
  };

/** Clients that open many connections, slowly, or only briefly. */
export const connections: Readonly<Record<string, Planned>> = {
  'leave-early': {
    does: '3,000 clients open a stream or a subscription and disconnect before it starts, or just afterwards.',
    space: { participants: 20 },
    run: ({ flood, unread, member }) =>
      flood(3_000, 50, async (i) => {
        const socket = await unread(i % 3 === 0 ? trpcStreamOf(member(i)) : streamOf(member(i)), 1 + (i % 20));
        const pause = pausesMs[i % pausesMs.length]!;
        if (pause > 0) await sleep(pause);
        socket.removeAllListeners('close').destroy();
      }),
  },
  'queued-streams': {
    does: '40 connections request a long poll and immediately a stream behind it: each stream must start, or its connection end.',
    async run({ flood, read, hold, space, reached }) {
      const both = Buffer.concat([operationBytes('listMessages', space, { wait: 1 }), streamOf(space)]);
      let answered = 0;
      await flood(queued, queued, async () => {
        let text = '';
        const socket = await read(both);
        socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
        const ended = new Promise((resolve) => socket.once('close', resolve));
        await Promise.race([ended, hold()]);
        if (socket.destroyed || /event: ready/.test(text)) answered += 1;
      });
      reached(`${answered} of ${queued} streams were answered`, answered < queued);
    },
  },
  'slow-requests': {
    does: '1,000 connections send one header per second, 1,000 send one byte of a body per second, and 1,000 send nothing.',
    holds: true,
    run: ({ flood, read }) =>
      flood(3_000, 150, async (i) => {
        const { opens, continues } = slow[i % 3]!;
        const socket = await read(opens, i % 10);
        if (continues) setInterval(() => socket.write(continues), 1_000);
      }),
  },
  'waiting-polls': {
    does: 'One address opens 2,400 long polls of 25 seconds with twelve keys, each on its own connection.',
    space: { participants: keys },
    run: waiting('polls', (member) => operationBytes('listMessages', member, { wait: 25 })),
  },
  'waiting-tools': {
    does: 'One address calls the MCP tool wait_for_events 2,400 times for 25 seconds with twelve keys, each on its own connection.',
    space: { participants: keys },
    run: waiting('calls', ({ spaceId, key }) =>
      mcp('2025-11-25', key, 'tools/call', { name: 'wait_for_events', arguments: { spaceId, wait: 25 } }),
    ),
  },
};
