import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing } from './tampering.ts';

const path = /\/search\?/;
const changed = (change: (body: any) => object) => rewriting('GET', path, (body) => ({ ...body, ...change(body) }));
const results = (change: (results: any[]) => object[]) => changed(({ results }) => ({ results: change(results) }));

/** Ways to break what is promised about searching, at least one for each check. */
export const search: Breach[] = inChapter('search', [
  ['searchSpace', '200 with what is found in each kind, newest first', 'oldest first', results((all) => all.toReversed())],
  [
    'searchSpace',
    '200 with what is found in each kind, newest first',
    'the ranges are bytes of another text',
    results((all) => all.map((each) => ({ ...each, ranges: [{ start: 0, end: 5 }] }))),
  ],
  ['searchSpace', '200 only if all words and phrases are there, in any case and script', 'nothing is found', results(() => [])],
  ['searchSpace', '200 limited by `in`, `from`, `before` and `after`', 'one is always missing', results((all) => all.slice(1))],
  [
    'searchSpace',
    '200 with a cursor that leads through all results once',
    'an end before the end',
    changed(() => ({ hasMore: false, cursor: undefined })),
  ],
  [
    'searchSpace',
    '200 with a cursor that leads through all results once',
    'the last result is lost',
    results((all) => all.slice(0, -1)),
  ],
  ['searchSpace', '400 for what is no search', 'an unknown path, as it seems', refusing('GET', 400, path, as(404))],
  [
    'searchSpace',
    '200 without deleted artifacts, old versions and answers',
    'what is gone is found',
    results((all) => [...all, { kind: 'artifact', id: '5b0c9c1e-8a6f-4c7e-9f57-1d2e3a4b5c6d' }]),
  ],
]);
