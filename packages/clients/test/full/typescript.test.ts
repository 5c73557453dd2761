import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workshop } from '../workshop.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const workshop = new Workshop();
const run = (tool: string, ...words: string[]) => workshop.run(process.execPath, [join(modules, tool), ...words]);

beforeAll(() => workshop.open());
afterAll(() => workshop.close());

const meeting = `
import createClient from 'openapi-fetch';
import type { components, paths } from './parley.js';

const client = createClient<paths>({ baseUrl: process.argv[2]! });
const made = await client.POST('/hub/space', {
  params: { header: { 'X-User-Token': 'usr_of_nobody' } },
  body: { name: 'Launch', description: '' },
});
if (!made.data) throw new Error(made.error.error);
const { spaceId, ownerPrivateKey } = made.data;
const headers = { 'X-Private-Key': ownerPrivateKey };
const path = { spaceId };
await client.POST('/hub/space/{spaceId}/messages', { headers, params: { path }, body: { content: 'Hello', type: 'text' } });
const { data } = await client.GET('/hub/space/{spaceId}/messages', { headers, params: { path, query: { after: 0, limit: 10 } } });
const messages: components['schemas']['MessageView'][] = data?.messages ?? [];
const event: components['schemas']['StreamEvent'] = { event: 'message', id: '1', data: JSON.stringify(messages[0]) };
const note = await client.POST('/hub/space/{spaceId}/artifact', {
  headers,
  params: { path },
  body: { name: 'Note', type: 'markdown', content: 'Hello' },
});
if (!note.data) throw new Error(note.error.error);
const late = await client.PATCH('/hub/space/{spaceId}/artifact/{artifactId}', {
  headers,
  params: { path: { ...path, artifactId: note.data.id }, header: { 'If-Match': '"v7"' } },
  body: { edits: [{ old: 'Hello', new: 'Bye' }], lock: 'auto' },
});
const decided = (body: components['schemas']['AnswerDecisionRequest'], decisionId: string) =>
  client.POST('/hub/space/{spaceId}/decisions/{decisionId}/answer', { headers, params: { path: { ...path, decisionId } }, body });
const asked = await client.POST('/hub/space/{spaceId}/decisions', {
  headers,
  params: { path },
  body: { title: 'Send it?', voters: 'all', rule: 'first', secret: false, options: [{ label: 'Yes' }, { label: 'No' }] },
});
if (!asked.data) throw new Error(asked.error.error);
const { decisionId, voters } = asked.data;
const unknown = await decided({ option: 'Perhaps' }, decisionId);
const answered = await decided({ option: 'yes', reason: 'It is ready' }, decisionId);
const ended = await decided({ option: 'no' }, decisionId);
console.log(voters.map(({ speaker }) => speaker).join(), unknown.response.status, answered.data?.outcome, ended.error?.code, ended.error?.outcome);
// Pausing, searching, erasing and choosing whose messages are accepted: each is done, and refused.
const { data: invited } = await client.POST('/hub/space/{spaceId}/invite', { headers, params: { path } });
const { data: joined } = await client.POST('/hub/space/{spaceId}/join', {
  headers: { 'X-Private-Key': invited!.publicInvitationKey },
  params: { path },
  body: { name: 'Grace' },
});
if (!joined || !('participantPrivateKey' in joined)) throw new Error('The space is public');
const guest = { 'X-Private-Key': joined.participantPrivateKey };
const ask = () =>
  client.POST('/hub/space/{spaceId}/messages', {
    headers: guest,
    params: { path },
    body: { content: 'Ready?', type: 'text', to: [made.data!.ownerId] },
  });
const paused = await client.POST('/hub/space/{spaceId}/pause', { headers, params: { path }, body: { reason: 'Think' } });
const stopped = await ask();
const own = await client.POST('/hub/space/{spaceId}/resume', { headers: guest, params: { path } });
const resumed = await client.POST('/hub/space/{spaceId}/resume', { headers, params: { path } });
console.log('pause', paused.response.status, stopped.error?.code, own.error?.code, resumed.response.status);
const search = (query: { q: string; cursor?: string }) =>
  client.GET('/hub/space/{spaceId}/search', { headers: guest, params: { path, query: { limit: 10, ...query } } });
const found = await search({ q: 'hello' });
const lost = await search({ q: 'hello', cursor: 'x' });
console.log('search', found.data?.results.some(({ excerpt }) => excerpt === 'Hello'), lost.response.status);
const redact = (headers: { 'X-Private-Key': string }) =>
  client.POST('/hub/space/{spaceId}/messages/{messageId}/redact', {
    headers,
    params: { path: { ...path, messageId: messages[0]!.id } },
    body: { reason: 'Too early' },
  });
const others = await redact(guest);
const redacted = await redact(headers);
console.log('redact', others.error?.code, redacted.data?.content === '', redacted.data?.redacted?.reason);
const choose = (others: 'hold' | 'refuse') =>
  client.PUT('/hub/space/{spaceId}/inbound', { headers, params: { path }, body: { accept: [], others } });
await choose('hold');
const held = (await ask()).data!.deliveries![0]!;
const accept = (headers: { 'X-Private-Key': string }) =>
  client.POST('/hub/space/{spaceId}/deliveries/{deliveryId}/accept', {
    headers,
    params: { path: { ...path, deliveryId: held.deliveryId } },
  });
const foreign = await accept(guest);
const accepted = await accept(headers);
await choose('refuse');
const refused = (await ask()).data!.deliveries![0]!;
console.log('inbound', held.state, foreign.response.status, accepted.data?.state, refused.outcome);
console.log(event.event, messages.map(({ content }) => content).join(), late.response.status, late.error?.currentVersion);
`;

test('the types of openapi-typescript compile in strict mode, and a client with them holds a meeting', () => {
  symlinkSync(modules, join(workshop.folder, 'node_modules'));
  workshop.write('package.json', '{ "type": "module" }');
  workshop.write('meeting.ts', meeting);
  run('openapi-typescript/bin/cli.js', workshop.document, '--output', 'parley.d.ts', '--default-non-nullable=false');
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--verbatimModuleSyntax'];
  const target = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
  run('typescript/bin/tsc', ...strict, ...target, 'meeting.ts', 'parley.d.ts');
  expect(workshop.run(process.execPath, ['meeting.js', workshop.url])).toBe(
    [
      'owner 400 yes decision_ended yes',
      'pause 200 paused key_wrong_type 200',
      'search true 400',
      'redact forbidden true Too early',
      'inbound held 404 queued refused',
      'message Hello 412 1\n',
    ].join('\n'),
  );
});
