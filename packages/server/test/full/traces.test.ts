import { answer, ask, call, createArtifact, freePort, meeting, openSpace, type Member } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../in-process.ts';
import { startOtlp } from '../otlp.ts';

const start = async (url: string) => {
  const served = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: url, PARLEY_RATE_LIMIT: '0' });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await served.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  return { ...served, stop };
};

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

test('a call is one span below that of its caller, with its batch and its outcome', async () => {
  const otlp = await startOtlp();
  const served = await start(otlp.url);
  const { owner, crew } = await meeting(served, 1);
  const [bob] = crew as [Member];
  const headers = { traceparent: `00-${traceId}-${spanId}-01` };
  const path = `/hub/space/${owner.spaceId}/messages`;
  await call(served, 'POST', path, { key: owner.key, headers, body: JSON.stringify({ content: 'Hello' }) });
  const artifactId = await createArtifact(served, owner);
  await answer(200, served, 'lockArtifact', owner, { artifactId });
  await answer(423, served, 'lockArtifact', bob, { artifactId });
  await served.stop();

  expect([otlp.services, otlp.scopes]).toEqual([new Set(['parley']), new Set(['parley'])]);
  const named = (name: string) => otlp.spans.filter((span) => span.name === name);
  expect(named('createSpace')).toHaveLength(1);
  const [sent, ...more] = named('sendMessage');
  expect(more).toEqual([]);
  expect(sent).toMatchObject({
    traceId,
    parentSpanId: spanId,
    kind: 2,
    attributes: {
      'parley.operation': 'sendMessage',
      'parley.transport': 'rest',
      'parley.status': 200,
      'parley.batch.writes': 1,
      'parley.batch.spaces': 1,
      'parley.batch.number': expect.any(Number),
      'parley.repeats': 0,
    },
  });
  const { 'parley.batch.wait_ms': waited, 'parley.batch.store_ms': stored } = sent!.attributes as Record<string, number>;
  const lasted = Number(BigInt(sent!.endTimeUnixNano) - BigInt(sent!.startTimeUnixNano)) / 1e6;
  // The clock of spans counts whole milliseconds.
  expect(waited! + stored!).toBeLessThanOrEqual(lasted + 2);
  expect(stored).toBeGreaterThan(0);
  const refused = named('lockArtifact').map(({ attributes, status }) => [
    attributes['parley.status'],
    attributes['error.type'],
    status.code,
  ]);
  expect(refused.toSorted()).toEqual([
    [200, undefined, 0],
    [423, 'locked', 0],
  ]);
});

test('writes of one batch carry its number', async () => {
  const otlp = await startOtlp();
  const served = await start(otlp.url);
  const owner = await openSpace(served);
  await Promise.all(Array.from({ length: 40 }, () => answer(200, served, 'sendMessage', owner, { content: 'Hello' })));
  await served.stop();
  const batches = new Map<unknown, number[]>();
  for (const { name, attributes } of otlp.spans) {
    if (name !== 'sendMessage') continue;
    const { 'parley.batch.number': number, 'parley.batch.writes': writes } = attributes;
    batches.set(number, [...(batches.get(number) ?? []), Number(writes)]);
  }
  for (const writes of batches.values()) expect(new Set(writes)).toEqual(new Set([writes.length]));
  expect([...batches.values()].flat()).toHaveLength(40);
});

test('calls over tRPC, MCP and A2A are spans too, and those that the caller does not sample are none', async () => {
  const otlp = await startOtlp();
  const served = await start(otlp.url);
  const owner = await openSpace(served);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(served.url + path, {
      method: 'POST',
      headers: {
        'x-private-key': owner.key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    }).then((response) => response.text());
  const { spaceId } = owner;
  await post('/trpc/sendMessage', { spaceId, content: 'Hello' });
  const params = { name: 'send_message', arguments: { spaceId, content: 'Hello' } };
  await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { 'mcp-protocol-version': '2025-06-18' });
  const message = { messageId: 'm', contextId: spaceId, role: 'ROLE_USER', parts: [{ text: 'Hello' }] };
  await post('/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }, { 'a2a-version': '1.0' });
  const unsampled = { traceparent: `00-${traceId}-${spanId}-00` };
  await post(`/hub/space/${spaceId}/messages`, { content: 'Hello' }, unsampled);
  await served.stop();
  const sent = otlp.spans.filter(({ name }) => name === 'sendMessage');
  expect(sent.map(({ attributes }) => attributes['parley.transport']).toSorted()).toEqual(['a2a', 'mcp', 'trpc']);
  for (const { attributes } of sent) expect(attributes).toMatchObject({ 'parley.status': 200, 'parley.batch.writes': 1 });
});

test('spans contain no ids, keys, names or texts of a space', async () => {
  const otlp = await startOtlp();
  const served = await start(otlp.url);
  const owner = await openSpace(served, { name: 'A secret place' });
  await answer(200, served, 'sendMessage', owner, { content: 'A secret text' });
  await ask(served, 'getArtifact', owner, { artifactId: owner.id });
  await served.stop();
  expect(otlp.spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['createSpace', 'sendMessage', 'getArtifact']));
  const text = otlp.texts.join('\n');
  for (const secret of [owner.key, owner.spaceId, owner.id, 'secret']) expect(text).not.toContain(secret);
});

test('without a receiver everything else works, and the log says that spans are lost', async () => {
  const served = await start(`http://127.0.0.1:${await freePort()}`);
  served.parley.log.level = 'warn';
  const owner = await openSpace(served);
  await answer(200, served, 'sendMessage', owner, { content: 'Hello' });
  await served.stop();
  expect(served.complaints.filter((line) => line.includes('traces could not be sent'))).toHaveLength(1);
});
