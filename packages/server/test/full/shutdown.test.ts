import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, meeting, startServer, unanswered, type Member, type Server, type TestServer } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { workersOf, type Worker } from '../crew.ts';
import { databases } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { Reader } from '../reader.ts';
import { timesRepeated } from '../rounds.ts';

const rounds = timesRepeated(2);

describe.each(databases)('on %s', (_, open) => {
  async function start() {
    const place = await open();
    onTestFinished(place.remove);
    let server = await startServer(place.settings);
    onTestFinished(() => server.kill());
    return {
      server: () => server,
      restart: async () => (server = await startServer(place.settings)),
    };
  }

  async function load(server: TestServer): Promise<{ workers: Worker[]; reader: Reader; quiet: Member }> {
    const { owner, invitation, crew } = await meeting(server, 8);
    const [quiet, ...others] = crew as [Member, ...Member[]];
    const workers = await workersOf(server, others, invitation);
    return { workers, reader: new Reader(owner), quiet };
  }

  test('answered writes survive a clean shutdown, and streams end cleanly', async () => {
    const { server, restart } = await start();
    const { workers, reader, quiet } = await load(server());
    for (let round = 0; round < rounds; round += 1) {
      const seen = reader.events.length;
      const working = Promise.all([reader.follow(server()), ...workers.map((worker) => worker.work(server()))]);
      const waiting = ask(server(), 'listMessages', quiet, { after: 1e9, wait: 25 });
      // A stream that is not open yet cannot end cleanly.
      await eventually(() => reader.events.length > seen);
      await sleep(randomInt(50, 800));
      server().signal('SIGTERM');
      expect(await server().ended).toBe(0);
      expect((await working)[0]).toBe('ended');
      expect([200, 503, unanswered]).toContain((await waiting).status);
      await restart();
      await Promise.all(workers.map((worker) => worker.retry(server())));
      await reader.catchUp(server());
      await Promise.all(workers.map((worker) => worker.check(server(), reader)));
    }
  });

  test('more signals during the shutdown do no harm', async () => {
    const { server, restart } = await start();
    const { workers, reader } = await load(server());
    const working = Promise.all([reader.follow(server()), ...workers.map((worker) => worker.work(server()))]);
    await sleep(300);
    server().signal('SIGTERM');
    server().signal('SIGTERM');
    server().signal('SIGINT');
    expect(await server().ended).toBe(0);
    await working;
    await restart();
    await Promise.all(workers.map((worker) => worker.retry(server())));
    await reader.catchUp(server());
    await Promise.all(workers.map((worker) => worker.check(server(), reader)));
  });

  test('an open connection cannot delay it', async () => {
    const { server } = await start();
    const { owner } = await meeting(server(), 0);
    const silent = await connection(server());
    const halfway = await connection(
      server(),
      'POST /hub/space HTTP/1.1\r\nHost: parley\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":',
    );
    const path = `/hub/space/${owner.spaceId}/messages/stream?key=${owner.key}`;
    const unread = await connection(server(), `GET ${path} HTTP/1.1\r\nHost: parley\r\n\r\n`);
    unread.pause();
    for (let i = 0; i < 100; i += 1) await ask(server(), 'sendMessage', owner, { content: 'x'.repeat(60_000) });
    const closed: string[] = [];
    for (const [name, socket] of Object.entries({ silent, halfway })) socket.once('close', () => closed.push(name)).resume();
    server().signal('SIGTERM');
    expect(await server().ended).toBe(0);
    await eventually(() => closed.length === 2);
    // One that was never used is not waited for.
    expect(closed).toEqual(['silent', 'halfway']);
    for (const socket of [silent, halfway, unread]) socket.destroy();
  });
});

async function connection(server: Server, text?: string) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (text) socket.write(text);
  return socket;
}
