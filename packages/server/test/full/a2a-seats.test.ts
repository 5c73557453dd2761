import { answer, openSpace } from '@parley/testing';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../in-process.ts';

it('what a streamed message did is answered even if no stream can follow', async () => {
  const server = await serve({ PARLEY_MAX_STREAMS: '1' });
  onTestFinished(() => server.stop());
  const owner = await openSpace(server);
  const ask = (method: string, params: object) =>
    fetch(`${server.url}/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-private-key': owner.key },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const task = { id: `${owner.spaceId}.${owner.id}` };
  const first = await ask('SubscribeToTask', task);
  onTestFinished(() => first.body!.cancel());
  expect(first.headers.get('content-type')).toContain('text/event-stream');

  const refused = await ask('SubscribeToTask', task);
  expect(await refused.json()).toMatchObject({ error: { code: 503 } });

  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { operation: 'createSpace', input: {} } }] };
  Object.assign(message.parts[0]!.data.input, { name: 'Second', description: 'Where we meet next' });
  const streamed = await (await ask('SendStreamingMessage', { message })).text();
  const [, sent] = /^data: (.*)$/m.exec(streamed) ?? [];
  const { result } = JSON.parse(sent!) as { result: { task: { artifacts: [{ parts: [{ data: Record<string, string> }] }] } } };
  const { spaceId, ownerPrivateKey: key } = result.task.artifacts[0].parts[0].data as {
    spaceId: string;
    ownerPrivateKey: string;
  };
  expect(await answer(200, server, 'getSpace', { spaceId, key })).toMatchObject({ name: 'Second' });
});
