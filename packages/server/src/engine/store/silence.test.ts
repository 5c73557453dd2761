import { expect, it } from 'vitest';
import { Silent, SilenceWatch } from './silence.ts';

const forever = new Promise<never>(() => {});

function watched() {
  const seen = { silences: 0 };
  const watch = new SilenceWatch({ looks: 4, looksAfterSilence: 1, silent: () => (seen.silences += 1) });
  const look = (times: number) => {
    for (let i = 0; i < times; i += 1) watch.look();
  };
  return { watch, look, seen };
}

it('gives up what is not answered, and says so once', async () => {
  const { watch, look, seen } = watched();
  const asked = Promise.allSettled([watch.over(forever), watch.over(forever)]);
  look(4);
  expect(seen.silences).toBe(0);
  look(1);
  expect((await asked).map((each) => each.status === 'rejected' && each.reason instanceof Silent)).toEqual([true, true]);
  look(9);
  expect(seen.silences).toBe(1);
});

it('does not wait as long again until something is answered', async () => {
  const { watch, look, seen } = watched();
  for (const patience of [5, 2]) {
    const asked = expect(watch.over(forever)).rejects.toThrow(Silent);
    look(patience);
    await asked;
  }
  await watch.over(Promise.resolve());
  const asked = expect(watch.over(forever)).rejects.toThrow(Silent);
  look(4);
  expect(seen.silences).toBe(2);
  look(1);
  await asked;
});

it('gives up something slow alone while other things are answered', async () => {
  const { watch, look, seen } = watched();
  const slow = expect(watch.over(forever)).rejects.toThrow(Silent);
  look(3);
  await watch.over(Promise.resolve());
  look(2);
  await slow;
  expect(seen.silences).toBe(0);
});

it('tells the end of each thing that was asked, once, before its asker', async () => {
  const { watch, look } = watched();
  const ends: unknown[] = [];
  const ended = (error?: unknown) => void ends.push(error instanceof Error ? error.message : error);
  expect(await watch.over(Promise.resolve(1), ended).then(() => ends.length)).toBe(1);
  await watch.over(Promise.reject(new Error('refused')), ended).catch(() => ends.push('asker'));
  let answer = (_late: string): void => {};
  const silent = watch.over(new Promise((resolve) => (answer = resolve)), ended).catch(() => ends.push('asker'));
  look(5);
  await silent;
  answer('late');
  await Promise.resolve();
  expect(ends).toEqual([undefined, 'refused', 'asker', 'The database does not answer', 'asker']);
});

it('takes an error as it is, and no late answer', async () => {
  const { watch, look } = watched();
  await expect(watch.over(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  let answer = (_late: string): void => {};
  const refused = expect(watch.over(new Promise((resolve) => (answer = resolve)))).rejects.toThrow(Silent);
  look(5);
  answer('late');
  await refused;
});
