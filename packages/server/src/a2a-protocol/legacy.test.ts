import { expect, it } from 'vitest';
import { legacy } from './legacy.ts';
import type { Message, TaskState } from './protocol.ts';

const timestamp = '2026-01-31T12:00:00.000Z';
const said: Message = {
  messageId: 'm',
  role: 'ROLE_AGENT',
  parts: [{ text: 'Hi', mediaType: 'text/plain' }, { data: { a: 1 } }, { url: 'https://x/y.png', mediaType: 'image/png' }],
  metadata: { sequence: 4 },
};

it('parts, messages and tasks of 0.3 say their kind', () => {
  expect(legacy({ message: said })).toEqual({
    kind: 'message',
    messageId: 'm',
    role: 'agent',
    metadata: { sequence: 4 },
    parts: [
      { kind: 'text', text: 'Hi' },
      { kind: 'data', data: { a: 1 } },
      { kind: 'file', file: { uri: 'https://x/y.png', mimeType: 'image/png' } },
    ],
  });
  const task = {
    id: 't',
    contextId: 'c',
    status: { state: 'TASK_STATE_WORKING' as const, timestamp },
    artifacts: [{ artifactId: 'a', name: 'health', parts: [{ data: {} }] }],
    history: [{ ...said, role: 'ROLE_USER' as const, parts: [] }],
    metadata: {},
  };
  expect(legacy({ task })).toMatchObject({
    kind: 'task',
    status: { state: 'working', timestamp },
    artifacts: [{ parts: [{ kind: 'data' }] }],
    history: [{ kind: 'message', role: 'user' }],
  });
});

it.each<[TaskState, string, boolean]>([
  ['TASK_STATE_WORKING', 'working', false],
  ['TASK_STATE_INPUT_REQUIRED', 'input-required', false],
  ['TASK_STATE_AUTH_REQUIRED', 'auth-required', false],
  ['TASK_STATE_COMPLETED', 'completed', true],
  ['TASK_STATE_CANCELED', 'canceled', true],
  ['TASK_STATE_REJECTED', 'rejected', true],
])('%s is %s in 0.3, and final: %s', (state, name, final) => {
  const statusUpdate = { taskId: 't', contextId: 'c', status: { state, timestamp }, metadata: {} };
  expect(legacy({ statusUpdate })).toMatchObject({ kind: 'status-update', status: { state: name }, final });
});
