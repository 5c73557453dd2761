import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../test/scripted-artifact.ts';
import { json, refusal, scripted, unreachable, type Step } from '../../../test/scripted-fetch.ts';
import {
  ConflictError,
  ForbiddenError,
  LeaseLostError,
  Parley,
  Task,
  TaskClaimedError,
  type Evidence,
  type TaskView,
} from '../../index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const taskId = '5b1d4a1e-7a57-4c8f-9d7f-000000000003';
const bob = '5b1d4a1e-7a57-4c8f-9d7f-000000000004';
const open = { taskId, title: 'Check', state: 'open', attempt: 0, revision: 0 } as TaskView;
const claimed = { ...open, state: 'claimed', leaseId: 'l1', attempt: 1, text: 'All dates' };
const submitted = { ...open, state: 'submitted', attempt: 1, revision: 1, evidence: { note: 'Done' } };
const path = `/hub/space/${spaceId}/tasks`;

function serving(...steps: [Step, ...Step[]]) {
  const { fetch, requests } = scripted(...steps);
  const { tasks } = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId, key: 'k' });
  const sent = () =>
    Promise.all(
      requests.map(async (request) => {
        const { pathname, search } = new URL(request.url);
        const body = request.body ? ((await request.clone().json()) as object) : undefined;
        return [`${request.method} ${pathname.replace(path, '')}${search}`, body];
      }),
    );
  return { tasks, sent };
}

describe('a task', () => {
  test('is created for participants by id or name, listed and read', async () => {
    const participants = [{ participantId: bob, name: 'Bob', status: 'active' }];
    const answers = [
      json({ participants, artifacts: [] }),
      json({ ...open, to: [bob] }),
      json({ tasks: [open] }),
      json({ ...open, text: 'Long' }),
    ];
    const { tasks, sent } = serving(...(answers as [Step]));
    const task = await tasks.create({ title: 'Check', text: 'Long', for: 'Bob' });
    expect(task).toBeInstanceOf(Task);
    expect([task.id, task.state, task.isHeld]).toEqual([taskId, 'open', false]);
    expect(await tasks.list({ mine: true, state: 'all', limit: 2 })).toMatchObject([{ id: taskId }]);
    expect((await tasks.get(taskId)).text).toBe('Long');
    expect((await sent()).slice(1)).toEqual([
      ['POST ', { title: 'Check', text: 'Long', for: [bob] }],
      ['GET ?state=all&mine=true&limit=2', undefined],
      [`GET /${taskId}`, undefined],
    ]);
  });

  test('is verified as it was read, returned with a note, and cancelled', async () => {
    const { tasks, sent } = serving(
      json(submitted),
      json({ ...submitted, revision: 2, state: 'verified' }),
      json({ ...claimed, revision: 2, note: 'More' }),
      json({ ...open, state: 'cancelled' }),
    );
    const task = await tasks.get(taskId);
    await task.verify();
    expect(task.state).toBe('verified');
    await task.return('More');
    await task.cancel();
    expect((await sent()).slice(1)).toEqual([
      [`POST /${taskId}/verify`, { revision: 1 }],
      [`POST /${taskId}/return`, { note: 'More', revision: 2 }],
      [`POST /${taskId}/cancel`, undefined],
    ]);
  });

  test('that is claimed says who works on it, and until when; own work is forbidden', async () => {
    const until = '2026-01-31T12:05:00.000Z';
    const details = { claimedBy: bob, claimedByName: 'Bob', leaseExpiresAt: until };
    const { tasks } = serving(
      json(open),
      refusal(409, 'task_claimed', details),
      refusal(409, 'limit_reached'),
      json(submitted),
      refusal(403, 'own_work'),
    );
    const task = await tasks.get(taskId);
    const error = await refused(task.claim());
    expect(error).toBeInstanceOf(TaskClaimedError);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ name: 'TaskClaimedError', ...details });
    expect(await refused(task.claim())).toMatchObject({ name: 'ConflictError', code: 'limit_reached' });
    expect(await refused(task.verify())).toMatchObject({ name: 'TypeError' });
    await task.read();
    expect(await refused(task.verify())).toBeInstanceOf(ForbiddenError);
    expect(task.isHeld).toBe(false);
  });

  test.each([
    ['an unknown option', (task: Task) => task.claim({ leaseSecond: 3 } as object)],
    ['half a second', (task: Task) => task.claim({ leaseSeconds: 0.5 })],
    ['evidence that is a text', (task: Task) => task.submit('Done' as unknown as Evidence)],
    ['no note', (task: Task) => task.return(undefined as unknown as string)],
  ])('refuses %s before anything is sent', async (_, act) => {
    const { tasks, sent } = serving(json(open));
    const task = await tasks.get(taskId);
    expect(await refused(act(task))).toBeInstanceOf(TypeError);
    expect(await sent()).toHaveLength(1);
  });
});

describe('the lease of a claim', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const got = (...answers: Step[]) => serving(json(open), json(claimed), ...answers);
  async function taken(tasks: ReturnType<typeof serving>['tasks'], leaseSeconds = 10): Promise<Task> {
    const task = await tasks.get(taskId);
    await task.claim({ leaseSeconds });
    return task;
  }

  test('is renewed until the task is submitted, and no longer', async () => {
    const renewals = Array.from({ length: 8 }, () => json(claimed));
    const { tasks, sent } = got(...renewals.slice(0, 2), json(submitted));
    const task = await taken(tasks);
    expect([task.isHeld, task.text]).toEqual([true, 'All dates']);
    await vi.advanceTimersByTimeAsync(7_000);
    await task.submit({ note: 'Done' });
    expect([task.isHeld, task.state, task.text]).toEqual([false, 'submitted', 'All dates']);
    await vi.advanceTimersByTimeAsync(60_000);
    const renewed = [`POST /${taskId}/renew`, { leaseId: 'l1', leaseSeconds: 10 }];
    expect((await sent()).slice(1)).toEqual([
      [`POST /${taskId}/claim`, { leaseSeconds: 10 }],
      renewed,
      renewed,
      [`POST /${taskId}/submit`, { leaseId: 'l1', evidence: { note: 'Done' } }],
    ]);
    expect(task.signal.aborted).toBe(false);
  });

  test('is lost if it cannot be renewed in its duration, or somebody else has the task', async () => {
    for (const failing of [unreachable, refusal(409, 'task_claimed', { claimedBy: bob })]) {
      const { tasks } = got(failing);
      const task = await taken(tasks);
      await vi.advanceTimersByTimeAsync(11_000);
      expect([task.signal.aborted, task.isHeld]).toEqual([true, false]);
      expect(task.signal.reason).toBeInstanceOf(LeaseLostError);
      expect(await refused(task.submit({ note: 'Done' }))).toMatchObject({ message: 'The lease of the task was lost' });
    }
  });

  test('is taken up again after a restart, without its id, and released', async () => {
    const { tasks, sent } = serving(json(claimed), json(claimed), json(open));
    const task = await tasks.get(taskId);
    await task.resume();
    expect(task.isHeld).toBe(true);
    await task.release();
    expect(task.isHeld).toBe(false);
    expect((await sent()).slice(1)).toEqual([
      [`POST /${taskId}/renew`, { leaseSeconds: 300 }],
      [`POST /${taskId}/release`, { leaseId: 'l1' }],
    ]);
  });
});
