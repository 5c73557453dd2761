import { expect, test } from 'vitest';
import { Context } from '../context.ts';
import { ReachableSpaces } from './spaces.ts';
import { Subscriptions } from './subscriptions.ts';

test('the 101st subscription is refused until one ends, and a repeated one is not counted twice', async () => {
  const context = new Context({}, { PARLEY_KEYCHAIN: 'off', XDG_DATA_HOME: '/nowhere' });
  const subscriptions = new Subscriptions(context, new ReachableSpaces(context, undefined), () => {});
  const subscribe = (number: number) => subscriptions.add(number, [`parley://spaces/${number}`]);
  for (let number = 0; number < 100; number += 1) expect(await subscribe(number)).toBe(true);
  expect(await subscribe(100)).toBe(false);
  expect(await subscribe(99)).toBe(true);
  subscriptions.remove(0);
  expect(await subscribe(100)).toBe(true);
});
