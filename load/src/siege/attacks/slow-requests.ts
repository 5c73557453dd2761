import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

const head = 'POST /hub/space HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

export const slowRequests: Attack = {
  name: 'slow-requests',
  does: '1,000 connections send one header per second, 1,000 send one byte of a body per second, and 1,000 send nothing.',
  seconds: 5,
  async run(attacker) {
    const slow = await Promise.all([
      openAll('GET /api/health HTTP/1.1\r\nHost: x\r\n'),
      openAll(`${head}Content-Length: 60000\r\n\r\n{`),
      openAll(''),
    ]);
    while (!attacker.isOver) {
      for (const socket of slow[0]) socket.write('X-Slow: x\r\n');
      for (const socket of slow[1]) socket.write(' ');
      await sleep(Math.min(1_000, attacker.leftMs));
    }

    async function openAll(bytes: string) {
      const sockets: Awaited<ReturnType<typeof attacker.read>>[] = [];
      await attacker.flood(1_000, 50, async (i) => sockets.push(await attacker.read(attacker.address(i % 10), bytes)));
      return sockets;
    }
  },
};
