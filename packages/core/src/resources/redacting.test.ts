import { describe, expect, it } from 'vitest';
import type { Fact } from '../kernel/facts.ts';
import { repeatingFacts, withoutTextsOf } from './redacting.ts';

const redacted = { by: 'ada', at: '2026-01-31T12:00:00.000Z' };

const message: Fact = {
  event: 'message',
  body: {
    ...{ id: 'm', senderId: 'ada', senderName: 'Ada', isOwner: false, type: 'text' },
    content: 'I created the task "hunter2" for you',
    taskId: 't',
  },
};

const task: Fact = {
  event: 'task',
  body: {
    ...{ taskId: 't', title: 'hunter2', action: 'submitted', state: 'submitted', createdBy: 'ada', actorId: 'bob' },
    evidence: { note: 'hunter3' },
  },
};

const decision: Fact = {
  event: 'decision',
  body: {
    ...{ decisionId: 'd', title: 'hunter2', action: 'ended', state: 'decided', openedBy: 'ada', actorId: 'bob' },
    tally: [
      { option: 'hunter3', count: 1 },
      { option: 'later', count: 0 },
    ],
    option: 'hunter3',
    outcome: 'hunter3',
  },
};

describe('withoutTextsOf', () => {
  it('takes from each kind of fact what it repeats of a thing', () => {
    expect(repeatingFacts).toEqual(['message', 'task', 'decision']);
    expect(withoutTextsOf(message, 'taskId', 't', redacted)!.body).toMatchObject({ id: 'm', content: '', taskId: 't', redacted });
    expect(withoutTextsOf(task, 'taskId', 't', redacted)!.body).toMatchObject({ title: 'Deleted', evidence: {} });
    expect(withoutTextsOf(decision, 'decisionId', 'd', redacted)!.body).toMatchObject({
      title: 'Deleted',
      tally: [
        { option: 'option-1', count: 1 },
        { option: 'option-2', count: 0 },
      ],
      option: 'option-1',
      outcome: 'option-1',
    });
    for (const [fact, field, id] of [
      [message, 'taskId', 't'],
      [task, 'taskId', 't'],
      [decision, 'decisionId', 'd'],
    ] as const)
      expect(JSON.stringify(withoutTextsOf(fact, field, id, redacted))).not.toContain('hunter');
  });

  it('leaves what is about something else, or has been redacted already', () => {
    for (const fact of [message, task, decision]) expect(withoutTextsOf(fact, 'taskId', 'other', redacted)).toBeUndefined();
    expect(withoutTextsOf(task, 'decisionId', 't', redacted)).toBeUndefined();
    const erased = withoutTextsOf(message, 'taskId', 't', { at: redacted.at })!;
    expect(withoutTextsOf(erased, 'taskId', 't', redacted)).toBeUndefined();
  });
});
