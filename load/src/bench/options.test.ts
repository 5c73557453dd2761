import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it('all sections run unless some are named', () => {
  expect(readOptions([]).only).toContain('committer');
  expect(readOptions(['--only', 'send,read', '--only', 'hop']).only).toEqual(['send', 'read', 'hop']);
});

it('--against can be limited like the table', () =>
  expect(readOptions(['--against', 'HEAD~1', '--quick', '--only', 'send'])).toEqual({
    against: 'HEAD~1',
    quick: true,
    only: ['send'],
    write: undefined,
  }));

it('an unknown section is named, with the known ones', () =>
  expect(() => readOptions(['--only', 'sends'])).toThrow(/Unknown section "sends"; the sections are: committer, send,/));

it('a comparison is not written into the page of goals', () =>
  expect(() => readOptions(['--against', 'HEAD', '--write', 'docs/benchmarks.md'])).toThrow('--write'));
