import { LockedError, type Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { commandsFor } from './commands.ts';
import type { HeldLocks } from './artifacts/held-locks.ts';
import type { Meeting } from './meeting.ts';
import { after, artifact, event, meeting, message, person } from './meeting.fixture.ts';
import type { Model } from './model.ts';
import { understood } from './order.ts';
import type { Settling } from './deliveries/settling.ts';

/** A meeting that remembers what it was asked. */
function listening() {
  const asked: unknown[][] = [];
  const answers: Record<string, unknown> = {
    call: { name: 'Plan', version: 2, content: '# Plan' },
    setInbound: { accept: 'humans', others: 'refuse' },
    inbound: { accept: 'all', others: 'hold' },
    invite: { humanLink: 'http://h', agentLink: 'http://a' },
  };
  const anything = new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        async (...words: unknown[]) => (asked.push([name, ...words]), answers[name] ?? { ok: true }),
    },
  );
  const own = ['edit', 'leave', 'direct', 'retry', 'discard', 'quit'].map((name) => [
    name,
    async (...words: unknown[]) => void asked.push([name, ...words]),
  ]);
  const meeting = {
    space: anything as Space,
    locks: anything as HeldLocks,
    settling: anything as Settling,
    ...Object.fromEntries(own),
  } as Meeting;
  return { asked, meeting };
}

const model = {
  ...meeting('Olga', [
    person('Ann'),
    { ...person('Ann', 'muted'), participantId: 'id-of-another' },
    person('Dan', 'waitingForApproval'),
    person('3', 'waitingForApproval'),
    person('Cleo Ash'),
    person('Eve'),
  ]),
  artifacts: [artifact('Plan', 'Ann'), artifact('Planet')],
};
const doing = async (line: string, as = model) => {
  const { asked, meeting } = listening();
  const { question, run } = understood(as, line);
  return { question, told: await run(meeting, as), asked };
};

test.each([
  ['/approve dan', ['approve', 'id-of-Dan']],
  ['/approve 4', ['approve', 'id-of-Dan']],
  ['/approve #5', ['approve', 'id-of-3']],
  ['/kick Cleo Ash', ['kick', 'id-of-Cleo Ash']],
  ['/kick cl', ['kick', 'id-of-Cleo Ash']],
  ['/expel cl', ['kick', 'id-of-Cleo Ash', { revokeInvitation: true }]],
  ['/mute 2', ['mute', 'id-of-Ann']],
  ['/unmute ann', ['unmute', 'id-of-another']],
  ['/lock plan', ['take', 'id-of-Plan']],
  ['/unlock Planet', ['release', 'id-of-Planet']],
  ['/edit Planet', ['edit', 'id-of-Planet']],
  ['/retry', ['retry']],
  ['/discard', ['discard']],
  ['/quit', ['quit']],
])('%s is asked for', async (line, call) => {
  expect((await doing(line)).asked).toEqual([call]);
});

test('the answer of a command is shown', async () => {
  expect((await doing('/show 1')).told).toBe('“Plan”, version 2\n# Plan');
  expect((await doing('/invite')).told).toMatchObject({
    links: [
      ['For humans:', 'http://h'],
      ['For agents:', 'http://a'],
    ],
  });
  expect((await doing('/artifacts')).told).toBe('  1 Plan (version 1, locked by Ann)\n  2 Planet (version 1)');
  expect((await doing('/who')).told).toContain(
    '  1 Olga (you, owner)\n  2 Ann\n  3 Ann (muted)\n  4 Dan (waiting for approval)\n',
  );
  expect((await doing('/help')).told).toMatchObject({
    kind: 'pairs',
    pairs: expect.arrayContaining([['/approve <name>', expect.any(String)]]) as unknown,
  });
});

const guest = { ...model, me: 'id-of-Ann' };

