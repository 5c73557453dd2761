import type { MessageView } from '@parley/sdk';
import { expect, test } from 'vitest';
import { hashOf, shownIn, type ShownDecision } from './address.ts';
import { decisions } from './index.ts';

test.each<[string, ShownDecision]>([
  ['#decisions', { view: 'list' }],
  ['#decisions/ask', { view: 'ask' }],
  ['#decisions/ask/a-1/7', { view: 'ask', about: { artifactId: 'a-1', version: 7 } }],
  ['#decision-d', { view: 'decision', decisionId: 'd' }],
])('%s is an address', (hash, shown) => {
  expect(shownIn(hash)).toEqual(shown);
  expect(hashOf(shown)).toBe(hash);
});

test.each(['', '#decision-', '#decisions/ask/a', '#decisions/ask/a/0', '#m4'])('%j is none', (hash) => {
  expect(shownIn(hash)).toBeUndefined();
});

test('the message that asks is a card, and the one about the end leads to it', () => {
  const message = (expects: string) => ({ decisionId: 'd', expects }) as MessageView;
  expect([decisions.card!.isOf(message('answer')), decisions.about!(message('answer'))]).toEqual([true, undefined]);
  expect(decisions.card!.isOf(message('nothing'))).toBe(false);
  expect(decisions.about!(message('nothing'))).toMatchObject({ hash: '#decision-d' });
  expect([decisions.card!.isOf({} as MessageView), decisions.about!({} as MessageView)]).toEqual([false, undefined]);
});

test.each([
  ['opened', true],
  ['answered', false],
  ['ended', false],
])('once the question is shown, %s needs a line: %s', (action, isSaid) => {
  const room = { hasMessage: (test: (message: object) => boolean) => test({ decisionId: 'd', expects: 'answer' }) };
  const event = { type: 'decision', data: { decisionId: 'd', action } };
  expect(decisions.isSaid!(event as never, room as never)).toBe(isSaid);
});
