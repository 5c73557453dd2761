import { expect, test } from 'vitest';
import { BoundedText } from './captured.ts';
import type { Ran } from './process.ts';
import { noteOf, verdictOf, type Policy } from './verdict.ts';

const policy: Policy = { reply: true, retry: false, timeoutMs: 600_000 };
const asked = { expects: 'reply', attempt: 1 } as const;
const exited = (code: number, text = '', lastError = ''): Ran => {
  const output = new BoundedText();
  output.add(Buffer.from(text));
  return { end: 'exited', code, output, lastError };
};

test('the output is the reply, and no output acknowledges', () => {
  expect(verdictOf(exited(0, 'Fine\n'), asked, policy)).toEqual({ do: 'reply', text: 'Fine' });
  expect(verdictOf(exited(0, '\n'), asked, policy)).toEqual({ do: 'acknowledge' });
  expect(verdictOf(exited(0, 'Fine'), { ...asked, expects: 'ack' }, policy)).toMatchObject({ do: 'reply' });
});

test('output is not sent if it is not wanted', () => {
  expect(verdictOf(exited(0, 'Fine'), asked, { ...policy, reply: false })).toEqual({ do: 'acknowledge' });
  expect(verdictOf(exited(0, 'Fine'), { ...asked, expects: 'nothing' }, policy)).toEqual({ do: 'acknowledge' });
});

test.each([
  [exited(1, 'half', 'No such model'), 'No such model'],
  [exited(7), 'The command exited with status 7'],
  [{ end: 'timeout' } as const, 'No result within 10 min'],
  [{ end: 'killed', by: 'SIGSEGV' } as const, 'The command was ended by SIGSEGV'],
])('a failure declines with its reason', (ran, note) => {
  expect(verdictOf(ran, asked, policy)).toEqual({ do: 'decline', note });
});

test('with --retry a failure is tried again after a growing pause, and the last attempt declines with the reason', () => {
  const verdicts = [1, 2, 3, 4, 5].map((attempt) =>
    verdictOf(exited(1, '', 'Busy'), { ...asked, attempt }, { ...policy, retry: true }),
  );
  expect(verdicts.map((verdict) => ('afterMs' in verdict ? verdict.afterMs : verdict.do))).toEqual([
    1000,
    2000,
    4000,
    8000,
    'decline',
  ]);
});

test('a command that cannot run declines nothing', () => {
  expect(verdictOf({ end: 'not started', reason: 'ENOENT' }, asked, policy)).toEqual({ do: 'stop', reason: 'ENOENT' });
  expect(verdictOf(exited(127, '', 'sh: nope: not found'), asked, policy)).toEqual({ do: 'stop', reason: 'sh: nope: not found' });
  expect(verdictOf({ end: 'stopped' }, asked, policy)).toEqual({ do: 'release' });
});

test('a note is one that the server accepts', () => {
  expect(noteOf('👍'.repeat(600))).toBe('👍'.repeat(500));
  expect(noteOf(' \u0000\ud800 ')).toBe('\ufffd');
  expect(noteOf('\u0000')).toBe('No reason given');
});

test('the output answers what a reply does not settle, and any other output is a failure', () => {
  const question = {
    form: 'it must be yes',
    answerIn: (text: string) => (text === 'yes' ? { what: 'yes', give: async () => undefined } : undefined),
  };
  const verdict = (ran: Ran, more: Partial<Policy> = {}) =>
    verdictOf(ran, { ...asked, expects: 'answer' }, { ...policy, ...more }, question);
  expect(verdict(exited(0, 'yes\n'))).toMatchObject({ do: 'answer', answer: { what: 'yes' } });
  for (const text of ['no', '']) {
    const note = 'The output is no answer: it must be yes';
    expect(verdict(exited(0, text))).toEqual({ do: 'decline', note });
    expect(verdict(exited(0, text), { retry: true })).toMatchObject({ do: 'retry', note });
  }
  expect(verdict(exited(0, 'yes'), { reply: false })).toEqual({ do: 'acknowledge' });
  expect(verdict(exited(1, 'yes', 'Busy'))).toEqual({ do: 'decline', note: 'Busy' });
});
