import type { TaskView } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { standing, toRenew } from './claims.ts';

const now = Date.parse('2026-01-31T12:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const task = (more: Partial<TaskView>): TaskView => ({
  taskId: 't',
  title: 'Check the dates',
  state: 'claimed',
  createdBy: 'ada',
  createdByName: 'Ada',
  createdAt: inMinutes(-60),
  claimedBy: 'bob',
  leaseExpiresAt: inMinutes(5),
  attempt: 2,
  revision: 0,
  ...more,
});

describe('toRenew', () => {
  it('renews a claim of this browser when less than 50 minutes are left, also after it was returned', () => {
    expect(toRenew({ t: 2 }, [task({})], 'bob', now)).toHaveLength(1);
    expect(toRenew({ t: 2 }, [task({ note: 'One is a Sunday', revision: 1 })], 'bob', now)).toHaveLength(1);
    expect(toRenew({ t: 2 }, [task({ leaseExpiresAt: inMinutes(55) })], 'bob', now)).toEqual([]);
  });

  it('renews no claim of another program with the same key, of another participant, and nothing that is submitted', () => {
    for (const other of [task({ attempt: 3 }), task({ taskId: 'u' }), task({ claimedBy: 'cyn' }), task({ state: 'submitted' })])
      expect(toRenew({ t: 2 }, [other], 'bob', now)).toEqual([]);
  });
});

describe('standing', () => {
  it('keeps claims of what is worked on or submitted, and forgets the others', () => {
    const claims = { t: 2, u: 1, gone: 1 };
    const tasks = [task({ state: 'submitted' }), task({ taskId: 'u', attempt: 2 })];
    expect(standing(claims, tasks, 'bob')).toEqual({ t: 2 });
    expect(standing(claims, tasks, 'cyn')).toEqual({});
  });
});
