import { contract, ServiceError } from '@parley/core';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { byKeys, createMcpServer, parleyTools, type Backend } from '../../src/index.ts';

const internal = new ServiceError('internal', 'The log has the details');
const refused: unknown[] = [];

/** A server whose backend knows no spaces, and cannot list them. */
const server = () =>
  createMcpServer({ spaces: () => Promise.reject(new Error('/home/olga/keys: no permission')) } as unknown as Backend, {
    tools: parleyTools({ contract: contract(), addressing: byKeys }),
    version: '0',
    refuse(error) {
      refused.push(error);
      return { refusal: internal, body: { error: internal.message, code: internal.code } };
    },
  });

/** The error with which a server answers. */
async function errorOf(method: string, params?: Record<string, unknown>): Promise<unknown> {
  let answered: (message: JSONRPCMessage) => void = () => {};
  const answer = new Promise<JSONRPCMessage>((resolve) => (answered = resolve));
  const transport: Transport = { start: async () => {}, close: async () => {}, send: async (message) => answered(message) };
  await server().connect(transport);
  transport.onmessage!({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) });
  return ((await answer) as { error?: unknown }).error;
}

it.each([
  ['initialize', undefined, 'params is required'],
  ['initialize', {}, 'protocolVersion is required; capabilities is required; clientInfo is required'],
  ['tools/call', { name: 5 }, 'name must be a string'],
  ['tools/call', { name: 'get_space', arguments: [] }, 'arguments must be an object'],
  ['tools/list', { cursor: 5 }, 'cursor must be a string'],
  ['resources/read', {}, 'uri is required'],
  ['prompts/get', { name: 'join_meeting', arguments: { link: 5 } }, 'arguments.link must be a string'],
])('%s with %j is -32602 in words', async (method, params, message) => {
  expect(await errorOf(method, params)).toEqual({ code: -32_602, message });
});

it('what fails inside is -32603 with the words of the backend, and nothing of the cause', async () => {
  expect(await errorOf('resources/list')).toEqual({
    code: -32_603,
    message: internal.message,
    data: { error: internal.message, code: 'internal' },
  });
  expect(refused).toEqual([new Error('/home/olga/keys: no permission')]);
});

it('a refusal of our own stays as it is', async () => {
  expect(await errorOf('tools/call', { name: 'nothing' })).toEqual({ code: -32_602, message: 'There is no such tool' });
  expect(await errorOf('nothing')).toMatchObject({ code: -32_601 });
  const unknown = 'There is no such prompt: there are join_meeting and chair_meeting';
  expect(await errorOf('prompts/get', { name: 'nothing' })).toEqual({ code: -32_602, message: unknown });
  expect(await errorOf('prompts/get', { name: 'join_meeting' })).toEqual({
    code: -32_602,
    message: 'arguments.link is required',
  });
});
