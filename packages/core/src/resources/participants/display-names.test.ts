import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aJoiner, anArtifact, aSpace } from '../../given.fixture.ts';
import { apply, artifact, keyUsed, messageSent, participant, proposal, statusChanged, task, version } from '../../index.ts';
import { displayNames, resembled } from './display-names.ts';
import type { Participant } from './entity.ts';

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

  it('is the same whoever joined, left or was renamed before', () => {
    const change = fc.record({
      at: fc.nat({ max: 5 }),
      name: fc.constantFrom('Olga', '0lga', 'Bob', 'Olga (2)'),
      status: fc.constantFrom<Participant['status']>('active', 'left', 'waitingForApproval'),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        let space = people('Olga');
        for (const { at, name, status } of changes) {
          const changed = someone(name, at + 1, { status });
          space = new Map(space).set(changed.participantId, changed);
          displayNames(space);
        }
        const again = spaceOf(...[...space.values()].map((each) => ({ ...each })));
        const names = displayNames(space);
        for (const [id, name] of displayNames(again)) expect(names.get(id)).toBe(name);
      }),
    );
  });

  it('is unique, whatever the names are, and quick for a crowd', () => {
    const name = fc.string({ unit: fc.constantFrom('O', '0', 'о', 'l', 'I', '1', ' (2)', ' (3)'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const found = shown(...names);
        expect(new Set(found).size).toBe(names.length);
      }),
    );
    const from = Date.now();
    shown(...Array.from({ length: 500 }, (_, i) => `Olga (${i + 2})`), ...Array.from({ length: 500 }, () => 'Olga'));
    const crowd = Array.from({ length: 1_000 }, (_, i) => someone('Olga', i, i > 0 ? { status: 'waitingForApproval' } : {}));
    const space = spaceOf(...crowd);
    expect(crowd.slice(1).map((each) => resembled({ participants: space }, each))).toEqual(crowd.slice(1).map(() => '0'));
    expect(Date.now() - from).toBeLessThan(5_000);
  });
});

describe('whatever is stored or said of a participant', () => {
  const [first, other] = ['first', 'other'].map((id) => ({
    ...aJoiner(aSpace(), id),
    name: id === 'first' ? 'Olga' : '0lga',
  })) as [Participant, Participant];
  const state = apply(aSpace(), { participants: [first, { ...other, position: first.position + 1 }] });
  const note = anArtifact(state);
  const shown = '0lga (2)';
  const refused = (fields: object) =>
    expect.objectContaining({ message: expect.stringContaining(`"${shown}"`), details: expect.objectContaining(fields) });

  it('has the display name: a lock', () => {
    const locked = artifact.lock(state, note, other, 0, 1_000);
    expect(() => artifact.lock(state, locked, first, 1, 1_000)).toThrow(refused({ lockedBy: 'other', lockedByName: shown }));
  });

  it('has the display name: a version, and a conflict with it', () => {
    const author = artifact.authorIn(state, other);
    expect(version.versionOf(note, { author, content: '', via: 'write' })).toMatchObject({
      authorId: 'other',
      authorName: shown,
    });
    const written = artifact.written(note, { bytes: 0, contentBytes: 0, sha256: '' }, author, 1);
    expect(artifact.conflict(state, written, undefined)).toEqual(refused({ updatedBy: 'other', updatedByName: shown }));
  });

  it('has the display name: a proposal', () => {
    const offer = { proposalId: 'p', baseVersion: 1, via: 'write' as const };
    expect(proposal.open(state, note, offer, other, 0)).toMatchObject({ authorId: 'other', authorName: shown });
  });

  it('has the display name: a task, and the refusal to claim it', () => {
    const created = task.create(state, { taskId: 't', title: 'Work', for: [] }, other, 0);
    const claimed = task.claim(state, created, { leaseId: 'l', expiresAt: 9 }, other, 1);
    expect(claimed).toMatchObject({ createdByName: shown, worker: { participantId: 'other', name: shown } });
    const claimAgain = () => task.claim(state, claimed, { leaseId: 'm', expiresAt: 9 }, first, 2);
    expect(claimAgain).toThrow(refused({ claimedBy: 'other', claimedByName: shown }));
  });

  it('has the display name: a message', () =>
    expect(messageSent(state, other, { id: 'm', content: 'Hello', type: 'text' }).body).toMatchObject({ senderName: shown }));

  it('has the display name: an event about them, from the first on and until they have left', () => {
    const before = apply(aSpace(), { participants: [first] });
    const joined = state.participants.get('other')!;
    for (const { body } of [
      statusChanged(before, joined, { actorId: 'other' }),
      keyUsed(state, joined),
      statusChanged(state, participant.mute(joined), { actorId: 'first' }),
      statusChanged(state, participant.leave(joined, 1), { actorId: 'other' }),
    ])
      expect(body).toMatchObject({ name: '0lga', displayName: shown });
  });
});

describe('a newcomer', () => {
  it('resembles the first in the space whose name looks like its own', () => {
    const all = people('Ada', 'Olga', 'Olga');
    const newcomer = someone('0lga', 3, { status: 'waitingForApproval', revealed: false });
    expect(resembled({ participants: spaceOf(...all.values(), newcomer) }, newcomer)).toBe('1');
    expect(resembled({ participants: all }, someone('Eve', 3))).toBeUndefined();
  });
});
