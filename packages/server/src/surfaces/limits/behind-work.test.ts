import { expect, it } from 'vitest';
import { behindWork } from './behind-work.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('does nothing at once, and everything in order', async () => {
  const later = behindWork();
  const done: number[] = [];
  for (let i = 0; i < 250; i += 1) later(() => done.push(i));
  expect(done).toEqual([]);
  for (let i = 0; i < 3; i += 1) await turn();
  expect(done).toEqual(Array.from({ length: 250 }, (_, i) => i));
});

it('lets other work take its turns, also if each thing that is done leads to another one', async () => {
  const later = behindWork();
  let [done, isOver] = [0, false];
  const again = () => {
    done += 1;
    if (!isOver) later(again);
  };
  for (let i = 0; i < 2_000; i += 1) later(again);
  for (let turns = 1; turns <= 20; turns += 1) {
    const before = done;
    await turn();
    expect(done - before).toBeLessThanOrEqual(500);
  }
  isOver = true;
});
