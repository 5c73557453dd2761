import { expect, it } from 'vitest';
import { declared, resources } from './index.ts';
import { events, type FactName } from '../index.ts';

it('no two resources declare the same', () => {
  const tags = declared('tag').map(({ name }) => name);
  expect(tags).toEqual([...new Set(tags)]);
  const parts = new Set(Object.values(resources).flatMap((each) => Object.keys(each)));
  for (const name of parts as Set<'events'>) {
    // These describe the resource itself, and each has the same keys.
    if (['tag', 'forModels'].includes(name)) continue;
    const all = declared(name).flatMap((part: object) => Object.keys(part));
    expect(all, name).toEqual([...new Set(all)]);
  }
});

it('the log stores a fact for each event that a resource declares', () => {
  const stored = declared('facts').flatMap((facts) => Object.keys(facts) as FactName[]);
  expect(declared('events').flatMap((each) => Object.keys(each))).toEqual(stored);
  expect(Object.keys(events)).toEqual(expect.arrayContaining(stored));
});

it('what is missing where an id identifies nothing is 404', () => {
  const errors = Object.assign({}, ...declared('errors')) as Record<string, number>;
  for (const { code } of declared('missing').flatMap((each) => Object.values<{ code: string }>(each)))
    expect(errors[code]).toBe(404);
});

it('what has ended has an id that nothing else has', () => {
  const kinds = declared('decided').flatMap((each) => Object.values(each));
  for (const { one } of kinds)
    expect(kinds.filter(({ view }) => `${one}Id` in view.shape).map((kind) => kind.one)).toEqual([one]);
});
