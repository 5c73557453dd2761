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
    'owner 400 yes decision_ended yes\nmessage Hello 412 1\n',
  );
});
