import { statusOfCode } from '@parley/core';
import { expect, it } from 'vitest';
import { loadPages } from './library.ts';

const page = loadPages().find(({ name }) => name === 'errors')!;
const rowsOf = (markdown: string) =>
  [...markdown.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [code!, Number(status)]);

it('the page of errors has every error code with its status, each once', () => {
  const listed = rowsOf(page.markdown).toSorted();
  expect(listed).toEqual(Object.entries(statusOfCode).toSorted());
});

it.each(page.sections.filter(({ text }) => rowsOf(text).length > 0).map(({ heading, text }) => [heading, text] as const))(
  'the section "%s" lists codes of the statuses that it names',
  (heading, text) => {
    for (const [code, status] of rowsOf(text)) expect(heading, String(code)).toContain(String(status));
  },
);
