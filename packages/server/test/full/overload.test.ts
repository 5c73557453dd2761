import { allMessages, answer, ask, inTime, meeting, openSpace, openStream } from '@parley/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { connected, readAll } from '../raw.ts';
import { scrape, sumOf, token } from '../scrape.ts';
import { Slow } from '../uploads.ts';

const most = 4;
let served: Served;
beforeAll(async () => {
  served = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_MAX_CALLS: String(most), PARLEY_METRICS_TOKEN: token });
});
afterAll(() => served.stop());

const refusals = async () => sumOf((await scrape(served)).samples, 'parley_limit_refusals_total', { limit: 'calls' });
const probes = ['/livez', '/readyz', '/api/ready', '/api/health'];
const statusOf = async (path: string, init?: RequestInit) => {
  const response = await fetch(served.url + path, init);
  await response.arrayBuffer();
  return response.status;
};

/** A check gives up after 1.5 s, and what it found is kept for one. */
const probed = (path: string): Promise<number> => inTime(1_400, () => statusOf(path), 1_100);

/** Keeps the server busy with so many calls, until the end. */
function occupy(calls: number): () => void {
  const { workload } = served.parley.admission;
  let left = calls;
  for (let i = 0; i < calls; i += 1) workload.begin();
  const end = () => {
    for (; left > 0; left -= 1) workload.end();
  };
  onTestFinished(end);
  return end;
}

test('while it works on as much as it can, 503 for new requests over all surfaces, before their bodies are looked at; probes and streams are served', async () => {
  const { owner } = await meeting(served, 0);
  const stream = await openStream(served, owner);
  onTestFinished(() => stream.leave());
  await eventually(() => stream.events.some(({ event }) => event === 'context'));
  const [before, end] = [await refusals(), occupy(most)];

  const message = `/hub/space/${owner.spaceId}/messages`;
  const asked: [path: string, method?: string][] = [
    [message, 'POST'],
    [message],
    [`${message}/stream`],
    ['/hub/space', 'POST'],
    ['/trpc/sendMessage', 'POST'],
    ['/mcp', 'POST'],
    ['/a2a', 'POST'],
    ['/docs'],
  ];
  for (const [path, method = 'GET'] of asked) {
    const socket = await connected(served.port);
    const body = method === 'POST' ? 'Content-Type: application/json\r\nContent-Length: 8\r\n\r\nnot JSON' : '\r\n';
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Private-Key: ${owner.key}\r\n${body}`);
    const text = await readAll(socket, (all) => all.endsWith('}'));
    expect(text, path).toMatch(/^HTTP\/1\.1 503 [^]*^retry-after: ([2-9]|10)\r$[^]*"code":"overloaded"/im);
  }
  for (const path of probes) expect([path, await probed(path)]).toEqual([path, 200]);
  expect(await refusals()).toBe(before + asked.length);

  end();
  await answer(200, served, 'sendMessage', owner, { content: 'Better' });
  await eventually(() => stream.events.some(({ event }) => event === 'message'));
});

test('a waiting poll and an upload in progress are no work: others are served meanwhile', async () => {
  const { owner } = await meeting(served, 0);
  const { seats, uploads } = served.parley.admission;
  await eventually(() => seats.taken === 0);
  occupy(most - 1);
  const poll = ask(served, 'listMessages', owner, { after: 0, wait: 25 });
  await eventually(() => seats.taken > 0);
  const file = new Slow(served, owner);
  await eventually(() => uploads.taken > 0);
  await answer(200, served, 'sendMessage', owner, { content: 'Hello' });
  expect((await poll).status).toBe(200);
  file.end(Buffer.from('x'));
  expect((await file.answer()).status).toBe(200);
});

test('a flood of messages is stored or refused, each of them, while the probes answer, and later requests succeed', async () => {
  const owner = await openSpace(served);
  const counts = new Map<number, number>();
  const send = async () => {
    const { status } = await ask(served, 'sendMessage', owner, { content: 'x' });
    counts.set(status, (counts.get(status) ?? 0) + 1);
  };
  while (!counts.has(503) || !counts.has(200)) {
    await Promise.all(Array.from({ length: 50 }, send));
    for (const path of probes) expect([path, await probed(path)]).toEqual([path, 200]);
  }
  expect([...counts.keys()].toSorted()).toEqual([200, 503]);
  await answer(200, served, 'sendMessage', owner, { content: 'x' });
  expect(await allMessages(served, owner)).toHaveLength(counts.get(200)! + 1);
});
