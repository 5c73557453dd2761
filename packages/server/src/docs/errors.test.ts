import { missing, statusOfCode } from '@parley/core';
import { expect, it } from 'vitest';
import { loadPages } from './library.ts';

const page = loadPages().find(({ name }) => name === 'errors')!;
const rowsOf = (markdown: string) =>
  [...markdown.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [code!, Number(status)]);

it('the page of errors has every error code with its status, each once; codes for ids that identify nothing can share a row', () => {
  const listed = rowsOf(page.markdown).toSorted();
  const named = new Set(listed.map(([code]) => code));
  const shared = new Set<string>(Object.values(missing).flatMap(({ code }) => (named.has(code) ? [] : code)));
  expect(listed).toEqual(
    Object.entries(statusOfCode)
      .filter(([code]) => !shared.has(code))
      .toSorted(),
  );
  expect([...shared].filter((code) => !code.endsWith('_not_found'))).toEqual([]);
  expect(page.markdown).toContain('| `…_not_found` | 404 |');
});

it.each(page.sections.filter(({ text }) => rowsOf(text).length > 0).map(({ heading, text }) => [heading, text] as const))(
  'the section "%s" lists codes of the statuses that it names',
  (heading, text) => {
    for (const [code, status] of rowsOf(text)) expect(heading, String(code)).toContain(String(status));
  },
);
