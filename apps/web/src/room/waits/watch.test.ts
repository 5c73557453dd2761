import { ForbiddenError, KeyError, NetworkError, NotFoundError, RateLimitError, ServerError } from '@parley/sdk';
import { signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { watch } from './watch.ts';
import { lookInto } from './waiting.ts';
import { forgetColours } from '../../text/colours/colours.ts';

vi.mock('./waiting.ts', () => ({
  forget: vi.fn<() => void>(),
  lookInto: vi.fn<() => Promise<void>>(),
  waiting: { value: new Map() },
  waitsAfter: ['ready'],
}));

vi.mock('../../text/colours/colours.ts', () => ({ forgetColours: vi.fn<() => void>() }));

const looked = vi.mocked(lookInto);
const ready = signal<object>({});
const [erased, never] = [signal<object | undefined>(undefined), signal(undefined)];
const latest: Record<string, unknown> = { ready, 'message-redacted': erased };
const room = {
  spaceId: 's',
  participants: signal([{ participantId: 'p', status: 'active' }]),
  ended: signal<string | undefined>(undefined),
  waiting: signal(0),
  latest: (type: string) => latest[type] ?? never,
};
const minute = 60_000;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  looked.mockReset().mockResolvedValue();
  stop = watch(room as never);
  return () => {
    stop();
    vi.useRealTimers();
  };
});

/** When each look began, in milliseconds from now on, if each fails that has an error. */
async function looks(...errors: Error[]): Promise<number[]> {
  const [start, times] = [Date.now(), [] as number[]];
  looked.mockImplementation(async () => {
    times.push(Date.now() - start);
    const error = errors.shift();
    if (error) throw error;
  });
  await vi.advanceTimersByTimeAsync(minute);
  return times;
}

it('looks again after each failure of the service, after longer and longer pauses, and not after it succeeded', async () => {
  const failure = new ServerError('failed', { status: 500 });
  const lost = new NetworkError('lost');
  expect(await looks(failure, lost, failure, lost, lost, lost)).toEqual([500, 1_500, 3_500, 7_500, 15_500, 23_500, 31_500]);
});

it('waits as long as the service asks', async () => {
  const busy = new RateLimitError('too much', { status: 429, retryAfterMs: 20_000 });
  expect(await looks(busy)).toEqual([500, 20_500]);
});

it.each([new KeyError('revoked'), new ForbiddenError('muted'), new NotFoundError('gone')])(
  'does not ask again after %s, until the next event',
  async (refusal) => {
    expect(await looks(refusal)).toEqual([500]);
    ready.value = {};
    expect(await looks()).toEqual([500]);
  },
);

it('asks no more once the room is closed', async () => {
  looked.mockRejectedValue(new NetworkError('lost'));
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(minute);
  expect(looked).toHaveBeenCalledTimes(1);
});

it('forgets the colours of all code after a message was erased, also if the room is closed then', async () => {
  await vi.advanceTimersByTimeAsync(minute);
  expect(forgetColours).not.toHaveBeenCalled();
  erased.value = {};
  stop();
  await vi.advanceTimersByTimeAsync(minute);
  await vi.waitFor(() => expect(forgetColours).toHaveBeenCalledOnce());
});
