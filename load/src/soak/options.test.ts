import { expect, it } from 'vitest';
import { readOptions } from './options.ts';
import { scenarios } from './scenarios.ts';

const names = scenarios.map(({ name }) => name);

it('runs everything for half an hour by default, with a seed of its own', () =>
  expect(readOptions([])).toEqual({
    only: names,
    minutes: 30,
    seed: expect.any(Number),
    isPooled: false,
    write: undefined,
  }));

it('accepts scenarios, a time, a seed, a pool and a file', () =>
  expect(readOptions(['--only', 'streams', '--minutes', '0.5', '--seed', '7', '--pool', '--write', 'a.md'])).toEqual({
    only: ['streams'],
    minutes: 0.5,
    seed: 7,
    isPooled: true,
    write: 'a.md',
  }));

it.each([
  ['an unknown scenario', ['--only', 'x'], 'Unknown scenario "x"; the scenarios are: connections-cut, postgres-killed,'],
  ['a time of 0', ['--minutes', '0'], '--minutes'],
  ['a seed that is no number', ['--seed', 'x'], '--seed'],
  ['an unknown option', ['--fast'], '--fast'],
])('refuses %s', (_, args, said) => expect(() => readOptions(args)).toThrow(said));
