import { describe, expect, it } from 'vitest';
import type { Participant } from '../participants/entity.ts';
import type { Decision } from './entity.ts';
import { assertRedactable, redact, stepOf, withoutTexts } from './redacting.ts';

const redacted = { by: 'ada', at: '2026-01-31T12:00:00.000Z' };
const answer = { option: 'hunter2-monday', at: 1 };

const decided: Decision = {
  ...{ decisionId: 'd', title: 'hunter2?', rule: 'all', isSecret: false, openedBy: 'ada', openedByName: 'Ada', createdAt: 0 },
  options: [
    { id: 'hunter2-monday', label: 'hunter2: Monday', description: 'hunter2' },
    { id: 'tuesday', label: 'Tuesday' },
  ],
  voters: [
    { participantId: 'bob', name: 'Bob', speaker: 'agent', answer },
    { participantId: 'cyn', name: 'Cyn', speaker: 'human' },
  ],
  fallback: 'tuesday',
  end: { state: 'decided', outcome: 'hunter2-monday', at: 2, statement: 'hunter2' },
};

describe('redact', () => {
  it('takes the texts, and the ids that are made of them, and leaves what was answered and decided', () => {
    const bare = redact(decided, redacted);
    expect(JSON.stringify(bare)).not.toContain('hunter2');
    expect(bare.options).toEqual([
      { id: 'option-1', label: 'Option 1' },
      { id: 'option-2', label: 'Option 2' },
    ]);
    expect(bare.voters.map((voter) => voter.answer?.option)).toEqual(['option-1', undefined]);
    expect([bare.fallback, bare.end?.outcome, bare.redacted]).toEqual(['option-2', 'option-1', redacted]);
  });

  it('leaves the options of a question that has none of its own', () => {
    const options = [
      { id: 'approve', label: 'Approve' },
      { id: 'reject', label: 'Reject' },
    ];
    const bare = redact({ ...decided, options, voters: [], fallback: undefined, end: undefined }, redacted);
    expect(bare.options).toEqual(options);
    const labelled = [{ ...options[0]!, label: 'hunter2' }, options[1]!];
    expect(redact({ ...decided, options: labelled, voters: [], end: undefined }, redacted).options).toEqual(options);
  });
});

it('takes the same from what says something of it', () => {
  const { title, options, fallback } = decided;
  const voters = [{ participantId: 'bob', option: 'hunter2-monday', reason: 'It is free' }, { participantId: 'cyn' }];
  const view = { title, options, voters, fallback, text: 'hunter2', statement: 'hunter2', outcome: 'hunter2-monday' };
  const bare = withoutTexts(view);
  expect(JSON.stringify(bare)).not.toContain('hunter2');
  expect(bare).toMatchObject({ outcome: 'option-1', fallback: 'option-2' });
  expect(bare.voters).toEqual([{ participantId: 'bob', option: 'option-1', reason: 'It is free' }, { participantId: 'cyn' }]);
});

it('is only for who wrote the text, and the owner', () => {
  const person = (participantId: string, isOwner = false) => ({ participantId, isOwner }) as Participant;
  assertRedactable(decided, person('ada'), undefined);
  assertRedactable(decided, person('bob'), 'bob');
  for (const answerOf of [undefined, 'bob']) assertRedactable(decided, person('olga', true), answerOf);
  const refused = (...given: Parameters<typeof assertRedactable>) =>
    expect(() => assertRedactable(...given)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  refused(decided, person('bob'), undefined);
  refused(decided, person('ada'), 'bob');
});

it('has another step after every answer and its end', () => {
  const { end: _, ...open } = decided;
  const voters = open.voters.map((voter) => ({ ...voter, answer: { option: 'tuesday', at: 5 } }));
  expect(new Set([decided, open, { ...open, voters }].map(stepOf)).size).toBe(3);
});
