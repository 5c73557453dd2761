import { expect, test } from 'vitest';
import { inTime } from './patience.ts';

test('what does not come in time fails with what was missing, and what comes is passed on', async () => {
  await expect(inTime('answer', new Promise(() => {}), 1)).rejects.toThrow('no answer within 0.001 s');
  expect(await inTime('answer', Promise.resolve(7))).toBe(7);
});
