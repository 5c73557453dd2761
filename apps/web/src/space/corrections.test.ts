import type { Message } from '@parley/sdk';
import { expect, it } from 'vitest';
import { Corrections } from './corrections.ts';

const sent = (sequence: number, content: string, more: Partial<Message> = {}) =>
  ({ id: `m${sequence}`, sequence, content, type: 'text', timestamp: '', ...more }) as Message;

it('shows a correction at the place of the first message, whichever comes first', () => {
  const corrections = new Corrections();
  const first = sent(1, 'at none', { replacedBy: 'm5' });
  const [second, third] = [sent(3, 'at ten', { replaces: 'm1' }), sent(5, 'at noon', { replaces: 'm1' })];
  // The newest page is loaded first.
  expect(corrections.take([sent(4, 'Fine'), third])).toEqual([sent(4, 'Fine')]);
  expect(corrections.take([first, sent(2, 'Well'), second])).toMatchObject([{ id: 'm1', content: 'at noon' }, { id: 'm2' }]);
  expect(corrections.formerOf('m1').map(({ content }) => content)).toEqual(['at none', 'at ten']);
  expect(['m1', 'm3', 'm5', 'm4'].map((id) => corrections.placeOf(id))).toEqual(['m1', 'm1', 'm1', 'm4']);
  expect(corrections.take([sent(6, 'at one', { replaces: 'm1' })])).toEqual([]);
  expect(corrections.shown(first)).toMatchObject({ id: 'm1', sequence: 1, content: 'at one', replacedBy: 'm6' });
  // Heard a second time, it is the same.
  expect(corrections.take([second])).toEqual([]);
  expect(corrections.formerOf('m1')).toHaveLength(3);
});

it('forgets what was erased', () => {
  const corrections = new Corrections();
  corrections.take([sent(1, 'hunter2'), sent(2, 'a password', { replaces: 'm1' })]);
  corrections.forget('m1');
  expect(corrections.formerOf('m1')).toEqual([]);
  const erased = sent(1, '', { redacted: { at: '' }, replacedBy: 'm2' });
  expect(corrections.take([erased, sent(2, '', { replaces: 'm1', redacted: { at: '' } })])).toEqual([erased]);
});
