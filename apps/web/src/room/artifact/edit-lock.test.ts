import { LockedError, NetworkError } from '@parley/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EditLock } from './edit-lock.ts';

const minuteMs = 60_000;

const locked = () => new LockedError('Bob holds the lock', { status: 423, code: 'locked' });

function artifact() {
  const result = async () => ({ lockedBy: 'me', lockExpiresAt: new Date(Date.now() + 10 * minuteMs).toISOString() });
  const unlocked = async () => ({});
  return {
    lock: vi.fn<typeof result>(result),
    heartbeat: vi.fn<typeof result>(result),
    unlock: vi.fn<typeof unlocked>(unlocked),
  };
}

const lockOf = (fake: ReturnType<typeof artifact>) => new EditLock(fake as never);

describe('the lock of an editor', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is renewed every minute until it is released', async () => {
    const fake = artifact();
    const lock = lockOf(fake);
    await lock.take();
    await vi.advanceTimersByTimeAsync(3 * minuteMs + 1);
    expect(fake.heartbeat).toHaveBeenCalledTimes(3);
    expect(lock.expiresAt.value).toBe(Date.now() - 1 + 10 * minuteMs);
    await lock.release();
    expect(fake.unlock).toHaveBeenCalledOnce();
    const { length } = fake.heartbeat.mock.calls;
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    expect(fake.heartbeat).toHaveBeenCalledTimes(length);
  });

  it('is lost when a heartbeat is refused', async () => {
    const fake = artifact();
    const lock = lockOf(fake);
    await lock.take();
    fake.heartbeat.mockRejectedValue(locked());
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect([lock.state.value, lock.refusal.value]).toEqual(['lost', 'Bob holds the lock']);
    await lock.release();
    expect(fake.unlock).not.toHaveBeenCalled();
  });

  it('is not lost when a heartbeat does not get through', async () => {
    const fake = artifact();
    const lock = lockOf(fake);
    await lock.take();
    fake.heartbeat.mockRejectedValueOnce(new NetworkError('offline'));
    await vi.advanceTimersByTimeAsync(minuteMs + 5_000);
    expect(lock.state.value).toBe('held');
    expect(fake.heartbeat).toHaveBeenCalledTimes(2);
  });

  it('is released if the editor was closed while it was taken', async () => {
    const fake = artifact();
    const lock = lockOf(fake);
    const taking = lock.take();
    await lock.release();
    await taking;
    expect(fake.unlock).toHaveBeenCalledOnce();
  });

  it('does not unlock what somebody else has taken since', async () => {
    const fake = artifact();
    const lock = lockOf(fake);
    await lock.take();
    fake.heartbeat.mockRejectedValue(locked());
    await lock.release();
    expect(fake.unlock).not.toHaveBeenCalled();
  });

  it('says that another participant holds it', async () => {
    const fake = artifact();
    fake.lock.mockRejectedValue(locked());
    const lock = lockOf(fake);
    await lock.take();
    expect(lock.state.value).toBe('busy');
  });
});
