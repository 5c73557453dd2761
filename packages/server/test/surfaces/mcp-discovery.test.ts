import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve, type Served } from '../in-process.ts';
import { capabilitiesOf, revisions, rpc } from '../mcp-rpc.ts';

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

it.each(revisions)('its skill is listed with digests, and is read as a resource (%s)', async (revision) => {
  const ask = (method: string, params?: Fields) => rpc(server, method, params, { revision });
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
  expect(await capabilitiesOf(server, revision)).toMatchObject({ extensions: { 'io.modelcontextprotocol/skills': {} } });
});
