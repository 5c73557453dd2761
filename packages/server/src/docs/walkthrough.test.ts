import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const text = readFileSync(new URL('docs/walkthrough.md', root), 'utf8');
const promises = text
  .slice(text.indexOf('## The promises'))
  .split('\n')
  .slice(4)
  .filter((line) => line.startsWith('|'));
const pathsIn = (prose: string) => [...prose.matchAll(/`([\w./-]+\/(?:[\w.-]+\.ts)?|[\w.-]+\.ts)`/g)].map(([, path]) => path!);

it.each(
  promises.map((line) =>
    line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim()),
  ),
)('the walk says what proves that "%s", by tests that are there', (_promise, _how, proof = '') => {
  const files = pathsIn(proof);
  expect(files).not.toEqual([]);
  expect(files.filter((file) => !existsSync(new URL(`packages/${file}`, root)))).toEqual([]);
});

it('the walk has ten promises', () => expect(promises).toHaveLength(10));

it('the walk leads through files that are there', () => {
  const files = pathsIn(text.slice(0, text.indexOf('## The promises')));
  expect(files.length).toBeGreaterThan(10);
  const places = ['packages/server/src/', 'packages/'];
  const isThere = (file: string) =>
    places.some((place) => existsSync(new URL(place + file.replace(/^core\//, 'core/src/'), root)));
  expect(files.filter((file) => !isThere(file))).toEqual([]);
});
