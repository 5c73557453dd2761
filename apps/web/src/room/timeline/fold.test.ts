import { words } from '@parley/core/words';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../space/room.ts';
import { folded } from './fold.ts';

let sequence = 0;
function note(action: string, { actorId = 'maya', id = 'a', version = 1 } = {}): Entry {
  const act = { action, actorId, artifact: { id, name: `${id}.md`, version } };
  const pieces = words.artifact(act as never)!;
  return {
    kind: 'note',
    sequence: (sequence += 1),
    pieces,
    event: { type: 'artifact', id: sequence, data: act } as never,
    at: '',
  };
}
const said = (): Entry => ({ kind: 'message', sequence: (sequence += 1), message: {} as never });

const read = (entries: readonly Entry[]): string[] =>
  folded(entries).map((entry) =>
    entry.kind === 'message'
      ? 'message'
      : entry.pieces.map((piece) => (typeof piece === 'string' ? piece : Object.values(piece).join(''))).join(''),
  );

describe('consecutive notes of writing', () => {
  it('are one line that says how often it changed', () => {
    const session = [
      note('locked'),
      note('updated', { version: 2 }),
      note('updated', { version: 3 }),
      note('unlocked', { version: 3 }),
    ];
    expect(read(session)).toEqual(['maya changed “a.md” 2 times (version 3)']);
    expect(folded(session)[0]!.sequence).toBe(session[0]!.sequence);
  });

  it('are the change, if there is one, and what happened last, if there is none', () => {
    expect(read([note('locked'), note('updated', { version: 2 }), note('unlocked')])).toEqual([
      'maya changed “a.md” (version 2)',
    ]);
    expect(read([note('locked'), note('unlocked')])).toEqual(['maya unlocked “a.md”']);
    expect(read([note('locked')])).toEqual(['maya locked “a.md”']);
  });

  it('are not folded over what others do or say, other artifacts, or anything but writing', () => {
    expect(read([note('locked'), said(), note('unlocked')])).toEqual(['maya locked “a.md”', 'message', 'maya unlocked “a.md”']);
    expect(read([note('updated'), note('updated', { id: 'b' })])).toHaveLength(2);
    expect(read([note('created'), note('locked'), note('renamed'), note('unlocked')])).toHaveLength(4);
  });

  it('are one line for all who change an artifact one after the other', () => {
    const bob = { actorId: 'bob' };
    const two = [note('updated', { version: 2 }), note('unlocked'), note('locked', bob), note('updated', { ...bob, version: 3 })];
    expect(read(two)).toEqual(['2 changes of “a.md” by maya and bob (version 3)']);
    expect(read([...two, note('updated', { actorId: 'eve', version: 4 })])).toEqual([
      '3 changes of “a.md” by 3 participants (version 4)',
    ]);
    // Who only locked it changed nothing.
    expect(read([note('updated', { version: 2 }), note('locked', bob), note('unlocked', bob)])).toEqual([
      'maya changed “a.md” (version 2)',
    ]);
  });

  it('stay the same line while others are added', () => {
    const session = [note('locked'), note('updated')];
    const before = folded(session);
    expect(folded([...session, said()])[0]).toBe(before[0]);
    expect(folded([...session, note('unlocked')])[0]).not.toBe(before[0]);
  });
});

function came(name: string, status = 'active', previousStatus?: string): Entry {
  const data = { participant: { participantId: name, name }, status, previousStatus, actorId: name };
  const pieces = words['participant-status'](data as never)!;
  return {
    kind: 'note',
    sequence: (sequence += 1),
    pieces,
    event: { type: 'participant-status', id: sequence, data } as never,
    at: '',
  };
}

it('who comes or goes one after the other is one line', () => {
  const all = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve'];
  expect(read(all.slice(0, 1).map((name) => came(name)))).toEqual(['Ann joined']);
  expect(read(all.slice(0, 3).map((name) => came(name)))).toEqual(['Ann, Bob and Cleo joined']);
  expect(read(all.map((name) => came(name)))).toEqual(['5 joined: Ann, Bob, Cleo and 2 more']);
  expect(
    read([
      came('Ann'),
      came('Bob', 'active', 'waitingForApproval'),
      came('Ann', 'left', 'active'),
      came('Bob', 'left', 'active'),
    ]),
  ).toEqual(['Ann and Bob joined', 'Ann and Bob left']);
  expect(read([came('Ann'), came('Bob', 'muted', 'active'), came('Bob', 'active', 'muted'), said(), came('Cleo')])).toEqual([
    'Ann joined',
    'Bob was muted',
    'Bob was unmuted',
    'message',
    'Cleo joined',
  ]);
});
