import { describe, expect, test } from 'vitest';
import { ConflictError, NotFoundError } from './index.ts';
import { named, onlyOne } from './naming.ts';
import type { ParticipantView } from './types.ts';

const people = (...names: string[]) =>
  names.map((name, i) => ({ participantId: String(i), name, status: 'active' }) as ParticipantView);
const idIn = (all: ParticipantView[], name: string) => named(all, name, ['active']).participantId;

describe('a name', () => {
  test('means who has it, otherwise who has it in another case, with or without @', () => {
    const all = people('Ann', 'ann', 'Bob');
    expect([idIn(all, 'Ann'), idIn(all, 'ann'), idIn(all, 'bob'), idIn(all, '@Bob'), idIn(all, '@BOB')]).toEqual([
      ...['0', '1', '2', '2', '2'],
    ]);
    expect(() => idIn(all, 'ANN')).toThrow(ConflictError);
    expect(() => idIn(all, 'Cyn')).toThrow(NotFoundError);
  });

  test('is as good as the start of an id, and for what has one, a number', () => {
    const tasks = [
      { id: 'aaaa1111', title: 'Check dates', sequence: 18 },
      { id: 'bbbb2222', title: 'Book a room', sequence: 19 },
    ];
    const found = (query: string) => onlyOne('task', query, tasks, ({ id }) => id).id;
    expect(['check dates', '#18', '18', 'aaaa'].map(found)).toEqual(Array(4).fill('aaaa1111'));
    expect(() => found('aaa')).toThrow(NotFoundError);
  });

  test('that begins with @ is no way to be taken for another', () => {
    expect(() => idIn(people('Olga', '@Olga'), '@Olga')).toThrow(ConflictError);
  });

  test('of a thing is not one without the @', () => {
    expect(() => onlyOne('file', '@plan', [{ name: 'plan' }], () => '0')).toThrow(NotFoundError);
    expect(onlyOne('file', 'PLAN', [{ name: 'plan' }], () => '0')).toEqual({ name: 'plan' });
  });
});