test.each([
  ['/kick Cleo Ash', model, 'Remove Cleo Ash from this space?'],
  ['/kick Dan', model, 'Decline the join request from Dan?'],
  ['/expel Cleo Ash', model, 'Remove Cleo Ash from this space and revoke the invitation they used?'],
  ['/leave', guest, 'Leave this space? You need an invitation to come back.'],
  ['/unlock Plan', model, 'Ann holds the lock on “Plan”. Break it?'],
  ['/unlock Plan', guest, undefined],
  ['/unlock Planet', model, undefined],
  ['/mute 2', model, undefined],
])('%s asks first where it cannot be undone', (line, as, question) => {
  expect(understood(as, line).question).toBe(question);
});

test('a confirmed command acts on the participant that was named when it was typed', async () => {
  const { asked, meeting } = listening();
  const { run } = understood(model, '/kick Cleo Ash');
  await run(meeting, { ...model, people: [] });
  expect(asked).toEqual([['kick', 'id-of-Cleo Ash']]);
});

test('a lock that another participant holds is refused with their name', async () => {
  const { meeting } = listening();
  const refused = new LockedError('Another participant holds the lock', { status: 423, body: { lockedBy: 'id-of-Cleo Ash' } });
  const locks = { take: () => Promise.reject(refused) } as unknown as HeldLocks;
  await expect(understood(model, '/lock planet').run({ ...meeting, locks }, model)).rejects.toThrow(
    'Cleo Ash holds the lock on “Planet”',
  );
});

test.each([
  ['/to dan Hello there', undefined],
  ['/to cleo ash Hello', ['Hello', { to: [{ id: 'id-of-Cleo Ash', name: 'Cleo Ash' }] }]],
  ['/to @Cleo Ash Hello\nyou', ['Hello\nyou', { to: [{ id: 'id-of-Cleo Ash', name: 'Cleo Ash' }] }]],
  ['/to cl Hello', ['Hello', { to: [{ id: 'id-of-Cleo Ash', name: 'Cleo Ash' }] }]],
  [
    '/to cl @eve, @#2: @all Hello',
    [
      '@all Hello',
      {
        to: [
          { id: 'id-of-Cleo Ash', name: 'Cleo Ash' },
          { id: 'id-of-Eve', name: 'Eve' },
          { id: 'id-of-Ann', name: 'Ann' },
        ],
      },
    ],
  ],
  ['/to #2 Hello', ['Hello', { to: [{ id: 'id-of-Ann', name: 'Ann' }] }]],
])('%s is directed to whom it names', async (line, directed) => {
  if (directed) expect((await doing(line)).asked).toEqual([['direct', ...directed]]);
  // Someone who waits for approval cannot read it.
  else await expect(doing(line)).rejects.toThrow('There is no participant “dan”');
});

test('/reply answers the newest message that waits for the user', async () => {
  await expect(doing('/reply Yes')).rejects.toThrow('No message waits for your reply.');
  const directed = (sequence: number) =>
    event('message', { ...message('Ann', 'Ready?', sequence), to: ['id-of-Olga'], expects: 'reply' });
  const asked = after(model, directed(1), directed(2));
  expect((await doing('/reply Yes, we are', asked as typeof model)).asked).toEqual([
    ['direct', 'Yes, we are', { replyTo: 'message-2', answers: 'Ann #2: Ready?' }],
  ]);
});

const answerable = after(
  model,
  ...[1, 2].map((sequence) =>
    event('message', { ...message('Ann', 'Ready?', sequence), to: ['id-of-Olga'], expects: 'reply' as const }),
  ),
  event('message', message('Cleo Ash', 'By the way', 5)),
) as typeof model;

test('/reply with a number answers any message', async () => {
  expect((await doing('/reply #5 I see', answerable)).asked).toEqual([
    ['direct', 'I see', { replyTo: 'message-5', answers: 'Cleo Ash #5: By the way' }],
  ]);
  await expect(doing('/reply #5', answerable)).rejects.toThrow('There is no text.');
});

