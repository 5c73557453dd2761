import { LockedError, type Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { obey } from './commands.ts';
import type { HeldLocks } from './held-locks.ts';
import { artifact, meeting, person } from './meeting.fixture.ts';

/** A meeting that remembers what it was asked. */
function listening() {
  const asked: unknown[][] = [];
  const answers: Record<string, unknown> = {
    call: { name: 'Plan', version: 2, content: '# Plan' },
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
  return { asked, meeting: { space: anything as Space, locks: anything as HeldLocks } };
}

const model = {
  ...meeting('Olga', [
    person('Ann'),
    { ...person('Ann', 'muted'), participantId: 'id-of-another' },
    person('Dan', 'waitingForApproval'),
    person('3', 'waitingForApproval'),
    person('Cleo Ash'),
  ]),
  documents: [artifact('Plan', 'Ann'), artifact('Planet')],
};
const doing = async (line: string, as = model) => {
  const { asked, meeting } = listening();
  return { told: await obey(meeting, as, line), asked };
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
  ['/unlock Planet', ['giveBack', 'id-of-Planet']],
])('%s is asked for', async (line, call) => {
  expect((await doing(line)).asked).toEqual([call]);
});

test('what was asked for is shown', async () => {
  expect((await doing('/show 1')).told).toBe('“Plan”, version 2\n# Plan');
  expect((await doing('/invite')).told).toBe('Humans: http://h\nAgents: http://a');
  expect((await doing('/docs')).told).toBe('  1 Plan (version 1, locked by Ann)\n  2 Planet (version 1)');
  expect((await doing('/who')).told).toContain('  1 Olga (you, owner)\n  2 Ann\n  3 Ann (muted)\n  4 Dan (waits for approval)\n');
  expect((await doing('/help')).told).toContain('/approve <participant>');
});

test('a lock that another one has is refused with their name', async () => {
  const { meeting } = listening();
  const refused = new LockedError('Another participant holds the lock', { status: 423, body: { lockedBy: 'id-of-Cleo Ash' } });
  const locks = { take: () => Promise.reject(refused) } as unknown as HeldLocks;
  await expect(obey({ ...meeting, locks }, model, '/lock planet')).rejects.toThrow('Cleo Ash holds the lock of “Planet”');
});

test('somebody who calls themselves by a number is not taken for it', async () => {
  await expect(doing('/approve 3')).rejects.toThrow('There is no participant “3” to do this with');
});

test('a name that fits several asks for the number', async () => {
  await expect(doing('/kick ann')).rejects.toThrow('Several fit “ann”; say the number: 2 (Ann), 3 (Ann).');
});

test.each([
  ['/frobnicate', 'There is no command /frobnicate'],
  ['/constructor', 'There is no command /constructor'],
  ['/approve', 'Say which participant'],
  ['/approve Ann', 'There is no participant “Ann”'],
  ['/kick Olga', 'There is no participant “Olga”'],
  ['/show nothing', 'There is no document “nothing”'],
])('%s is answered in words', async (line, words) => {
  await expect(doing(line)).rejects.toThrow(words);
});

test('only the owner is offered what only the owner may', async () => {
  const guest = { ...model, me: 'id-of-Ann' };
  await expect(doing('/kick Dan', guest)).rejects.toThrow('Only the owner may do this');
  expect((await doing('/help', guest)).told).not.toContain('/kick');
});
