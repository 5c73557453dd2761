import { describe, expect, it } from 'vitest';
import { FairSemaphore } from './fair-semaphore.ts';

const quiet = () => new Promise(setImmediate);

/** Work that ends when the test decides. */
function given(atATime: number) {
  const semaphore = new FairSemaphore(atATime);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    pass: (address: string, name: string) =>
      semaphore.pass(address, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.push(() => resolve(name)));
      }),
    async endOne() {
      ends.shift()!();
      await quiet();
    },
    semaphore,
  };
}

describe('a semaphore', () => {
  it('never runs more than its limit at a time, and eventually runs everything', async () => {
    const { begun, pass, endOne } = given(2);
    const all = Promise.all(['1', '2', '3', '4', '5'].map((name) => pass('a', name)));
    await quiet();
    expect(begun).toEqual(['1', '2']);
    for (let i = 0; i < 5; i += 1) await endOne();
    expect(await all).toEqual(['1', '2', '3', '4', '5']);
  });

  it('alternates between addresses, however many callers wait at one of them', async () => {
    const { begun, pass, endOne } = given(1);
    for (const name of ['a1', 'a2', 'a3', 'a4']) void pass('a', name);
    for (const name of ['b1', 'b2']) void pass('b', name);
    for (let i = 0; i < 5; i += 1) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  it('continues after failed work', async () => {
    const { semaphore } = given(1);
    await expect(semaphore.pass('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await semaphore.pass('a', () => Promise.resolve('next'))).toBe('next');
  });
});
