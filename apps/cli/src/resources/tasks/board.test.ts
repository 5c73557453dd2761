import type { TaskView } from '@parley/sdk';
import { expect, test } from 'vitest';
import { width } from '../../terminal/width.ts';
import { drawn } from './board.ts';

const task = (more: Partial<TaskView>): TaskView => ({
  taskId: '9e8f7a6b-7a57-4c8f-9d7f-000000000002',
  title: 'Check the dates '.repeat(12),
  state: 'open',
  createdBy: 'ada',
  createdByName: '日本語'.repeat(20),
  createdAt: '2026-01-31T12:00:00.000Z',
  attempt: 0,
  revision: 0,
  ...more,
});

test.each([200, 80, 40, 24])('no line is wider than a terminal of %d columns', (columns) => {
  const work = { claimedBy: 'bob', claimedByName: 'Bob\u001b[2J', leaseExpiresAt: '2026-01-31T12:05:00.000Z' };
  const all = [
    task({}),
    task({ title: 'x', for: ['bob', 'eve'] }),
    task({ ...work, state: 'claimed' }),
    task({ ...work, state: 'submitted', submittedAt: '2026-01-31T12:00:00.000Z' }),
    task({ title: '', state: 'cancelled', endedAt: '2026-01-31T12:00:00.000Z' }),
  ];
  const lines = drawn(all, (id) => id, columns).split('\n');
  expect(lines.filter((line) => line.includes('9e8f7a6b'))).toHaveLength(all.length);
  for (const line of lines) expect(width(line), line).toBeLessThanOrEqual(columns);
  expect(lines.join('')).not.toContain('\u001b[2J');
});
