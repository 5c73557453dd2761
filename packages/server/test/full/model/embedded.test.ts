import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, test } from 'vitest';
import { playMeetings } from '../../model/run.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-model-'));
  server = await startServer({ PARLEY_DATA_DIR: folder, PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'error' });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('meetings on the embedded database match the model', () => playMeetings([server.url], 50));
