import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { joinGroup } from './member.ts';
import type { Said, GroupMessage } from './messages.ts';

const quiet = () => new Promise(setImmediate);

/** A worker whose supervisor is the test. */
function given() {
  const said: Said[] = [];
  const sent: number[] = [];
  const line = Object.assign(new EventEmitter(), {
    send(words: Said[]) {
      sent.push(words.length);
      said.push(...words);
    },
  });
  const member = joinGroup(line);
  return { member, said, sent, tell: (...told: GroupMessage[]) => line.emit('message', told) };
}

const addresses = { name: 'addresses', points: 10, seconds: 60 };

it('what a worker says in one turn is one message, and each question gets its own answer', async () => {
  const { member, said, sent, tell } = given();
  const book = member.counts.openBook(addresses);
  expect(book.remaining('a')).toBe(10);
  const spent = [Promise.resolve(book.spend('a', 1)), Promise.resolve(book.spend('b', 2))];
  await quiet();
  expect(sent).toEqual([4]);
  const ids = said.flatMap((each) => (each.is === 'spend' ? each.id : []));
  tell(
    { is: 'answer', id: ids[1]!, value: { remaining: -3, resetSeconds: 9 } },
    { is: 'answer', id: ids[0]!, value: { remaining: 4, resetSeconds: 9 } },
  );
  expect(await Promise.all(spent)).toMatchObject([{ remaining: 4 }, { remaining: -3 }]);
  expect([book.remaining('a'), book.remaining('b'), book.remaining('c')]).toEqual([4, -3, 10]);
});

it('what others hold adds to what a worker holds itself', async () => {
  const { member, said, tell } = given();
  const held = member.counts.held('connections');
  held.add('a', 2);
  tell({ is: 'held', change: { name: 'connections', key: 'a', amount: 3 } });
  tell({ is: 'held', change: { name: 'connections', key: 'b', amount: 1 } });
  expect([held.of('a'), held.of('b'), held.total]).toEqual([5, 1, 6]);
  await quiet();
  expect(said.at(-1)).toEqual({ is: 'held', change: { name: 'connections', key: 'a', amount: 2 } });
});

it('a stop that comes before the worker can stop is not lost', () => {
  const { member, tell } = given();
  const stops: unknown[] = [];
  tell({ is: 'stop', signal: 'SIGTERM', again: false });
  member.onStop((signal, again) => stops.push([signal, again]));
  tell({ is: 'stop', signal: 'SIGTERM', again: true });
  expect(stops).toEqual([
    ['SIGTERM', false],
    ['SIGTERM', true],
  ]);
});

it('a group is complete when as many workers listen as should', () => {
  const { member, tell } = given();
  expect(member.isComplete()).toBe(false);
  tell({ is: 'workers', listening: 2, of: 2 });
  expect(member.isComplete()).toBe(true);
  tell({ is: 'workers', listening: 1, of: 2 });
  expect(member.isComplete()).toBe(false);
});
