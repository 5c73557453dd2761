import { expect, it } from 'vitest';
import { declarations, exported, partNames } from '../../src/contract/nouns.ts';
import { events, type FactName } from '../../src/index.ts';

it('a noun exports nothing by a name that nobody reads', () => {
  for (const [noun, declared] of Object.entries(declarations)) {
    const unread = Object.keys(declared).filter((name) => !(partNames as readonly string[]).includes(name));
    expect(unread, noun).toEqual(noun === 'meta' ? ['answerEvents'] : []);
    expect(Object.keys(declared), noun).toEqual(expect.arrayContaining(['operations', 'tag']));
  }
});

it('no two nouns declare the same', () => {
  const tags = exported('tag').map(({ name }) => name);
  expect(tags).toEqual([...new Set(tags)]);
  for (const name of partNames.filter((each) => each !== 'tag')) {
    const declared = exported(name).flatMap((part: object) => Object.keys(part));
    expect(declared, name).toEqual([...new Set(declared)]);
  }
});

it('the log stores a fact for each event that a noun declares', () => {
  const stored = exported('facts').flatMap((facts) => Object.keys(facts) as FactName[]);
  expect(exported('events').flatMap((each) => Object.keys(each))).toEqual(stored);
  expect(Object.keys(events)).toEqual(expect.arrayContaining(stored));
});
