import { expect, it } from 'vitest';
import type { Entry } from '../../space/room.ts';
import { announcementOf } from './announcement.ts';

const said = (sequence: number, content: string, senderId = 'ann', to?: string[]) =>
  ({ kind: 'message', sequence, message: { senderId, senderName: 'Ann', content, type: 'text', to } }) as unknown as Entry;
const heard = (entries: Entry[], after = 1) => announcementOf(entries, after, 'me', (id) => (id === 'ann' ? 'Ann' : 'Bob'));

it('says a new message without its marks, and to whom it is directed', () => {
  expect(heard([said(1, 'old'), said(2, '# **New** [plan](https://example.org)')])).toBe('Ann: New plan');
  expect(heard([said(1, 'old'), said(2, 'Please', 'ann', ['me'])])).toBe('Ann to you: Please');
});

it('counts several, and says the last', () => {
  expect(heard([said(2, 'one'), said(3, 'two'), said(4, 'mine', 'me')])).toBe('2 new messages. Ann: two');
});

it('says what happened if nobody else wrote', () => {
  const note = { kind: 'note', sequence: 3, pieces: [{ participantId: 'bob' }, ' joined'], event: {} as never, at: '' } as const;
  expect(heard([said(2, 'mine', 'me'), note])).toBe('Bob joined');
  expect(heard([said(1, 'old')])).toBe('');
});
