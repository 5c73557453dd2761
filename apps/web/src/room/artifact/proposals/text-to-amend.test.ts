import type { Proposal } from '@parley/sdk';
import { expect, it } from 'vitest';
import { textToAmend } from './text-to-amend.ts';

const artifact = { content: 'one\ntwo\n', version: 2 };
const hunks = [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' one', '-two', '+zwei'] }];
const diff = { from: 2, to: 3, hunks, added: 1, removed: 1, truncated: false };
const started = (view: object) => textToAmend(artifact, view as Proposal['view']);

it('an editor for a proposal starts with what accepting it would write', () => {
  expect(started({ applies: 'merged', merged: 'zero\nzwei\n', content: 'zwei\n', diff })).toBe('zero\nzwei\n');
  expect(started({ applies: 'clean', content: 'zwei\n', diff })).toBe('zwei\n');
  expect(started({ applies: 'clean', append: 'x', diff })).toBe('one\nzwei\n');
});

it('and with no old text: with the present one if the proposal conflicts, with none if it was compared with another version', () => {
  expect(started({ applies: 'conflict', content: 'old\n', diff: { ...diff, from: 1 } })).toBe(artifact.content);
  expect(started({ applies: 'clean', content: 'old\n', diff: { ...diff, from: 1 } })).toBeUndefined();
  expect(started({ applies: 'clean', append: 'x', diff: { ...diff, truncated: true } })).toBeUndefined();
});
