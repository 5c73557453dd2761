import { expect } from '../expect/expect.ts';
import { promise } from '../runner/promises.ts';
import { leaksSeen } from '../wire/secrets.ts';

promise('no secret ever seen appears outside the operation that returns it', () => {
  expect(leaksSeen()).toEqual([]);
});
