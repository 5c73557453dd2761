import { expect, it } from 'vitest';
import { FairSemaphore } from '../stream/fair-semaphore.ts';
import { SharedReads } from './shared-reads.ts';

function given() {
  const asked: { answer(value: string): void; fail(error: Error): void }[] = [];
  const read = () => new Promise<string>((answer, fail) => asked.push({ answer, fail }));
  return { shared: new SharedReads(), asked, read };
}

it('1,000 equal reads at the same time are one, and others are not', async () => {
  const { shared, asked, read } = given();
  const equal = Promise.all(Array.from({ length: 1_000 }, () => shared.once('a', read)));
  const other = shared.once('b', read);
  expect(asked).toHaveLength(2);
  asked[0]!.answer('A');
  asked[1]!.answer('B');
  expect(new Set(await equal)).toEqual(new Set(['A']));
  expect(await other).toBe('B');
});

it('nothing is kept once nobody waits', async () => {
  const { shared, asked, read } = given();
  for (const value of ['first', 'second']) {
    const reading = shared.once('a', read);
    asked.at(-1)!.answer(value);
    expect(await reading).toBe(value);
  }
});

it('a failed read fails for those who wait for it, and the next one reads again', async () => {
  const { shared, asked, read } = given();
  const failing = [shared.once('a', read), shared.once('a', read)].map((each) => expect(each).rejects.toThrow('down'));
  asked[0]!.fail(new Error('down'));
  await Promise.all(failing);
  const again = shared.once('a', read);
  asked[1]!.answer('A');
  expect(await again).toBe('A');
});

it('the first whose turn comes reads for all, so nobody waits behind the queue of another address', async () => {
  const { shared, asked, read } = given();
  const semaphore = new FairSemaphore(1);
  const passing = (address: string, key: string) => shared.once(key, read, (work) => semaphore.pass(address, work));
  const busy = passing('flooding', 'x');
  const flood = Array.from({ length: 3 }, (_, i) => passing('flooding', `x${i}`));
  const theirs = passing('flooding', 'wanted');
  const ours = passing('ours', 'wanted');
  asked[0]!.answer('');
  await busy;
  await new Promise(setImmediate);
  asked[1]!.answer('');
  await new Promise(setImmediate);
  // The second address has its turn after one read of the first.
  asked[2]!.answer('W');
  expect(await ours).toBe('W');
  for (let i = 3; i < 5; i += 1) {
    await new Promise(setImmediate);
    asked[i]!.answer('');
  }
  await Promise.all(flood);
  expect(await theirs).toBe('W');
  expect(asked).toHaveLength(5);
});
