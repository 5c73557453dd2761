import type { TaskView } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { byConcern, concerns, stepsOf, type Person } from './step.ts';

const task = (more: Partial<TaskView>): TaskView => ({
  taskId: 't',
  title: 'Check the dates',
  state: 'open',
  createdBy: 'ada',
  createdByName: 'Ada',
  createdAt: '2026-01-31T12:00:00.000Z',
  attempt: 0,
  revision: 0,
  ...more,
});
const person = (me: string, more: Partial<Person> = {}): Person => ({ me, isOwner: false, isSilent: false, ...more });
const [ada, bob, cyn] = ['ada', 'bob', 'cyn'].map((me) => person(me)) as [Person, Person, Person];
const owner = person('olga', { isOwner: true });
const claimed = task({ state: 'claimed', claimedBy: 'bob' });
const submitted = task({ state: 'submitted', claimedBy: 'bob' });

describe('stepsOf', () => {
  it('lets everybody claim an open task, and its creator and the owner cancel it', () => {
    expect([ada, bob, owner].map((each) => stepsOf(task({}), each))).toEqual([
      ['claim', 'cancel', 'redact'],
      ['claim'],
      ['claim', 'cancel', 'redact'],
    ]);
  });

  it('lets only who works on a task submit and release it', () => {
    expect([ada, bob, cyn].map((each) => stepsOf(claimed, each))).toEqual([['cancel', 'redact'], ['submit', 'release'], []]);
  });

  it('lets the creator and the owner verify and return it, never who did the work', () => {
    const verifies = ['verify', 'return', 'cancel', 'redact'];
    expect([ada, owner, bob, cyn].map((each) => stepsOf(submitted, each))).toEqual([verifies, verifies, [], []]);
    expect(stepsOf({ ...submitted, createdBy: 'bob' }, bob)).toEqual(['cancel', 'redact']);
    expect(stepsOf({ ...submitted, claimedBy: 'olga' }, owner)).toEqual(['cancel', 'redact']);
  });

  it('offers for a task that has ended only to delete its texts, and nothing to who may not write', () => {
    for (const state of ['verified', 'cancelled'] as const) {
      expect([owner, bob].map((each) => stepsOf(task({ state }), each))).toEqual([['redact'], []]);
      expect(stepsOf(task({ state, redacted: { at: '2026-01-31T12:00:00.000Z' } }), owner)).toEqual([]);
    }
    for (const each of [task({}), claimed, submitted]) expect(stepsOf(each, { ...owner, isSilent: true })).toEqual([]);
  });
});

describe('concerns', () => {
  it('is what somebody works on, has to verify, or what is meant for them', () => {
    expect([ada, bob, cyn].map((each) => concerns(claimed, each))).toEqual([false, true, false]);
    expect([ada, bob, cyn].map((each) => concerns(submitted, each))).toEqual([true, false, false]);
    expect([ada, bob, cyn].map((each) => concerns(task({ for: ['cyn'] }), each))).toEqual([false, false, true]);
    expect(concerns(task({ for: ['bob'], state: 'verified' }), bob)).toBe(false);
  });

  it('comes first in a list, which otherwise keeps its order', () => {
    const tasks = [task({ taskId: '3' }), submitted, task({ taskId: '2' }), { ...claimed, taskId: '1' }];
    expect(byConcern(tasks, bob).map(({ taskId }) => taskId)).toEqual(['1', '3', 't', '2']);
  });
});
