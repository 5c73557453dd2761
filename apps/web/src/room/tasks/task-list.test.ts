import { signal } from '@preact/signals';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Room } from '../../space/room.ts';
import { TaskList } from './task-list.ts';

test('is read again after every event of a task, every redaction and every reconnection, until the room ends', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const events = { ready: signal<object>(), task: signal<object>(), 'text-redacted': signal<object>() };
  const ended = signal<string>();
  const call = vi.fn<() => Promise<{ tasks: [] }>>(() => Promise.resolve({ tasks: [] }));
  vi.stubGlobal('localStorage', { getItem: () => null });
  const latest = (type: keyof typeof events) => events[type];
  const list = new TaskList({
    spaceId: 's',
    me: 'm',
    space: { call },
    latest,
    ended,
    isReader: signal(false),
  } as unknown as Room);
  onTestFinished(list.follow());
  const readings = async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    return call.mock.calls.length;
  };
  expect(await readings()).toBe(0);
  events.ready.value = {};
  expect(await readings()).toBe(1);
  events.task.value = {};
  expect(await readings()).toBe(2);
  events.ready.value = {};
  expect(await readings()).toBe(3);
  events['text-redacted'].value = {};
  expect(await readings()).toBe(4);
  ended.value = 'over';
  events.task.value = {};
  expect(await readings()).toBe(4);
});
