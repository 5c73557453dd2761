import { expect, it } from 'vitest';
import { notificationOf } from './notification.ts';

const spaceId = '5b0c9c1e-0000-4000-8000-000000000001';
const participantId = '8e4b1f70-0000-4000-8000-000000000002';
const queued = { type: 'delivery.queued', spaceId, participantId, deliveryId: 'd', messageId: 'm' } as const;
const trial = { type: 'wake.verify', spaceId, participantId } as const;
const at = Date.UTC(2026, 0, 31, 12);
const timestamp = '2026-01-31T12:00:00.000Z';
const taskId = `${spaceId}.${participantId}`;

it('of a delivery is a status update in 1.0: a reference without content', () => {
  const about = { version: '1.0', state: 'TASK_STATE_INPUT_REQUIRED', at, sequence: 4 } as const;
  expect(notificationOf(queued, about)).toEqual({
    statusUpdate: {
      taskId,
      contextId: spaceId,
      status: { state: 'TASK_STATE_INPUT_REQUIRED', timestamp },
      metadata: { event: 'delivery', sequence: 4, deliveryId: 'd', messageId: 'm' },
    },
  });
  expect(notificationOf({ ...queued, sequence: 3 }, about)).toMatchObject({ statusUpdate: { metadata: { sequence: 3 } } });
});

it('of a delivery is the task in 0.3, with the same reference', () => {
  expect(notificationOf(queued, { version: '0.3', state: 'TASK_STATE_INPUT_REQUIRED', at, sequence: 4 })).toEqual({
    kind: 'task',
    id: taskId,
    contextId: spaceId,
    status: { state: 'input-required', timestamp },
    metadata: { participantId, event: 'delivery', sequence: 4, deliveryId: 'd', messageId: 'm' },
  });
});

it('of a new configuration is the task in its current state, in both versions', () => {
  const about = { state: 'TASK_STATE_WORKING', at, sequence: undefined } as const;
  expect(notificationOf(trial, { ...about, version: '1.0' })).toEqual({
    task: { id: taskId, contextId: spaceId, status: { state: 'TASK_STATE_WORKING', timestamp }, metadata: { participantId } },
  });
  expect(notificationOf(trial, { ...about, version: '0.3' })).toMatchObject({ kind: 'task', status: { state: 'working' } });
});
