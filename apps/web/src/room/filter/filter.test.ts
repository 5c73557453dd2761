import { expect, test } from 'vitest';
import type { Entry, Room } from '../../space/room.ts';
import { filterOf, passes, valueOf, type Filter } from './filter.ts';

const room = {
  me: 'maya',
  saysHuman: (id: string) => id === 'jonas',
  messageOf: (id: string) => ({ senderId: id === 'mine' ? 'maya' : 'jonas' }),
} as unknown as Room;

const said = (senderId: string, more: object = {}): Entry => ({
  kind: 'message',
  sequence: 1,
  message: { senderId, speaker: 'guest', ...more } as never,
});
const note = (data: object): Entry => ({ kind: 'note', sequence: 1, pieces: [], at: '', event: { data } as never });

test('a filter is in the address as it was chosen, and nothing else there is one', () => {
  const filters: Filter[] = [{ by: 'people' }, { by: 'me' }, { by: 'participant', id: '1-2' }, { by: 'about', id: '1-2' }];
  expect(filters.map((filter) => filterOf(valueOf(filter)))).toEqual(filters);
  expect(['', 'everybody', 'participant-', 'task-1'].map(filterOf)).toEqual([undefined, undefined, undefined, undefined]);
});

test.each<[Filter, passing: Entry[], others: Entry[]]>([
  [{ by: 'people' }, [said('jonas'), said('x', { speaker: 'human' })], [said('bot'), note({ actorId: 'jonas' })]],
  [
    { by: 'me' },
    [said('maya'), said('bot', { to: ['maya'] }), said('bot', { replyTo: 'mine' })],
    [said('bot'), said('bot', { to: ['jonas'] }), said('bot', { replyTo: 'other' }), note({ actorId: 'maya' })],
  ],
  [
    { by: 'participant', id: 'bot' },
    [said('bot'), note({ actorId: 'bot' }), note({ participantId: 'bot' })],
    [said('maya', { to: ['bot'] }), note({ actorId: 'maya' })],
  ],
  [
    { by: 'about', id: 'plan' },
    [said('bot', { artifactId: 'plan' }), note({ artifactId: 'plan' }), note({ artifact: { id: 'plan' } })],
    [said('bot'), note({})],
  ],
])('%j passes what belongs to it, and nothing else', (filter, passing, others) => {
  expect(passing.map((each) => passes(each, filter, room))).toEqual(passing.map(() => true));
  expect(others.map((each) => passes(each, filter, room))).toEqual(others.map(() => false));
});
