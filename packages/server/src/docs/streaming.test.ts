import { events } from '@parley/core';
import { expect, it } from 'vitest';
import { loadPages } from './library.ts';

it('the page of streaming has a row for every event, and for no other', () => {
  const { text } = loadPages()
    .find(({ name }) => name === 'streaming')!
    .sections.find(({ heading }) => heading === 'Which events are there?')!;
  const rows = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!);
  expect(rows.toSorted()).toEqual(Object.keys(events).toSorted());
});
