import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Head } from '../store/heads.ts';
import type { Listening } from '../store/notifier.ts';
import { coalescing, decode, postgresBus } from './bus.ts';

const head = (spaceId: string, sequence: number): Head => ({ spaceId, rev: sequence + 1, sequence, lastMs: 1_700_000_000_000 });
const uuid = (n: number) => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;
const quiet = () => new Promise(setImmediate);

function given() {
  const sent: { payload: string; done(): void; fail(error: Error): void }[] = [];
  const failures: unknown[] = [];
  const bus = coalescing(
    (payload) => new Promise<void>((done, fail) => sent.push({ payload, done, fail })),
    (error) => failures.push(error),
  );
  return { sent, failures, bus };
}

describe('notifications', () => {
  it('sent at the same moment travel together, with only the newest head of each space', async () => {
    const { sent, bus } = given();
    for (const each of [head('s', 1), head('t', 5), head('s', 2)]) bus.publish(each);
    await quiet();
    expect(sent.map(({ payload }) => decode(payload))).toEqual([[head('s', 2), head('t', 5)]]);
  });

  it('published while others are being sent go out with the next payload, and none is lost', async () => {
    const { sent, bus } = given();
    bus.publish(head('s', 1));
    await quiet();
    for (const sequence of [2, 3]) bus.publish(head('s', sequence));
    await quiet();
    expect(sent).toHaveLength(1);
    sent[0]!.done();
    await quiet();
    expect(decode(sent[1]!.payload)).toEqual([head('s', 3)]);
    sent[1]!.done();
    await quiet();
    bus.publish(head('s', 4));
    await quiet();
    expect(decode(sent[2]!.payload)).toEqual([head('s', 4)]);
  });

  it('fit into the payload limit of PostgreSQL, and all of them arrive', async () => {
    const { sent, bus } = given();
    const heads = Array.from({ length: 250 }, (_, i) => ({ ...head(uuid(i), Number.MAX_SAFE_INTEGER / 2 - 0.5), rev: 999_999 }));
    for (const each of heads) bus.publish(each);
    for (let i = 0; i < 3; i += 1) {
      await quiet();
      sent[i]!.done();
    }
    await bus.drained();
    expect(sent.flatMap(({ payload }) => decode(payload))).toEqual(heads);
    for (const { payload } of sent) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  });

  it('that cannot be sent are reported, and the next ones are sent', async () => {
    const { sent, failures, bus } = given();
    bus.publish(head('s', 1));
    await quiet();
    bus.publish(head('s', 2));
    sent[0]!.fail(new Error('down'));
    await quiet();
    expect(failures).toMatchObject([{ message: 'down' }]);
    expect(decode(sent[1]!.payload)).toEqual([head('s', 2)]);
  });

  it('are drained once all of them are sent', async () => {
    const { sent, bus } = given();
    await bus.drained();
    bus.publish(head('s', 1));
    let isDrained = false;
    const drained = bus.drained().then(() => (isDrained = true));
    await quiet();
    bus.publish(head('s', 2));
    sent[0]!.done();
    await quiet();
    expect(isDrained).toBe(false);
    sent[1]!.done();
    await drained;
  });

  it.each([
    ['all arrive', () => true, 0],
    ['one arrives by chance, as behind a pool of transactions', (check: number) => check === 1, 1],
    ['none arrives', () => false, 1],
  ])('of which %s: they are reported as lost once, or not at all', async (_, arrives, reports) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const deaf = vi.fn<() => void>();
    let deliver = (_payload: string) => {};
    const notify = async () => {};
    const open = async ({ hear }: Listening) => {
      deliver = (payload) => hear(payload, notify);
      return { notify, isListening: () => true, close: notify };
    };
    let sent = 0;
    const knock = async (_channel: string, payload: string) => {
      sent += 1;
      if (arrives(sent)) deliver(payload);
    };
    const bus = await postgresBus(open, () => {}, { failed: () => {}, deaf, knock });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(deaf).toHaveBeenCalledTimes(reports);
    expect(vi.getTimerCount()).toBe(0);
    await bus.close();
  });
});
