import type { Member } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamOf } from '../../clients/meeting.ts';
import { mcp } from '../../generators/agents.ts';
import { operationBytes } from '../../generators/request.ts';
import type { Attack } from './attack.ts';
import { waitingPerKey } from './promised.ts';
import { subscription } from './requests.ts';

const head = 'POST /hub/space HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const pausesMs = [0, 0, 1, 2, 5, 20];
const [waits, keys] = [2_400, 12];

/** Waits on many connections with a few keys, of which each may wait only so often at a time. */
const waiting = (name: string, does: string, what: string, request: (member: Member) => Buffer): Attack => ({
  name,
  does,
  seconds: 5,
  async run(attacker) {
    const members = await attacker.join(await attacker.openSpace(), keys);
    let waiting = 0;
    await attacker.flood(waits, 50, async (i) => {
      const socket = await attacker.read(request(members[i % keys]!));
      waiting += 1;
      const ended = new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      void ended.then(() => (waiting -= 1));
    });
    await attacker.hold();
    attacker.reached(`${waiting} ${what} waited at the same time`, waiting > keys * waitingPerKey);
  },
});

/** Clients that open many connections, slowly, or only briefly. */
export const connections: readonly Attack[] = [
  {
    name: 'leave-early',
    does: '3,000 clients open a stream or a subscription and disconnect before it starts, or just afterwards.',
    seconds: 5,
    async run(attacker) {
      const members = await attacker.join(await attacker.openSpace(), 20);
      await attacker.flood(3_000, 50, async (i) => {
        const member = members[i % members.length]!;
        const socket = await attacker.unread(i % 3 === 0 ? subscription(member) : streamOf(member), 1 + (i % 20));
        const pause = pausesMs[i % pausesMs.length]!;
        if (pause > 0) await sleep(pause);
        socket.removeAllListeners('close').destroy();
      });
    },
  },
  {
    name: 'queued-streams',
    does: '40 connections request a long poll and immediately a stream behind it: each stream must start, or its connection end.',
    seconds: 4,
    async run(attacker) {
      const count = 40;
      const space = await attacker.openSpace();
      const both = Buffer.concat([operationBytes('listMessages', space, { wait: 1 }), streamOf(space)]);
      let answered = 0;
      await attacker.flood(count, count, async () => {
        let text = '';
        const socket = await attacker.read(both);
        socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
        const ended = new Promise((resolve) => socket.once('close', resolve));
        await Promise.race([ended, attacker.hold()]);
        if (socket.destroyed || /event: ready/.test(text)) answered += 1;
      });
      attacker.reached(`${answered} of ${count} streams were answered`, answered < count);
    },
  },
  {
    name: 'slow-requests',
    does: '1,000 connections send one header per second, 1,000 send one byte of a body per second, and 1,000 send nothing.',
    seconds: 5,
    async run(attacker) {
      const openAll = async (bytes: string) => {
        const sockets: Awaited<ReturnType<typeof attacker.read>>[] = [];
        await attacker.flood(1_000, 50, async (i) => sockets.push(await attacker.read(bytes, i % 10)));
        return sockets;
      };
      const [headers, bodies] = await Promise.all([
        openAll('GET /api/health HTTP/1.1\r\nHost: x\r\n'),
        openAll(`${head}Content-Length: 60000\r\n\r\n{`),
        openAll(''),
      ]);
      while (!attacker.isOver) {
        for (const socket of headers) socket.write('X-Slow: x\r\n');
        for (const socket of bodies) socket.write(' ');
        await sleep(Math.min(1_000, attacker.leftMs));
      }
    },
  },
  waiting(
    'waiting-polls',
    'One address opens 2,400 long polls of 25 seconds with twelve keys, each on its own connection.',
    'polls',
    (member) => operationBytes('listMessages', member, { wait: 25 }),
  ),
  waiting(
    'waiting-tools',
    'One address calls the MCP tool wait_for_events 2,400 times for 25 seconds with twelve keys, each on its own connection.',
    'calls',
    ({ spaceId, key }) => mcp('2025-11-25', key, 'tools/call', { name: 'wait_for_events', arguments: { spaceId, wait: 25 } }),
  ),
];
