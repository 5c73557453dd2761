import type { DeliveryOutcome, DeliveryState, Expects, SpaceEvent } from '@parley/sdk';
import { expect, test } from 'vitest';
import { addresseesInWords } from './addressees.ts';
import type { MessageEntry } from './entry.ts';
import { after, artifact, became, event, happened, lines, meeting, message, person, said } from './meeting.fixture.ts';
import { numberOf, type Model } from './model.ts';
import { messagesForMe } from './addressees.ts';

test('messages are shown in order, with a date separator before the first of a day', () => {
  const next = event('message', message('Bert', 'Morning', 2, '2026-02-01T12:00:00.000Z'));
  expect(lines(after(meeting(), said('Ann', 'Night'), next))).toEqual([
    'Saturday, 31 January 2026',
    'Ann: Night',
    'Sunday, 1 February 2026',
    'Bert: Morning',
  ]);
});

test('joining, moderation and leaving are shown', () => {
  const model = after(
    meeting(),
    became('Cleo', 'active'),
    became('Cleo', 'muted', 'active'),
    became('Cleo', 'active', 'muted'),
    became('Ann', 'left', 'active'),
    became('Cleo', 'kicked', 'active'),
  );
  expect(lines(model)).toEqual(['Cleo joined', 'Cleo was muted', 'Cleo was unmuted', 'Ann left', 'Cleo was removed']);
  expect(model.people.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Olga active',
    'Ann left',
    'Bert active',
    'Cleo kicked',
  ]);
});

test('the agent budget is shown when it is nearly used up, when it is used up, and when the owner resets it', () => {
  const budget = (used: number, percent: 0 | 80 | 100) => event('budget', { sequence: used, limit: 10, used, percent });
  const model = after(meeting(), budget(8, 80), budget(10, 100), budget(0, 0));
  expect(lines(model)).toEqual([
    'Agents have used 8 of 10 messages of their budget',
    'The agent budget is used up: agents can send again after a human message',
    'The owner reset the agent budget',
  ]);
  expect(model.entries.map((entry) => entry.kind === 'note' && entry.tone)).toEqual(['quiet', 'wanted', 'quiet']);
});

test('a request to join says how to approve it', () => {
  const model = after(meeting(), became('Dan', 'waitingForApproval'));
  expect(lines(model)).toEqual(['Dan asks to join: /approve Dan or /kick Dan']);
  expect(lines(after(model, became('Dan', 'kicked', 'waitingForApproval'))).at(-1)).toBe(
    'The join request from Dan was declined',
  );
});

test('somebody who waits and is hard to name is approved by number', () => {
  const model = after(meeting(), became('Ann', 'waitingForApproval'), became('9', 'waitingForApproval'));
  expect(lines(after(model, became('Anna', 'active'))).at(-2)).toBe('9 asks to join: /approve 4 or /kick 4');
});

const context = (artifacts: string[] = [], ...waiting: string[]) =>
  event('context', {
    participants: waiting.map((name) => person(name, 'waitingForApproval')),
    artifacts: artifacts.map((name) => artifact(name)),
    suggestedPollingIntervalMs: 1,
    space: { name: 'Launch', description: '', state: 'open', ttlRemaining: 1 },
  });

test('a space in which nothing was said yet begins with a line that says so, once', () => {
  const model = after(meeting(), context(['Plan', 'Notes']));
  expect(model.entries).toEqual([
    { kind: 'note', tone: 'quiet', text: 'No messages yet. /help lists the commands.\nArtifacts: Plan, Notes' },
  ]);
  expect(after(model, context()).entries).toHaveLength(1);
  expect(lines(after(meeting(), said('Ann', 'Hello'), context()))).not.toContain('No messages yet. /help lists the commands.');
});

test('an owner who connects later sees who is waiting; others do not', () => {
  const wanted = 'Dan asks to join: /approve Dan or /kick Dan';
  expect(lines(after(meeting(), context([], 'Dan'), context([], 'Dan'))).filter((line) => line === wanted)).toHaveLength(1);
  expect(lines(after(meeting('Ann'), context([], 'Dan')))).not.toContain(wanted);
});

