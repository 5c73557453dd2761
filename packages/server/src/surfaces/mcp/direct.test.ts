import { messageView, ServiceError } from '@parley/core';
import {
  callTool,
  createMcpServer,
  formOf,
  openDeliveriesKey,
  type Backend,
  type McpServerOptions,
  type ParleyTool,
} from '@parley/mcp';
import type { FastifyRequest } from 'fastify';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directCall, encoded } from './direct.ts';
import type { Exchange } from './exchange.ts';
import { libraryWith } from './library.ts';
import { isObject, parsed, type JsonRpcMessage } from './message.ts';

type Fields = Record<string, unknown>;

const echoed = messageView.partial();
const tool = (name: string, call: ParleyTool['call'], shape = {}): [string, ParleyTool] => [
  name,
  { form: formOf(echoed), group: 'core', permission: 'read', tool: { name, inputSchema: { type: 'object' }, ...shape }, call },
];

const options: McpServerOptions = {
  tools: new Map([
    tool('repeat', async (_host, args) => args),
    tool('structured', async (_host, args) => args, { outputSchema: { type: 'object' } }),
    tool('empty', async () => ({})),
    tool('refuse', async (_host, args) => {
      throw new ServiceError('invalid_request', JSON.stringify(args), { issues: [{ field: 'x', message: 'is required' }] });
    }),
  ]),
  refuse: (error) => {
    const refusal = error as ServiceError;
    return { refusal, body: { error: refusal.message, code: refusal.code, ...refusal.details } };
  },
  version: '1.2.3',
};

const exchangeOf = (message: JsonRpcMessage, open: number | undefined): Exchange => ({
  ...parsed(message, options.tools),
  message,
  options,
  backend: {
    openWork: async () => (open === undefined ? undefined : { queued: open, claimed: [] }),
  } as Partial<Backend> as Backend,
});

const library = libraryWith(({ backend }) => createMcpServer(backend, options));

const neverGone = () => new AbortController().signal;

async function byLibrary(exchange: Exchange, request: FastifyRequest): Promise<string> {
  const response = await library.answer(exchange, request, neverGone());
  expect(response.status).toBe(200);
  return response.text();
}

async function directly(exchange: Exchange, request: FastifyRequest): Promise<string | undefined> {
  const call = directCall(exchange, request);
  return (
    call && encoded(call, await callTool(exchange.backend, call.tool, call.args, neverGone(), options.refuse), options.version)
  );
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};
const call = (name: unknown, args?: unknown) => ({
  jsonrpc: '2.0',
  id: 1 as unknown,
  method: 'tools/call',
  params: { name, ...(args !== undefined && { arguments: args }), _meta: meta } as Fields,
});
/** The same of a 2025 client, with what some of them add. */
const oldCall = (name: unknown, args?: unknown) => ({
  ...call(name, args),
  params: { ...call(name, args).params, _meta: { progressToken: 1, 'host/call': 'x' } } as Fields,
});
const headersFor = (name: string): Record<string, string> => ({
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});
const requestWith = (headers: Record<string, string>) =>
  ({ headers, host: 'localhost', url: '/mcp' }) as unknown as FastifyRequest;

/** Each answer has another one. */
const withoutBoundary = (answer = '') => answer.replaceAll(/(?<=BEGIN |END )[\da-f]{16}/g, '…');

/** As it arrives: what JSON cannot say is lost. */
const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

describe('a regular call of a tool', () => {
  const revisions = fc.constantFrom(
    { version: '2026-07-28', callOf: call },
    { version: '2025-11-25', callOf: oldCall },
    { version: '2025-03-26', callOf: oldCall },
  );
  const open = fc.option(fc.nat(), { nil: undefined });
  const names = fc.constantFrom('repeat', 'structured', 'empty', 'refuse');
  const id = fc.oneof(fc.integer(), fc.string());
  const field = fc.oneof(fc.string(), fc.constantFrom(...Object.keys(messageView.shape)));
  const args = fc.dictionary(field, fc.jsonValue());

  it('gets the bytes that the library would answer, whether the tool succeeds or fails', () =>
    fc.assert(
      fc.asyncProperty(revisions, names, id, args, open, async ({ version, callOf }, name, id, args, open) => {
        const message = sent({ ...callOf(name, args), id });
        fc.pre(!Object.hasOwn(message.params['arguments'] as Fields, '__proto__'));
        const exchange = exchangeOf(message, open);
        const request = requestWith({ ...headersFor(name), 'mcp-protocol-version': version });
        const answer = await directly(exchange, request);
        expect(answer).toBeDefined();
        expect(withoutBoundary(answer)).toBe(withoutBoundary(await byLibrary(exchange, request)));
      }),
      { numRuns: 1_000 },
    ));

  it('says how many deliveries wait, and which server answered', async () => {
    const exchange = exchangeOf(call('empty'), 2);
    const text = (await directly(exchange, requestWith(headersFor('empty')))) ?? '';
    const serverInfo = { name: 'parley', title: 'Parley', version: '1.2.3' };
    expect(JSON.parse(text)).toMatchObject({
      result: { resultType: 'complete', _meta: { [openDeliveriesKey]: 2, 'io.modelcontextprotocol/serverInfo': serverInfo } },
    });
  });
});

