import { describe, expect, it } from 'vitest';
import type { Head } from '../store/heads.ts';
import { HeadReader } from './head-reader.ts';

const head = (spaceId: string, rev = 1): Head => ({ spaceId, rev, sequence: 0, lastMs: 0 });
const quiet = () => new Promise(setImmediate);

function given() {
  const asked: { ids: readonly string[]; answer(heads: Head[]): void; fail(error: Error): void }[] = [];
  const heads = new HeadReader((ids) => new Promise((answer, fail) => asked.push({ ids, answer, fail })));
  return { heads, asked };
}

describe('heads', () => {
  it('requested at the same time cost one query, which names each space once', async () => {
    const { heads, asked } = given();
    const answers = Promise.all(['s', 't', 's', 'nowhere'].map((spaceId) => heads.current(spaceId)));
    await quiet();
    expect(asked.map(({ ids }) => ids)).toEqual([['s', 't', 'nowhere']]);
    asked[0]!.answer([head('t'), head('s')]);
    expect(await answers).toEqual([head('s'), head('t'), head('s'), undefined]);
  });

  it('are never older than the request: a request during a query waits for the next query', async () => {
    const { heads, asked } = given();
    const first = heads.current('s');
    await quiet();
    const later = [heads.current('s'), heads.current('s')];
    await quiet();
    expect(asked).toHaveLength(1);
    asked[0]!.answer([head('s', 1)]);
    expect(await first).toEqual(head('s', 1));
    await quiet();
    asked[1]!.answer([head('s', 2)]);
    expect(await Promise.all(later)).toEqual([head('s', 2), head('s', 2)]);
    expect(asked).toHaveLength(2);
  });

  it('fail for the present requests, and not for later ones', async () => {
    const { heads, asked } = given();
    const failing = expect(Promise.all([heads.current('s'), heads.current('t')])).rejects.toThrow('down');
    await quiet();
    const next = heads.current('s');
    asked[0]!.fail(new Error('down'));
    await failing;
    await quiet();
    asked[1]!.answer([head('s')]);
    expect(await next).toEqual(head('s'));
  });

  it('are queried again after a pause', async () => {
    const { heads, asked } = given();
    for (const rev of [1, 2]) {
      const current = heads.current('s');
      await quiet();
      asked[rev - 1]!.answer([head('s', rev)]);
      expect((await current)!.rev).toBe(rev);
      await quiet();
    }
  });
});