test('participants keep their numbers when others join or leave', () => {
  const context = (...names: string[]) =>
    event('context', {
      participants: names.map((name) => person(name)),
      artifacts: [],
      suggestedPollingIntervalMs: 1,
      space: { name: 'Lift-off', description: '', state: 'open', ttlRemaining: 1 },
    });
  const model = after(meeting(), context('Zoe', 'Bert'), context('Bert'));
  expect(['Olga', 'Ann', 'Bert', 'Zoe'].map((name) => numberOf(model, `id-of-${name}`))).toEqual([1, 2, 3, 4]);
  expect(model.space).toBe('Lift-off');
});

test('changes of artifacts and their locks are shown and remembered', () => {
  const model = after(
    meeting(),
    happened('created', 'Plan', 'Ann'),
    happened('created', 'Notes', 'Ann'),
    happened('locked', 'Plan', 'Bert', 'Bert'),
  );
  expect(lines(model)).toEqual(['Ann created “Plan”', 'Ann created “Notes”', 'Bert locked “Plan”']);
  expect(model.artifacts.map(({ name, lockedBy }) => [name, lockedBy])).toEqual([
    ['Plan', 'id-of-Bert'],
    ['Notes', undefined],
  ]);
  expect(after(model, happened('lock-expired', 'Plan', 'Bert')).artifacts[0]!.lockedBy).toBeUndefined();
});

test('an artifact that was renamed, deleted or brought back is so in the list too', () => {
  const happens = (action: Parameters<typeof happened>[0], id: string, name: string) =>
    event('artifact', { sequence: 1, action, artifact: { ...artifact(name), id }, actorId: 'id-of-Ann' });
  const made = after(meeting(), happens('created', 'one', 'Plan'), happens('created', 'two', 'Notes'));
  const renamed = after(made, happens('renamed', 'one', 'Final'));
  expect(renamed.artifacts.map(({ name }) => name)).toEqual(['Final', 'Notes']);
  const deleted = after(renamed, happens('deleted', 'one', 'Final'));
  expect(deleted.artifacts.map(({ name }) => name)).toEqual(['Notes']);
  const back = after(deleted, happens('undeleted', 'one', 'Final'));
  expect(back.artifacts.map(({ name }) => name)).toEqual(['Notes', 'Final']);
  expect(lines(back).slice(2)).toEqual(['Ann renamed an artifact to “Final”', 'Ann deleted “Final”', 'Ann brought “Final” back']);
});

test.each([
  [became('Olga', 'kicked', 'active'), 'The owner removed you from this space.'],
  [became('Olga', 'left', 'active'), 'You left this space.'],
  [event('space-closed', { sequence: 9, spaceId: '', reason: 'closed', closedAt: '' }), 'The owner closed this space.'],
  [event('space-closed', { sequence: 9, spaceId: '', reason: 'expired', closedAt: '' }), 'This space has expired.'],
])('the end says why: $1', (last, reason) => {
  expect(after(meeting(), last).over).toBe(reason);
});

test('a log that begins anew replaces the conversation', () => {
  const model = after(meeting(), said('Ann', 'Old'), event('reset', { reason: 'ahead', oldest: 1, head: 1 }), said('Ann', 'New'));
  expect(lines(model).filter((line) => line.startsWith('Ann'))).toEqual(['Ann: New']);
});

const directed = (sender: string, to: string[], sequence = 1, expects: Expects = 'reply') =>
  event('message', { ...message(sender, 'Ready?', sequence), to: to.map((name) => `id-of-${name}`), expects });
const delivery = (name: string, state: DeliveryState, outcome?: DeliveryOutcome, note?: string) => {
  const ids = { deliveryId: `d-${name}`, messageId: 'message-1', senderId: 'id-of-Olga', participantId: `id-of-${name}` };
  return event('delivery', { sequence: 9, ...ids, state, attempt: 1, ...(outcome && { outcome }), ...(note && { note }) });
};