describe('any other message', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const noise = fc.record(
    {
      jsonrpc: json,
      id: json,
      method: fc.constantFrom('tools/list', 'initialize', '', 5),
      result: json,
      error: json,
      params: json,
    },
    { requiredKeys: [] },
  );
  const params = fc.record(
    {
      name: fc.oneof(fc.constantFrom('refuse', 'constructor', '=?base64?ZW1wdHk=?='), json),
      arguments: json,
      task: json,
      inputResponses: json,
      requestState: json,
      _meta: json,
    },
    { requiredKeys: [] },
  );
  const inMeta = fc.record(
    {
      'io.modelcontextprotocol/protocolVersion': fc.oneof(fc.constantFrom('2025-11-25', '2026-07-29', ' 2026-07-28'), json),
      'io.modelcontextprotocol/clientInfo': json,
      'io.modelcontextprotocol/clientCapabilities': json,
      'io.modelcontextprotocol/logLevel': fc.oneof(fc.constant('debug'), json),
      'io.modelcontextprotocol/related-task': json,
      progressToken: json,
      other: json,
    },
    { requiredKeys: [] },
  );
  const header = fc.constantFrom('content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name');
  const headers = fc.dictionary(
    header,
    fc.constantFrom('', ' empty', 'empty', '=?base64?ZW1wdHk=?=', '2025-11-25', 'text/plain', 'application/json; charset=utf-8'),
  );

  it('is left to the library, unless it would answer the same', () =>
    fc.assert(
      fc.asyncProperty(noise, params, inMeta, headers, fc.nat(31), async (noise, params, inMeta, headers, which) => {
        const regular = (which & 16 ? oldCall : call)('empty', {});
        const withMeta = {
          ...regular.params,
          ...(which & 1 && { _meta: { ...(regular.params['_meta'] as Fields), ...inMeta } }),
        };
        const message = sent({ ...regular, params: { ...withMeta, ...(which & 2 && params) }, ...(which & 4 && noise) });
        fc.pre(isObject(message));
        const exchange = exchangeOf(message, undefined);
        const version = which & 16 ? { 'mcp-protocol-version': '2025-06-18' } : {};
        const request = requestWith({ ...headersFor('empty'), ...version, ...(which & 8 ? headers : {}) });
        const answer = await directly(exchange, request);
        if (answer) expect(answer).toBe(await byLibrary(exchange, request));
      }),
      { numRuns: 3_000 },
    ));

  it.each<[string, Fields, Record<string, string>]>([
    ['for an unknown tool', { params: { ...call('x').params } }, { 'mcp-name': 'x' }],
    ['whose header names another tool', {}, { 'mcp-name': 'repeat' }],
    ['without Mcp-Name', {}, { 'mcp-name': '' }],
    ['whose header names another version', {}, { 'mcp-protocol-version': '2025-11-25' }],
    ['without an id', { id: undefined }, {}],
    ['without an envelope', { params: { name: 'empty' } }, {}],
    ['that answers a question', { params: { ...call('empty').params, inputResponses: {} } }, {}],
    ['that is no JSON', {}, { 'content-type': 'text/plain' }],
    ['with an argument that copies lose', { params: call('empty', JSON.parse('{"__proto__":1}')).params }, {}],
  ])('%s is left to the library', (_, changed, headers) => {
    const exchange = exchangeOf({ ...call('empty'), ...changed }, undefined);
    expect(directCall(exchange, requestWith({ ...headersFor('empty'), ...headers }))).toBeUndefined();
  });
});
