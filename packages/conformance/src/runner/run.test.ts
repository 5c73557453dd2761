import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { expect as hold } from '../expect/expect.ts';
import { addition, additions, before, group, promise } from './promises.ts';
import { chosen, run, type Chapter } from './run.ts';
import { afterwards, Exhausted, pause, skip } from './scope.ts';

const wishes = { parallel: 2, specOnly: false, limitMs: 5_000, tell: () => {} };
type Wished = Partial<typeof wishes> & { only?: string[] };

async function resultsOf(chapters: Chapter[], given: Wished = {}) {
  const all = { ...wishes, ...given };
  return run(await chosen(chapters, all), all);
}

async function verdicts(declare: () => unknown, given?: Wished) {
  const results = await resultsOf([{ name: 'chapter', load: async () => declare() }], given);
  return results.map(({ groups, name, status }) => [...groups, name, status].join(' '));
}

it('reports what was kept, broken and skipped, with reasons', async () => {
  const declare = () => {
    promise('kept', () => hold(1).toBe(1));
    promise('broken', async () => hold(1, 'one').toBe(2));
    promise('skipped', () => skip('not today'));
    promise('thrown', () => Promise.reject(new Error('unforeseen')));
  };
  const results = await resultsOf([{ name: 'chapter', load: async () => declare() }]);
  expect(results.map(({ name, status, reason }) => [name, status, reason])).toEqual([
    ['kept', 'kept', undefined],
    ['broken', 'broken', 'one: it is 1 and not 2'],
    ['skipped', 'skipped', 'not today'],
    ['thrown', 'broken', 'unforeseen'],
  ]);
});

it('spreads the cases of a group and of a promise, and names them', async () => {
  const declare = () =>
    group.each<[string, number]>([
      ['a', 1],
      ['b', 2],
    ])('%s', (letter, count) => {
      promise.each([3, 4])(`${letter}${count} and %s`, (number) => hold(number).toBe(3));
    });
  expect(await verdicts(declare)).toEqual(['a a1 and 3 kept', 'a a1 and 4 broken', 'b b2 and 3 kept', 'b b2 and 4 broken']);
});

it('prepares a group once; if that fails, all its checks are broken and no others', async () => {
  let times = 0;
  const declare = () => {
    group('good', () => {
      before(() => (times += 1));
      promise('one', () => hold(times).toBe(1));
      promise('two', () => hold(times).toBe(1));
    });
    group('bad', () => {
      before(() => Promise.reject(new Error('no space')));
      promise('one', () => {});
      promise('two', () => {});
    });
    promise('other', () => {});
  };
  expect(await verdicts(declare)).toEqual(['good one kept', 'good two kept', 'bad one broken', 'bad two broken', 'other kept']);
});

it('breaks a check that takes too long, and continues', async () => {
  const declare = () => {
    promise('endless', () => sleep(60_000, undefined, { ref: false }));
    promise('next', () => {});
  };
  expect(await verdicts(declare, { limitMs: 50 })).toEqual(['endless broken', 'next kept']);
});

it('does not count what a check waits because of a rate limit', async () => {
  const declare = () => promise('paced', () => pause(300));
  expect(await verdicts(declare, { limitMs: 100 })).toEqual(['paced kept']);
});

it('ends the run when a limit leaves nothing to judge', async () => {
  const declare = () =>
    promise('exhausted', () => {
      throw new Exhausted('no more spaces');
    });
  await expect(verdicts(declare)).rejects.toThrow('no more spaces');
});

it('runs the cleanup of a check even if it broke; a failing cleanup breaks the check', async () => {
  const done: string[] = [];
  const declare = () => {
    promise('broken', () => {
      afterwards(() => done.push('broken'));
      hold(1).toBe(2);
    });
    promise('late', () => afterwards(() => Promise.reject(new Error('the stream broke'))));
  };
  expect(await verdicts(declare)).toEqual(['broken broken', 'late broken']);
  expect(done).toEqual(['broken']);
});

it('leaves out additions with --spec-only, and checks that were not selected', async () => {
  const declare = () => {
    promise('spec', () => {});
    addition('one', () => {});
    additions('more', () => promise('two', () => {}));
    group.when(false, 'no humans')('humans', () => promise('three', () => hold(1).toBe(2)));
  };
  expect(await verdicts(declare)).toEqual(['spec kept', 'one kept', 'more two kept', 'humans three skipped']);
  expect(await verdicts(declare, { specOnly: true })).toEqual(['spec kept', 'humans three skipped']);
  expect(await verdicts(declare, { only: ['two'] })).toEqual(['more two kept']);
  expect(await verdicts(declare, { only: ['two', 'spec'] })).toEqual(['spec kept', 'more two kept']);
});

it('runs up to its number of chapters at a time, and the last ones alone', async () => {
  let [running, most, before] = [0, 0, 0];
  const chapter = (name: string, isLast: boolean): Chapter => ({
    ...{ name, isLast },
    load: async () =>
      promise(name, async () => {
        running += 1;
        if (isLast) hold([running, before]).toEqual([1, 4]);
        most = Math.max(most, running);
        await sleep(20);
        running -= 1;
        if (!isLast) before += 1;
      }),
  });
  const all = [chapter('last', true), ...['a', 'b', 'c', 'd'].map((name) => chapter(name, false)), chapter('least', true)];
  const results = await resultsOf(all);
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'kept'));
  expect(most).toBe(2);
});
