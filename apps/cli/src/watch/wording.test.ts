import type { ParticipantView, ProposalState, SpaceEvent, TaskAction } from '@parley/sdk';
import { expect, test } from 'vitest';
import { became, event, happened, person } from '../chat/meeting.fixture.ts';
import { eventInWords, reachInWords } from './wording.ts';

const now = Date.parse('2026-01-31T12:00:00.000Z');

test.each<[string, Partial<ParticipantView>]>([
  ['live', { reach: 'live', lastSeenAt: '2026-01-31T11:59:30.000Z' }],
  ['wakeable', { reach: 'wakeable', lastSeenAt: '2026-01-31T09:00:00.000Z' }],
  ['away for 2 min', { reach: 'away', lastSeenAt: '2026-01-31T11:57:30.000Z' }],
  ['away for 3 h 5 min', { reach: 'away', lastSeenAt: '2026-01-31T08:55:00.000Z' }],
  ['away', { reach: 'away' }],
  ['away', { reach: 'away', lastSeenAt: '2026-01-31T12:01:00.000Z' }],
  ['', { reach: 'away', status: 'left' }],
  ['', {}],
])('reach in words: “%s” for %j', (words, view) => expect(reachInWords({ ...person('Ann'), ...view }, now)).toBe(words));

const named = (id: string) => `<${id}>`;

test('an event in words names its reader “You”, and nothing in it controls the terminal', () => {
  expect(eventInWords(became('Bert', 'muted', 'active'), named)).toBe('Bert was muted');
  expect(eventInWords(became('Bert', 'muted', 'active'), named, 'id-of-Bert')).toBe('You were muted');
  expect(eventInWords(happened('created', 'Pl\x1b[2Jan', 'Ann'), named)).toBe('<id-of-Ann> created “Pl␛[2Jan”');
});

test('what becomes of a proposal is one line, whoever ends it', () => {
  const of = {
    proposalId: 'p',
    artifactId: 'a',
    artifactName: 'Pl\x1b[2Jan',
    authorId: 'id-of-Ann',
    baseVersion: 1,
    revision: 1,
  };
  const line = (state: ProposalState, actor: string, more = {}) =>
    eventInWords(event('proposal', { sequence: 1, ...of, state, actorId: `id-of-${actor}`, ...more }), named);
  expect(line('open', 'Ann')).toBe('<id-of-Ann> proposed a change of “Pl␛[2Jan”');
  expect(line('open', 'Ann', { revision: 2 })).toBe('<id-of-Ann> changed their proposal for “Pl␛[2Jan”');
  expect(line('accepted', 'Bert', { version: 2 })).toBe(
    '<id-of-Bert> accepted the proposal of <id-of-Ann> for “Pl␛[2Jan” (version 2)',
  );
  expect(line('accepted_with_changes', 'Bert', { version: 2 })).toContain('” with changes (version 2)');
  expect(line('rejected', 'Ann')).toBe('<id-of-Ann> rejected their own proposal for “Pl␛[2Jan”');
  expect(line('withdrawn', 'Ann')).toBe('<id-of-Ann> withdrew their proposal for “Pl␛[2Jan”');
});

test('what is no line of its own, and an event of a newer server, has no words', () => {
  expect(eventInWords(event('ready', { spaceId: 's', participantId: 'p', sequence: 1, serverTime: '' }), named)).toBeUndefined();
  expect(eventInWords({ type: 'newer', id: 1, data: {} } as unknown as SpaceEvent, named)).toBeUndefined();
});

test('what becomes of a task is one line, whoever does it', () => {
  const of = { taskId: 't', title: 'Check\u001b[2J', state: 'open', createdBy: 'id-of-Ann', sequence: 1 } as const;
  const line = (action: TaskAction, actor: string, more = {}) =>
    eventInWords(event('task', { ...of, action, actorId: `id-of-${actor}`, ...more }), named);
  const bert = { claimedBy: 'id-of-Bert' };
  expect(line('created', 'Ann')).toBe('<id-of-Ann> created the task “Check␛[2J”');
  expect(line('claimed', 'Bert', bert)).toBe('<id-of-Bert> works on the task “Check␛[2J”');
  expect(line('released', 'Ann', bert)).toBe('<id-of-Bert> no longer works on the task “Check␛[2J”');
  expect(line('lapsed', 'Bert', bert)).toBe('<id-of-Bert> no longer works on the task “Check␛[2J”: the lease has expired');
  expect(line('submitted', 'Bert', bert)).toBe('<id-of-Bert> submitted the task “Check␛[2J”');
  expect(line('returned', 'Ann', { ...bert, note: 'No\u001b' })).toBe(
    '<id-of-Ann> returned the task “Check␛[2J” to <id-of-Bert>: No␛',
  );
  expect(line('verified', 'Ann', bert)).toBe('<id-of-Ann> verified the task “Check␛[2J” of <id-of-Bert>');
  expect(line('cancelled', 'Ann', bert)).toBe('<id-of-Ann> cancelled the task “Check␛[2J”');
});
