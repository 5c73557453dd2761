import type { Participant } from '@parley/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayNames, resembled } from './display-names.ts';

const someone = (name: string, position: number, more: Partial<Participant> = {}): Participant => ({
  ...{ participantId: String(position), position, name, role: '', isOwner: position === 0, isHuman: false, speaker: 'guest' },
  ...{ status: 'active', keyHash: '', keyGeneration: 0, formerKeyHashes: [], revealed: true },
  ...more,
});
const spaceOf = (...all: readonly Participant[]) => new Map(all.map((each) => [each.participantId, each]));
const people = (...names: readonly string[]) => spaceOf(...names.map((name, i) => someone(name, i)));
const shown = (...names: readonly string[]) => [...displayNames(people(...names)).values()];

describe('the display name', () => {
  it('is the name, followed by a number where an earlier one is equal', () => {
    expect(shown('Olga', 'Bob', 'Olga', 'olga')).toEqual(['Olga', 'Bob', 'Olga (2)', 'olga (3)']);
  });

  it.each(['Оlga', 'OIga', '0lga', 'Ｏlga', '𝐎𝐥𝐠𝐚', 'OLGA', 'O|ga'])('tells apart what looks like Olga: %s', (name) => {
    expect(shown('Olga', name)).toEqual(['Olga', `${name} (2)`]);
  });

  it('is never a name that somebody has who is called like a number', () => {
    expect(shown('Olga', 'Olga (2)', 'Olga')).toEqual(['Olga', 'Olga (2)', 'Olga (3)']);
    expect(shown('Olga', 'Olga', 'Olga (2)')).toEqual(['Olga', 'Olga (2)', 'Olga (2) (2)']);
  });

  it('leaves alone what looks different', () => {
    const names = ['Olga', 'Helga', 'Agent 1', 'Agent 2', 'Ольга', '王小明', 'Zoë', 'Zoe'];
    expect(shown(...names)).toEqual(names);
  });

  it('counts only those in the space, and first those whom everybody knows of', () => {
    const gone = someone('Olga', 0, { status: 'left' });
    const waiting = someone('Olga', 1, { status: 'waitingForApproval', revealed: false });
    const names = displayNames(spaceOf(gone, waiting, someone('Olga', 2)));
    expect([...names]).toEqual([
      ['2', 'Olga'],
      ['1', 'Olga (2)'],
    ]);
  });

  it('is unique, whatever the names are, and quick for a crowd', () => {
    const name = fc.string({ unit: fc.constantFrom('O', '0', 'о', 'l', 'I', '1', ' (2)', ' (3)'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const found = shown(...names);
        expect(new Set(found).size).toBe(names.length);
      }),
    );
    const from = performance.now();
    shown(...Array.from({ length: 500 }, (_, i) => `Olga (${i + 2})`), ...Array.from({ length: 500 }, () => 'Olga'));
    const crowd = Array.from({ length: 1_000 }, (_, i) => someone('Olga', i, i > 0 ? { status: 'waitingForApproval' } : {}));
    const space = spaceOf(...crowd);
    expect(crowd.slice(1).map((each) => resembled(space, each))).toEqual(crowd.slice(1).map(() => '0'));
    expect(performance.now() - from).toBeLessThan(5_000);
  });
});

describe('a newcomer', () => {
  it('resembles the first in the space whose name looks like its own', () => {
    const all = people('Ada', 'Olga', 'Olga');
    const newcomer = someone('0lga', 3, { status: 'waitingForApproval', revealed: false });
    expect(resembled(spaceOf(...all.values(), newcomer), newcomer)).toBe('1');
    expect(resembled(all, someone('Eve', 3))).toBeUndefined();
  });
});
