import { answer, invite, join, openSpace, type Member } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Served } from './in-process.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => served.stop());

async function rpc(method: string, params: unknown, key?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${served.url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'x-private-key': key }), ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: response.status, body: (await response.json()) as any };
}

test('try', async () => {
  const made = await rpc('SendMessage', { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ data: { operation: 'createSpace', input: { name: 'X', description: '' } } }] } });
  console.log(JSON.stringify(made));
  const { task } = made.body.result;
  const key = task.artifacts[0].parts[0].data.ownerPrivateKey;
  console.log(JSON.stringify(await rpc('message/send', { message: { contextId: task.contextId, messageId: 'm2', role: 'user', parts: [{ kind: 'text', text: 'hello' }] } }, key)));
  console.log(JSON.stringify(await rpc('tasks/get', { id: task.id, historyLength: 5 }, key)));
  console.log(JSON.stringify(await rpc('tasks/cancel', { id: task.id, historyLength: 5 }, key)));
  console.log(JSON.stringify(await rpc('ListTasks', { contextId: task.contextId }, key)));
  console.log(JSON.stringify(await rpc('ListTasks', { contextId: task.contextId }, 'x')));
  console.log(JSON.stringify(await rpc('nope', { contextId: task.contextId }, 'x')));
  const r = await fetch(`${served.url}/a2a/v1/tasks/${task.id}`, { headers: { 'x-private-key': key } });
  console.log(r.status, await r.text());
  const r2 = await fetch(`${served.url}/a2a/v1/message:send`, { method: 'POST', headers: { 'x-private-key': key } , body: '{}'});
  console.log(r2.status, await r2.text());
});
