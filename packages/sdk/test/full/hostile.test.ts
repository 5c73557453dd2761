import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Parley, UnexpectedAnswerError, type Space } from '../../src/index.ts';

const mebibyte = 2 ** 20;
const megabyteOf = (text: string): Buffer => Buffer.alloc(mebibyte, text);
/** Unpacks to 512 MiB. */
const bomb = gzipSync(Buffer.alloc(512 * mebibyte, ' '), { level: 1 });

function endlessly(response: ServerResponse, piece: Buffer): void {
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write).on('error', () => {});
  write();
}

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

/** How the server answers each request, by the first part of the path of the base URL. */
const ways: Record<string, (response: ServerResponse) => void> = {
  gzip: (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  'gzip-refusal': (response) => response.writeHead(500, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  endless: (response) => endlessly(response.writeHead(200, json), megabyteOf(' ')),
  text: (response) => endlessly(response.writeHead(200, { 'content-type': 'text/markdown' }), megabyteOf('a')),
  line: (response) => endlessly(response.writeHead(200, events), megabyteOf('data: a')),
  event: (response) => endlessly(response.writeHead(200, events), megabyteOf(`data: ${'a'.repeat(1017)}\n`)),
  null: (response) => response.writeHead(200, json).end('null'),
  array: (response) => response.writeHead(200, json).end('[]'),
  number: (response) => response.writeHead(200, json).end('1'),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  'html-as-json': (response) => response.writeHead(200, json).end('<h1>Hello</h1>'),
  deep: (response) => response.writeHead(200, json).end('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
  'strange-events': (response) => response.writeHead(200, events).end('event: message\nid: 1\ndata: null\n\n'),
  'no-events': (response) => response.writeHead(200, events).end('event: message\nid: 1\ndata: <h1>\n\n'),
  missing: (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
};

const server = createServer(({ url }, response) => ways[url!.split('/')[1]!]!(response));
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const parleyAt = (way: string): Parley => new Parley({ baseUrl: `${origin}/${way}` });
const spaceAt = (way: string): Space => parleyAt(way).space({ spaceId, key: 'k' });

async function drained(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source) continue;
}

const refused = (call: Promise<unknown>): Promise<UnexpectedAnswerError> =>
  call.then(
    () => Promise.reject(new Error('succeeded')),
    (error: UnexpectedAnswerError) => error,
  );

/** By how many bytes the memory of this process grew at most while this ran. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  await work().finally(() => clearInterval(timer));
  return Math.max(most, process.memoryUsage.rss()) - before;
}

const calls: Record<string, (way: string) => Promise<unknown>> = {
  messages: (way) => spaceAt(way).messages(),
  history: (way) => drained(spaceAt(way).history()),
  ask: (way) => parleyAt(way).ask('How?'),
  'events by polling': (way) => drained(spaceAt(way).events({ transport: 'poll' })),
  deliveries: (way) => drained(spaceAt(way).deliveries()),
  'artifacts.list': (way) => spaceAt(way).artifacts.list(),
  createSpace: (way) => parleyAt(way).createSpace({ name: 'Launch', description: 'Agree' }),
  join: (way) => parleyAt(way).join({ spaceId, publicInvitationKey: 'k' }, { name: 'Bob' }),
};

test.for(['gzip', 'endless', 'gzip-refusal'])(
  'an answer that does not end (%s) is refused before it fills the memory',
  async (way) => {
    const growth = await growthDuring(async () => {
      for (const [name, call] of Object.entries(calls)) {
        const error = await refused(call(way));
        expect(error, name).toBeInstanceOf(UnexpectedAnswerError);
        expect(error.code, name).toBe('answer_too_large');
        const most = name === 'artifacts.list' && way !== 'gzip-refusal' ? 40 : 16;
        expect(error.message, name).toBe(`${origin} sent more than ${most} MiB at once, which is refused`);
      }
    });
    expect(growth).toBeLessThan(600 * mebibyte);
  },
);

test('neither a download nor an event that does not end fills the memory', async () => {
  const growth = await growthDuring(async () => {
    const downloading = await refused(spaceAt('text').call('downloadArtifact', { artifactId: spaceId }));
    expect(downloading).toMatchObject({ name: 'UnexpectedAnswerError', code: 'answer_too_large' });
    for (const way of ['line', 'event']) {
      const error = await refused(drained(spaceAt(way).events()));
      expect(error).toMatchObject({ name: 'UnexpectedAnswerError', code: 'answer_too_large' });
      expect(error.message).toBe(`${origin} sent more than 4 MiB at once, which is refused`);
    }
  });
  expect(growth).toBeLessThan(600 * mebibyte);
});

test.for(['null', 'array', 'number', 'html', 'html-as-json', 'deep'])(
  'the server of an answer of another kind (%s) is not a Parley server',
  async (way) => {
    for (const [name, call] of Object.entries(calls)) {
      const error = await refused(call(way));
      expect(error, name).toMatchObject({ name: 'UnexpectedAnswerError', code: 'not_parley' });
      expect(error.message, name).toContain(`${origin} is no Parley server: `);
    }
  },
);

test.for(['html', 'strange-events', 'no-events', 'missing'])(
  'a stream of another server (%s) ends with an error that says so',
  async (way) => {
    const error = await refused(drained(spaceAt(way).events()));
    expect(error.code).toBe('not_parley');
    expect(error.message).toContain(`${origin} is no Parley server: `);
  },
);
