import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machines, type Ended, type Machine } from '../machine.ts';

const mebibyte = 2 ** 20;
/** Unpacks to 512 MiB. */
const bomb = gzipSync(Buffer.alloc(512 * mebibyte, ' '), { level: 1 });
const piece = Buffer.alloc(mebibyte, 'data: a');
const json = { 'content-type': 'application/json' };

function endlessly(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write).on('error', () => {});
  write();
}

const ways: Record<string, (response: ServerResponse) => unknown> = {
  gzip: (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  endless: (response) => endlessly(response.writeHead(200, json)),
  line: (response) => endlessly(response.writeHead(200, { 'content-type': 'text/event-stream' })),
  null: (response) => response.writeHead(200, json).end('null'),
  array: (response) => response.writeHead(200, json).end('[]'),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  missing: (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
  deep: (response) => response.writeHead(200, json).end('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
};

let retryAfter = '1';
const space = { name: 'Launch', participants: [], artifacts: [] };
const server = createServer(({ url = '', headers: { accept } }, response) => {
  const [, way = '', ...path] = url.split('/');
  if (way === 'busy') return response.writeHead(429, { ...json, 'retry-after': retryAfter }).end('{"error":"Busy"}');
  // Only the stream of this one is hostile.
  if (way === 'line' && accept === 'application/json' && path.length === 3)
    return response.writeHead(200, json).end(JSON.stringify(space));
  return ways[way]!(response);
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const env = { PARLEY_SPACE: '5b1d4a1e-7a57-4c8f-9d7f-000000000001', PARLEY_KEY: 'a'.repeat(64) };

/** Runs a command against a hostile server, and measures the most memory that it used, where the system tells. */
async function tries(user: Machine, way: string, words: readonly string[]): Promise<Ended & { most: number }> {
  const running = user.start(words, { env: { ...env, PARLEY_URL: `${origin}/${way}` } });
  let most = 0;
  const look = () => {
    try {
      const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8')) ?? [];
      most = Math.max(most, Number(kibibytes ?? 0) * 1024);
    } catch {
      // It has ended, or this is another system.
    }
  };
  const timer = setInterval(look, 10);
  return { ...(await running.ended.finally(() => clearInterval(timer))), most };
}

const followers = [
  ['messages'],
  ['watch', '--all'],
  ['ask', 'how'],
  ['api', 'GET', '/api/health'],
  ['participants'],
  ['listen', '--print'],
];

test.for(['gzip', 'endless', 'line'])(
  'a server that never stops sending (%s) ends a command with a clear error, not its memory',
  async (way) => {
    const [user] = await machines(origin, 'user');
    for (const words of way === 'line' ? [['watch']] : followers) {
      const { code, stderr, most } = await tries(user, way, words);
      expect(stderr, words[0]).toMatch(new RegExp(`${origin} sent more than (4|16) MiB at once, which is refused\n$`));
      expect(code, words[0]).toBe(1);
      expect(most, words[0]).toBeLessThan(700 * mebibyte);
    }
  },
);

test.for(['null', 'array', 'html', 'missing', 'deep'])(
  'a server that answers otherwise (%s) is not a Parley server',
  async (way) => {
    const [user] = await machines(origin, 'user');
    const words = [
      ['messages'],
      ['participants'],
      ['ask', 'how'],
      ['space', 'create', 'Launch'],
      ['inbox', 'list'],
      ['artifact', 'list'],
      ['mcp', 'doctor'],
    ];
    for (const each of words) {
      const { code, stderr } = await tries(user, way, each);
      expect(stderr, each.join(' ')).toContain(`${origin} is no Parley server: `);
      expect(code, each.join(' ')).toBe(1);
    }
  },
);

test.for([
  ['-5', '1 s'],
  ['NaN', '1 s'],
  ['7', '7 s'],
  ['99999999999', '1 h'],
])('Retry-After “%s” is shown as %s', async ([header, shown]) => {
  retryAfter = header!;
  const [user] = await machines(origin, 'user');
  // A long wait is not waited for; a short one is, twice.
  const { code, stderr } = await tries(user, 'busy', ['participants']);
  expect(stderr).toBe(`parley: Busy; try again in ${shown}\n`);
  expect(code).toBe(6);
});