test.each([
  ['/decline Not today', ['settle', { id: 'message-2', sequence: 2 }, 'declined', 'Not today']],
  ['/decline #1', ['settle', { id: 'message-1', sequence: 1 }, 'declined', '']],
  ['/ack #1 Seen', ['settle', { id: 'message-1', sequence: 1 }, 'acknowledged', 'Seen']],
  ['/ack', ['settle', { id: 'message-2', sequence: 2 }, 'acknowledged', '']],
])('%s settles what is directed to the user', async (line, call) => {
  expect((await doing(line, answerable)).asked).toMatchObject([call]);
  await expect(doing(line.replace(/ #1/, ''))).rejects.toThrow('No message waits for your reply');
});

test('/accept lets in the newest message that is held for the user, or the one with that number', async () => {
  await expect(doing('/accept', answerable)).rejects.toThrow('No message is held for you.');
  const held = { participantId: 'id-of-Olga', deliveryId: 'd', state: 'held', expects: 'reply', attempt: 0 } as const;
  const holding = after(
    answerable,
    ...[1, 2].map((n) => event('delivery', { ...held, sequence: 5 + n, messageId: `message-${n}`, senderId: 'id-of-Ann' })),
  ) as typeof model;
  expect((await doing('/accept', holding)).asked).toEqual([['accept', { id: 'message-2', sequence: 2 }]]);
  expect((await doing('/accept #1', holding)).asked).toEqual([['accept', { id: 'message-1', sequence: 1 }]]);
  await expect(doing('/ack', holding)).rejects.toThrow('No message waits for your reply');
});

test('/inbound shows and says whose messages the user accepts', async () => {
  expect(await doing('/inbound')).toMatchObject({ asked: [['inbound']], told: 'You accept the messages of everyone' });
  expect((await doing('/inbound humans')).asked).toEqual([['setInbound', 'humans', { others: 'hold' }]]);
  expect((await doing('/inbound nobody refuse')).asked).toEqual([['setInbound', [], { others: 'refuse' }]]);
  await expect(doing('/inbound refuse')).rejects.toThrow('Say whose messages you accept');
});

test('/show with a number prints that message', async () => {
  expect((await doing('/show #5', answerable)).told).toMatchObject({ kind: 'whole', text: 'By the way' });
  expect((await doing('/show 1', answerable)).told).toContain('“Plan”');
});

test('a participant whose name is a number is not found by that number', async () => {
  await expect(doing('/approve 3')).rejects.toThrow('There is no participant “3” that this command applies to');
});

test('an ambiguous name is refused with the numbers to choose from', async () => {
  await expect(doing('/kick ann')).rejects.toThrow('“ann” is ambiguous; use the number: 2 (Ann), 3 (Ann).');
});

test.each([
  ['/frobnicate', 'There is no command /frobnicate'],
  ['/constructor', 'There is no command /constructor'],
  ['/approve', 'Which participant?'],
  ['/approve Ann', 'There is no participant “Ann”'],
  ['/kick Olga', 'There is no participant “Olga”'],
  ['/show nothing', 'There is no artifact “nothing”'],
  ['/leave', 'The owner cannot leave'],
  ['/to', 'Which participant?'],
  ['/to Cleo Ash', 'There is no text for Cleo Ash.'],
  ['/to Ann Hello', '“Ann” is ambiguous'],
  ['/to Olga Hello', 'You cannot direct a message to yourself.'],
  ['/reply', 'There is no text.'],
])('%s is answered in words', async (line, words) => {
  await expect(doing(line)).rejects.toThrow(words);
});

test('help and completion offer only what the participant can do', async () => {
  await expect(doing('/kick Dan', guest)).rejects.toThrow('Only the owner can do this');
  const offered = (as: Model) => commandsFor(as).map(([word]) => word);
  expect([offered(model).includes('kick'), offered(guest).includes('kick')]).toEqual([true, false]);
  expect([offered(model).includes('leave'), offered(guest).includes('leave')]).toEqual([false, true]);
});
