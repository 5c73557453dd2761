import { expect, test } from 'vitest';
import { scrubbed, variable } from './environment.ts';

const outside = {
  PATH: '/bin',
  HOME: '/home/ann',
  LC_ALL: 'C',
  AWS_SECRET_ACCESS_KEY: 'x',
  OPENAI_API_KEY: 'y',
  PARLEY_KEY: 'k',
  PARLEY_SESSION: 's',
};

test('only the variables on the list are passed on', () => {
  expect(scrubbed(outside, [], [])).toEqual({ PATH: '/bin', HOME: '/home/ann', LC_ALL: 'C' });
});

test('--env adds variables by name, by prefix, or with a value', () => {
  expect(scrubbed(outside, ['OPENAI_*'], ['AWS_SECRET_ACCESS_KEY', 'MODE=a=b'])).toEqual({
    ...{ PATH: '/bin', HOME: '/home/ann', LC_ALL: 'C' },
    ...{ OPENAI_API_KEY: 'y', AWS_SECRET_ACCESS_KEY: 'x', MODE: 'a=b' },
  });
});

test('nothing passes on the key of the profile', () => {
  const everything = scrubbed(outside, ['*'], ['P*', 'PARLEY_*', 'PARLEY_KEY', 'parley_key']);
  expect(Object.keys(everything).filter((name) => name.startsWith('PARLEY'))).toEqual([]);
  for (const name of ['PARLEY_KEY', 'parley_session', 'PARLEY_KEY=x', 'A B', '=x', '1A', 'A*=x'])
    expect(() => variable(name), name).toThrow(/variable|passed on/);
  for (const name of ['A', 'A_*', 'A=', 'A=b=c']) expect(variable(name)).toBe(name);
});