test('receipts of own directed messages have a mark and a word', () => {
  const sent = after(meeting(), directed('Olga', ['Ann', 'Bert']));
  const words = (...news: SpaceEvent[]) => addresseesInWords((after(sent, ...news).entries.at(-1) as MessageEntry).to!);
  expect(words()).toBe('Ann · queued, Bert · queued');
  expect(words(delivery('Ann', 'claimed'))).toBe('Ann ✓ claimed, Bert · queued');
  expect(words(delivery('Ann', 'done', 'replied'), delivery('Bert', 'done', 'declined', 'Not\nnow'))).toBe(
    'Ann ✓✓ replied, Bert ✗ declined (Not ⏎ now)',
  );
  expect(
    words({
      ...delivery('Ann', 'done', 'replied'),
      data: { ...delivery('Ann', 'claimed').data, messageId: 'other' },
    } as SpaceEvent),
  ).toBe(words());
});

test('a message that is directed to the user waits until its delivery has an outcome; others name the addressees only', () => {
  const got = after(meeting('Ann'), directed('Olga', ['Ann', 'Bert']));
  expect(messagesForMe(got).map(({ name }) => name)).toEqual(['Olga']);
  const words = (model: Model) => addresseesInWords((model.entries.at(-1) as MessageEntry).to!);
  expect(words(got)).toBe('you, Bert');
  const done = after(got, delivery('Ann', 'done', 'replied'));
  expect([words(done), messagesForMe(done)]).toEqual(['you ✓✓ replied, Bert', []]);
  expect(messagesForMe(after(meeting('Ann'), directed('Olga', ['Ann'], 1, 'nothing')))).toEqual([]);
});

test('an event of a kind that is not known yet changes nothing', () => {
  const model = after(meeting(), said('Ann', 'Hi'));
  expect(after(model, { type: 'of-tomorrow', id: 9, data: {} } as never)).toEqual(model);
});

test('a redacted message loses its text where it stands, and where a reply quotes it', () => {
  const [first, second] = [message('Ann', 'hunter2', 1), message('Bert', 'Thanks', 2)];
  const model = after(meeting(), event('message', first), event('message', { ...second, replyTo: first.id }));
  expect(JSON.stringify(model.entries)).toContain('hunter2');
  const redacted = { by: first.senderId, at: first.timestamp, reason: 'A password' };
  const erased = after(model, event('message-redacted', { sequence: 3, messageId: first.id, messageSequence: 1, redacted }));
  expect(JSON.stringify(erased.entries)).not.toContain('hunter2');
  expect(lines(erased)[1]).toMatch(/^Ann: \[deleted .*: A password\]$/);
  expect(erased.entries).toHaveLength(model.entries.length);
});

test('messages that have expired lose their texts too', () => {
  const model = after(meeting(), said('Ann', 'one'), said('Bert', 'two'));
  const expired = event('messages-expired', { sequence: 9, through: 1_000, expiredAt: '2026-02-01T12:00:00.000Z' });
  const shown = lines(after(model, expired));
  expect(shown.filter((line) => line.includes('[deleted'))).toHaveLength(2);
  expect(shown.at(-1)).toBe('The messages up to 1000 have expired.');
});

test('a correction is shown where the first message is, also where a reply quotes it', () => {
  const [first, second] = [message('Ann', 'at none', 1), message('Bert', 'Fine', 2)];
  const told = after(meeting(), event('message', first), event('message', { ...second, replyTo: first.id }));
  const model = after(told, event('message', { ...message('Ann', 'at noon', 3), replaces: first.id }));
  expect(model.entries).toHaveLength(told.entries.length);
  expect(JSON.stringify(model.entries)).not.toContain('at none');
  expect(lines(model).slice(1)).toEqual(['Ann: at noon\n(corrected)', expect.stringContaining('Fine')]);
  // Of a message that is not on the screen, it is a message.
  const alone = after(meeting(), event('message', { ...message('Ann', 'at noon', 3), replaces: first.id }));
  expect(lines(alone).at(-1)).toBe('Ann: at noon');
});
