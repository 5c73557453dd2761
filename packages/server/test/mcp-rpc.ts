type Fields = Record<string, unknown>;

export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

export interface RpcError {
  code: number;
  message: string;
  data?: Fields;
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request as a client of a revision sends it. */
export function requestIn(revision: Revision, method: string, params: Fields = {}, id: number | string = 1) {
  const isNew = revision === '2026-07-28';
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isNew && { 'mcp-method': method }),
      ...(isNew && params['uri'] !== undefined && { 'mcp-name': String(params['uri']) }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, ...(isNew && { _meta: meta }) } }),
  };
}

/** Sends a request that no client library knows. */
export async function rpc(
  server: { url: string },
  method: string,
  params: Fields = {},
  { revision = '2026-07-28', headers = {} }: { revision?: Revision; headers?: Record<string, string> } = {},
): Promise<{ result?: any; error?: RpcError }> {
  const request = requestIn(revision, method, params);
  const response = await fetch(`${server.url}/mcp`, { ...request, headers: { ...request.headers, ...headers } });
  return (await response.json()) as { result?: any; error?: RpcError };
}

/** What a server can do, as a client of a revision learns it. */
export async function capabilitiesOf(server: { url: string }, revision: Revision): Promise<Fields> {
  const { result } =
    revision === '2026-07-28'
      ? await rpc(server, 'server/discover', {}, { revision })
      : await rpc(
          server,
          'initialize',
          { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
          { revision },
        );
  return (result as { capabilities: Fields }).capabilities;
}
