import { describe, expect, it } from 'vitest';
import { candidates, complete, mentionAt } from './mention.ts';

const person = (name: string, status: 'active' | 'muted' | 'left' = 'active') => ({
  participantId: name.toLowerCase(),
  name,
  status,
});
const people = [person('Reviewer'), person('Ann Lee'), person('Leo'), person('Gone', 'left'), person('Maya')];
const found = (query: string) => candidates({ start: 0, query }, people, 'maya').map(({ name }) => name);

describe('mentionAt', () => {
  it('finds what is typed after an @ at the start of a word', () => {
    expect(mentionAt('Hey @rev', 8)).toEqual({ start: 4, query: 'rev' });
    expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' });
    expect(mentionAt('(@ann le', 8)).toEqual({ start: 1, query: 'ann le' });
  });

  it('finds none in an address, in another line, or behind the caret', () => {
    expect(mentionAt('ann@example.org', 15)).toBeUndefined();
    expect(mentionAt('@ann\nhello', 10)).toBeUndefined();
    expect(mentionAt('Hey @rev', 3)).toBeUndefined();
  });
});

describe('candidates', () => {
  it('lists names that start so before names with a word that does', () => {
    expect(found('le')).toEqual(['Leo', 'Ann Lee']);
    expect(found('ANN L')).toEqual(['Ann Lee']);
  });

  it('lists neither the writer nor those who left', () => {
    expect(found('')).toEqual(['Reviewer', 'Ann Lee', 'Leo']);
    expect(found('gone')).toEqual([]);
  });
});

describe('complete', () => {
  it('writes the name in place of what was typed, followed by one space', () => {
    expect(complete('Hey @rev', { start: 4, query: 'rev' }, 'Reviewer')).toEqual({ text: 'Hey @Reviewer ', caret: 14 });
    expect(complete('@le please', { start: 0, query: 'le' }, 'Leo')).toEqual({ text: '@Leo please', caret: 5 });
    expect(complete('(@le)', { start: 1, query: 'le' }, 'Leo')).toEqual({ text: '(@Leo)', caret: 5 });
  });
});
