import { answer, meeting, type Member } from '@parley/testing';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const ofRevision = { '2026-07-28': { _meta: meta }, '2025-11-25': {} };
type Revision = keyof typeof ofRevision;

const call = ({ url }: Served, { key }: Pick<Member, 'key'>, revision: Revision, name: string, args: object, more: object = {}) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-private-key': key,
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, ...ofRevision[revision], ...more },
    }),
  });

/** What differs between any two responses. */
const ownOf = (text: string) => text.replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}|\b[\da-f]{16}\b|\b[\da-f]{32}\b/g, '…');
const changing = new Set(['date', 'x-request-id', 'content-length', 'ratelimit-remaining', 'ratelimit-reset']);

async function shown(response: Response) {
  const headers = [...response.headers].filter(([name]) => !changing.has(name));
  return { status: response.status, headers, text: ownOf(await response.text()) };
}

it.each<Revision>(['2026-07-28', '2025-11-25'])(
  'a tool call of a %s client gets the same response whether or not the library carries it out',
  async (revision) => {
    const server = await serve({ PARLEY_RATE_LIMIT: '0' });
    onTestFinished(() => server.stop());
    const { owner } = await meeting(server, 1);
    const { spaceId } = owner;
    await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
    for (const [name, args] of [
      ['send_message', { spaceId, content: 'Hello' }],
      ['send_message', { spaceId }],
      ['send_message', { spaceId, content: 'Hello', privateKey: 5 }],
      ['list_messages', { spaceId }],
      ['get_artifact', { spaceId, artifactId: spaceId }],
      ['list_messages', { spaceId: spaceId.toUpperCase(), privateKey: '0'.repeat(64) }],
      ['read_doc', { page: 'mcp' }],
    ] as const) {
      const direct = await shown(await call(server, owner, revision, name, args));
      // The library carries out everything that has fields of which only it knows the meaning.
      const byLibrary = await shown(await call(server, owner, revision, name, args, { unknown: true }));
      expect(direct, name).toEqual(byLibrary);
    }
  },
);

it.each<Revision>(['2026-07-28', '2025-11-25'])('a tool that waits is answered when the server ends: %s', async (revision) => {
  const server = await serve({ PARLEY_RATE_LIMIT: '0' });
  const { owner } = await meeting(server, 1);
  const waiting = call(server, owner, revision, 'wait_for_events', { spaceId: owner.spaceId, wait: 25 });
  await eventually(() => server.parley.admission.seats.taken === 1);
  await server.stop();
  // Had it not been answered, its connection would have been cut.
  expect((await waiting).status).toBe(200);
});
