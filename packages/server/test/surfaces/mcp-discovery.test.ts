import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve, type Served } from '../in-process.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({});
});
afterAll(() => server.stop());

type Fields = Record<string, unknown>;

it('a client that knows only the host finds the catalog, in it the card, and in that the endpoint', async () => {
  for (const path of ['/.well-known/ai-catalog.json', '/.well-known/mcp/catalog.json']) {
    const found = await fetch(`${server.url}${path}`);
    expect([found.headers.get('content-type'), found.headers.get('access-control-allow-origin')]).toEqual([
      'application/ai-catalog+json',
      '*',
    ]);
    expect(found.headers.get('cache-control')).toBe('public, max-age=3600');
    const { specVersion, entries } = (await found.json()) as { specVersion: string; entries: { type: string; url: string }[] };
    expect([specVersion, entries.length]).toEqual(['1.0', 1]);
    const { type, url } = entries[0]!;
    const card = await fetch(url, { headers: { accept: type } });
    expect([card.status, card.headers.get('content-type')]).toEqual([200, type]);
    const { name, description, remotes } = (await card.json()) as { name: string; description: string; remotes: Fields[] };
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(description.length).toBeLessThanOrEqual(100);
    expect(remotes).toMatchObject([{ type: 'streamable-http', url: `${server.url}/mcp` }]);
    const again = await fetch(url, { headers: { 'if-none-match': card.headers.get('etag')! } });
    expect(again.status).toBe(304);
  }
});

const inRevision = {
  '2026-07-28': (method: string, params: Fields) => ({
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(params['uri'] !== undefined && { 'mcp-name': String(params['uri']) }),
    },
    meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
  '2025-11-25': () => ({ headers: { 'mcp-protocol-version': '2025-11-25' }, meta: undefined }),
};

it.each(Object.keys(inRevision) as (keyof typeof inRevision)[])(
  'its skill is listed with digests, and is read as a resource (%s)',
  async (revision) => {
    const ask = async (method: string, params: Fields = {}) => {
      const { headers, meta } = inRevision[revision](method, params);
      const response = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...(meta && { _meta: meta }) } }),
      });
      return (await response.json()) as { result?: any; error?: { code: number } };
    };
    const { result: listed } = await ask('skills/list');
    expect(listed).toMatchObject({ ttlMs: expect.any(Number) as number, cacheScope: 'public' });
    const [skill] = listed.skills as { uri: string; frontmatter: Fields; resources: Fields[] }[];
    expect(skill).toMatchObject({ uri: 'skill://parley/meet/SKILL.md', frontmatter: { name: 'meet' } });
    expect((await ask('skills/get', { uri: skill!.uri })).result.skill).toEqual(skill);
    const { result: read } = await ask('resources/read', { uri: skill!.uri });
    const [{ text, mimeType }] = read.contents as [{ text: string; mimeType: string }];
    expect(mimeType).toBe('text/markdown');
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    expect(skill!.resources).toEqual([{ uri: skill!.uri, digest, size: Buffer.byteLength(text) }]);
    expect((await ask('resources/list')).result.resources).toMatchObject([{ uri: skill!.uri, name: 'meet' }]);
    expect((await ask('skills/get', { uri: 'skill://parley/other/SKILL.md' })).error).toMatchObject({ code: -32_602 });
    const { result: discovered } =
      revision === '2026-07-28'
        ? await ask('server/discover')
        : await ask('initialize', { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } });
    expect(discovered.capabilities.extensions).toEqual({ 'io.modelcontextprotocol/skills': {} });
  },
);
