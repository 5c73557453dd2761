import { expect, test } from 'vitest';
import { fakeService } from '../fake-service.ts';
import { machines } from '../machine.ts';
import { atTerminal } from '../terminal.ts';

const url = (page: string) => `http://parley.test/docs/${page}`;
const text =
  'To silence *somebody*, mute them: whoever is muted can only read, and keeps the key.\n\n```sh\ncurl -s $B/mute\n```';
const results = [
  { url: url('errors#muted'), name: 'Errors: muted', score: 90, description: 'You are muted' },
  { url: 'http://parley.test/openapi.json#/paths/x', name: 'muteParticipant: Mute', score: 89, description: 'POST /mute' },
  { url: url('moderation#mute'), name: 'Moderation: `mute`', score: 80, description: 'To', schema_object: { text } },
  { url: url('cli#a'), name: 'Parley from a terminal: A\u001b[2J', score: 70, description: 'By the command line' },
  { url: url('faq'), name: 'FAQ', score: 60, description: 'Fourth' },
];
const asked = () => fakeService({ 'POST /ask': () => ({ body: { results } }) });

test('ask says when the documentation has no answer', async () => {
  const _meta = { response_type: 'answer', version: '0.55', answered: false };
  const service = await fakeService({ 'POST /ask': () => ({ body: { _meta, query: 'pizza', results: [] } }) });
  const [user] = await machines(service.url, 'user');
  expect(await user.does('ask', 'best', 'pizza')).toMatch(/^The documentation does not answer this question\./);
  expect(await user.answers('ask', 'best pizza')).toMatchObject({ _meta, results: [] });
});

test('ask prints the command for it, then three answers: those of the command line first', async () => {
  const service = await asked();
  const [user] = await machines(service.url, 'user');
  expect(await user.does('ask', 'how', 'to', 'mute')).toBe(`parley mute <participant>
  let a participant read but not write (owner)

Parley from a terminal: A␛[2J
  By the command line

  ${url('cli#a')}

Errors: muted
  You are muted

  ${url('errors#muted')}

Moderation: mute
  To silence somebody, mute them: whoever is muted can only read, and keeps the
  key.

      curl -s $B/mute

  ${url('moderation#mute')}`);
  expect(service.requests[0]!.body).toEqual({ query: 'how to mute' });
  expect(await user.answers('ask', 'how to mute')).toEqual({ results });
});

test('at a terminal no line of prose is longer than the screen', async () => {
  const service = await asked();
  const [user] = await machines(service.url, 'user');
  const { shown } = await atTerminal(user, ['ask', 'mute'], () => {}, 44);
  const lines = shown.replace(/\u001b\[[^a-zA-Z]*[a-zA-Z]/g, '').split('\r\n');
  expect(lines).toContain('  To silence somebody, mute them: whoever is');
  expect(lines.filter((line) => line.length > 44 && !line.includes('http'))).toEqual([]);
});
