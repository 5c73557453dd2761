// What one request costs inside: functions, calls and files of the server that it runs, counted by V8 around a request that was made before,
// and the bytes that a message allocates. The counts do not depend on the machine. `--list NAME`: what the walks whose name contains it
// call, and how often. `--check` fails if a walk has become more than 5 % longer than it was.
import { Session } from 'node:inspector/promises';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const { list, check } = parseArgs({ options: { list: { type: 'string' }, check: { type: 'boolean' } } }).values;

/** What is reached. Lower it with what becomes shorter. */
const reached = {
  'message over REST': { calls: 157, functions: 140, files: 50 },
  'artifact, whole content': { calls: 282, functions: 211, files: 63 },
  'file of 10 kB': { calls: 522, functions: 243, files: 73 },
  'message over MCP': { calls: 250, functions: 194, files: 71 },
  'space over REST': { calls: 109, functions: 94, files: 38 },
  'list of 20 over REST': { calls: 156, functions: 103, files: 43 },
};
const reachedBytes = 36_800;
const growth = 1.05;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const counted = /\/packages\/(?:server|core|mcp)\/dist\//;
const { createApp, createLogger, readConfig, startParley } = await import(join(root, 'packages/server/dist/index.js'));

const folder = mkdtempSync(join(tmpdir(), 'parley-walk-'));
const config = readConfig({ PARLEY_DATA_DIR: folder, PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'silent' });
const parley = await startParley(config, createLogger('silent'));
const app = await createApp(parley);
const url = await app.listen({ port: 0, host: '127.0.0.1' });

/** @param {string} method @param {string} path @param {object} [body] @param {string} [key] */
const call = async (method, path, body, key, headers = {}) => {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key && { 'x-private-key': key }),
      ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    body: isBytes ? body : body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.headers.get('content-type') ?? '').includes('json') ? response.json() : response.text();
};

const space = await call('POST', '/hub/space', { name: 'Walk', description: 'One of each', ttl: 3_600 });
const [at, key] = [`/hub/space/${space.spaceId}`, space.ownerPrivateKey];
const plan = await call('POST', `${at}/artifact`, { name: 'Plan', type: 'markdown', content: 'one\n' }, key);
let written = 0;
/** When the walk began. */
let since;

const walks = {
  'message over REST': () => call('POST', `${at}/messages`, { content: 'Hello' }, key),
  'artifact, whole content': () => {
    written += 1;
    return call('PATCH', `${at}/artifact/${plan.id}`, { content: `${written}\n`, lock: 'auto', baseVersion: written }, key);
  },
  'file of 10 kB': () => call('POST', `${at}/file?name=${(written += 1)}.txt`, new Uint8Array(10_000).fill(65), key),
  'message over MCP': () =>
    call(
      'POST',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'send_message', arguments: { spaceId: space.spaceId, content: 'Hello' } },
      },
      key,
      { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    ),
  'space over REST': () => call('GET', at, undefined, key),
  // The last, because a space that somebody reads keeps its log in memory.
  'list of 20 over REST': () => call('GET', `${at}/messages?timestamp=${since}`, undefined, key),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
for (const [name, walk] of Object.entries(walks)) {
  if (list !== undefined && !name.includes(list)) continue;
  since = new Date().toISOString();
  if (name.startsWith('list')) for (let i = 0; i < 20; i += 1) await walks['message over REST']();
  for (let i = 0; i < 3; i += 1) await walk();
  const rounds = [];
  for (let i = 0; i < 15; i += 1) {
    await taken();
    await walk();
    rounds.push(await taken());
  }
  // A loop of the server that ran meanwhile only adds.
  const files = rounds.toSorted((a, b) => callsIn(a) - callsIn(b))[0];
  const functions = files.flatMap(({ called }) => called).length;
  const counts = { calls: callsIn(files), functions, files: files.length };
  console.log(`${pad(counts.calls)} calls ${pad(functions)} functions ${pad(counts.files)} files  ${name}`);
  for (const [what, count] of Object.entries(counts)) {
    const before = reached[name][what];
    if (check && count > before * growth)
      fail(`${name}: ${count} ${what} instead of ${before} (npm run walk -- --list '${name}')`);
  }
  if (list !== undefined) print(files);
}
await session.post('Profiler.stopPreciseCoverage');
if (list === undefined) {
  const bytes = await allocated();
  console.log(`${(bytes / 1_000).toFixed(1)} kB allocated for a message over REST`);
  if (check && bytes > reachedBytes * growth) fail(`a message allocates ${bytes} bytes instead of ${reachedBytes}`);
}
await app.close();
await parley.close();
rmSync(folder, { recursive: true });

/** What this thread allocates for a message. The client is another thread, so it does not count. */
async function allocated() {
  await send(1_000);
  await session.post('HeapProfiler.enable');
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 2_048,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  const count = 10_000;
  await send(count);
  const { profile } = await session.post('HeapProfiler.stopSampling');
  return Math.round(sizeIn(profile.head) / count);
}

function sizeIn({ selfSize, children }) {
  return children.reduce((sum, child) => sum + sizeIn(child), selfSize);
}

/** One message after the other, over one connection. */
function send(count) {
  const body = JSON.stringify({ content: 'Hello' });
  const head = `POST ${at}/messages HTTP/1.1\r\nhost: x\r\nx-private-key: ${key}\r\ncontent-type: application/json\r\n`;
  const client = new Worker(new URL('walk-client.mjs', import.meta.url), {
    workerData: { port: Number(new URL(url).port), request: `${head}content-length: ${body.length}\r\n\r\n${body}`, count },
  });
  return new Promise((resolve, reject) => client.once('error', reject).once('exit', resolve));
}

function fail(text) {
  console.error(text);
  process.exitCode = 1;
}

/** The functions that ran since the last call of this one. */
async function taken() {
  await sleep(50);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => counted.test(url))
    .map(({ url, functions }) => {
      const called = functions
        .map(({ functionName, ranges: [range] }) => ({ functionName, ...range }))
        .filter(({ count }) => count > 0);
      return { url, called, calls: called.reduce((sum, { count }) => sum + count, 0) };
    })
    .filter(({ calls }) => calls > 0);
}

function callsIn(files) {
  return files.reduce((sum, { calls }) => sum + calls, 0);
}

/** Files by their calls, each with its functions. */
function print(files) {
  for (const { url, called, calls } of files.toSorted((a, b) => b.calls - a.calls)) {
    console.log(`\n${pad(calls)}  ${url.split('/packages/')[1]}`);
    const source = readFileSync(fileURLToPath(url), 'utf8');
    for (const { functionName, count, startOffset } of called.toSorted((a, b) => b.count - a.count))
      console.log(`${pad(count)}    ${functionName || source.slice(startOffset, startOffset + 80).split('\n', 1)[0]}`);
  }
}

function pad(count) {
  return String(count).padStart(5);
}
