import { startPostgres, startServer, type TestPostgres, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, test } from 'vitest';
import { playMeetings } from '../../model/run.ts';

let postgres: TestPostgres;
let servers: TestServer[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  const settings = { DATABASE_URL: postgres.url, PARLEY_SECRET: 'm'.repeat(32), PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'error' };
  servers = await Promise.all([startServer(settings), startServer(settings)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await postgres?.stop();
});

test('meetings on PostgreSQL match the model', () => playMeetings([servers[0]!.url], 50));

test('meetings spread over two processes match the model', () =>
  playMeetings(
    servers.map(({ url }) => url),
    50,
  ));
