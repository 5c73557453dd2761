import type { Member } from '@parley/testing';
import type { Meeting } from '../clients/meeting.ts';
import { content } from '../clients/message.ts';
import { requestBytes } from '../generators/request.ts';

// The requests of agents that speak MCP and A2A.

const revision = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A revision of MCP. */
type Revision = typeof revision | '2025-11-25';

interface Rpc {
  path: '/mcp' | '/a2a';
  key: string;
  method: string;
  params: object;
  headers: readonly string[];
}

const rpc = ({ path, key, method, params, headers }: Rpc): Buffer =>
  requestBytes({ method: 'POST', path, key, body: { jsonrpc: '2.0', id: 1, method, params }, headers });

function mcp(version: Revision, key: string, method: string, params: object, name?: string): Buffer {
  const named = name === undefined ? [] : [`Mcp-Name: ${name}`];
  const stated = version === revision ? [`Mcp-Method: ${method}`, ...named] : [];
  return rpc({
    path: '/mcp',
    key,
    method,
    params: version === revision ? { ...params, _meta: meta } : params,
    headers: ['Accept: application/json, text/event-stream', `MCP-Protocol-Version: ${version}`, ...stated],
  });
}

const a2a = (key: string, method: string, params: object): Buffer =>
  rpc({ path: '/a2a', key, method, params, headers: ['A2A-Version: 1.0'] });

/** A call of `send_message` for each member of a meeting. */
export const toolCalls = (version: Revision, { members }: Meeting): Buffer[] =>
  members.map(({ spaceId, key }) =>
    mcp(version, key, 'tools/call', { name: 'send_message', arguments: { spaceId, content } }, 'send_message'),
  );

/** A subscription to the messages of a meeting. */
export function subscription(version: Revision, { spaceId, key }: Member): Buffer {
  const uri = `parley://spaces/${spaceId}/messages`;
  return version === revision
    ? mcp(version, key, 'subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } })
    : mcp(version, key, 'resources/subscribe', { uri });
}

/** The operation `sendMessage` for each member. A text part would be recognized as a repetition by its messageId, which costs more. */
export const a2aSends = ({ members }: Meeting): Buffer[] =>
  members.map(({ spaceId, key }) => {
    const parts = [{ data: { operation: 'sendMessage', input: { content } } }];
    return a2a(key, 'SendMessage', { message: { messageId: 'bench', role: 'ROLE_USER', contextId: spaceId, parts } });
  });

/** The stream of the owner's task. */
export const taskStream = ({ spaceId, id, key }: Member): Buffer => a2a(key, 'SubscribeToTask', { id: `${spaceId}.${id}` });
