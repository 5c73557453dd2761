import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, nothing, refusal, scripted, silent, unreachable, type Step } from '../../../test/scripted-fetch.ts';
import { LeaseLostError, Parley, type DeliveriesOptions, type Delivery } from '../../index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const view = { deliveryId: 'd1', participantId: 'p1', leaseId: 'l1', state: 'claimed', attempt: 1 };
const claim = json({ delivery: view, message: { id: 'm1', content: 'Ready?' } });
const none = json({ delivery: null });
const lost = refusal(409, 'lease_lost');
const paused = refusal(409, 'paused');

/** A service whose answer to each request depends on what is requested; the last answer to a kind is repeated. */
function serving(answers: Record<string, [Step, ...Step[]]>) {
  const counts: Record<string, number> = {};
  const kindOf = (request: Request) => new URL(request.url).pathname.split('/').at(-1)!;
  const answer: Step = (request) => {
    const kind = kindOf(request);
    const steps = answers[kind] ?? [silent];
    const count = (counts[kind] = (counts[kind] ?? 0) + 1);
    return (steps[count - 1] ?? steps.at(-1)!)(request);
  };
  const { fetch, requests } = scripted(answer);
  const space = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId, key: 'k' });
  return { space, sent: (kind: string) => requests.filter((request) => kindOf(request) === kind) };
}

/** Lets time pass until the first delivery is there. */
async function first(source: AsyncGenerator<Delivery, void, undefined>, ms = 0): Promise<Delivery> {
  const next = source.next();
  await vi.advanceTimersByTimeAsync(ms);
  return (await next).value as Delivery;
}

const bodies = (requests: readonly Request[]) => Promise.all(requests.map((request) => request.clone().json()));
const options: DeliveriesOptions = { leaseSeconds: 10 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a paused space', () => {
  test('makes a claim wait until it is resumed', async () => {
    const { space, sent } = serving({ claim: [paused, paused, claim], renew: [json(view)] });
    const delivery = await first(space.deliveries(options), 10_000);
    expect(delivery.id).toBe('d1');
    expect(sent('claim')).toHaveLength(3);
  });

  test('makes the end of a delivery wait too, whose lease is renewed meanwhile', async () => {
    const { space, sent } = serving({
      claim: [claim, none],
      renew: [json(view)],
      settle: [paused, paused, json({ ...view, state: 'done' })],
    });
    const source = space.deliveries(options);
    await first(source);
    void source.next();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent('settle')).toHaveLength(3);
    expect(sent('renew').length).toBeGreaterThan(0);
  });

  test('ends the wait for a claim when its signal is aborted', async () => {
    const { space } = serving({ claim: [paused] });
    const stop = new AbortController();
    const next = space.deliveries({ ...options, signal: stop.signal }).next();
    await vi.advanceTimersByTimeAsync(3_000);
    stop.abort();
    expect((await next).done).toBe(true);
  });
});

describe('a lease', () => {
  test('is renewed for as long as the body runs, and no longer', async () => {
    const { space, sent } = serving({ claim: [claim, none], renew: [json(view)], settle: [json({ ...view, state: 'done' })] });
    const source = space.deliveries(options);
    const delivery = await first(source);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent('renew').length).toBeGreaterThanOrEqual(17);
    expect((await bodies(sent('renew'))).every((body) => body.leaseId === 'l1' && body.leaseSeconds === 10)).toBe(true);
    expect(delivery.signal.aborted).toBe(false);
    const count = sent('renew').length;
    void source.next();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await bodies(sent('settle'))).toEqual([{ outcome: 'acknowledged', leaseId: 'l1' }]);
    expect(sent('renew')).toHaveLength(count);
  });

  test('is lost when it could not be renewed in its duration', async () => {
    const { space } = serving({ claim: [claim], renew: [json(view), unreachable] });
    const delivery = await first(space.deliveries(options));
    // Renewed after 3.3 seconds, so it lasts for 13.3.
    await vi.advanceTimersByTimeAsync(13_000);
    expect(delivery.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(delivery.signal.reason).toBeInstanceOf(LeaseLostError);
    expect(delivery.isHeld).toBe(false);
  });

  test('is lost when this machine slept for longer', async () => {
    const { space, sent } = serving({ claim: [claim], renew: [lost] });
    const delivery = await first(space.deliveries(options));
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(3_400);
    expect(delivery.signal.aborted).toBe(true);
    await expect(delivery.reply('Late')).rejects.toThrow(LeaseLostError);
    expect(sent('messages')).toEqual([]);
  });

  test('survives a short outage', async () => {
    const { space } = serving({ claim: [claim], renew: [unreachable, refusal(503), json(view)] });
    const delivery = await first(space.deliveries(options));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(delivery.signal.aborted).toBe(false);
  });
});

describe('a claim', () => {
  test('whose answer was lost is repeated with the same Idempotency-Key', async () => {
    const { space, sent } = serving({ claim: [unreachable, refusal(503), claim], renew: [json(view)] });
    const delivery = await first(space.deliveries(), 5_000);
    expect(delivery.message.content).toBe('Ready?');
    const keys = sent('claim').map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  test('that took long is dropped if its lease has expired meanwhile', async () => {
    const outage = Array.from({ length: 5 }, () => refusal(503));
    const other = json({ delivery: { ...view, deliveryId: 'd2' }, message: { id: 'm2', content: 'Next' } });
    const { space } = serving({ claim: [none, ...outage, claim, other], deliveries: [json(nothing)], renew: [lost, json(view)] });
    const delivery = await first(space.deliveries(options), 60_000);
    expect(delivery.message.content).toBe('Next');
  });

  test('that took long is kept if it holds its lease', async () => {
    const outage = Array.from({ length: 5 }, () => refusal(503));
    const { space, sent } = serving({ claim: [none, ...outage, claim], deliveries: [json(nothing)], renew: [json(view)] });
    const delivery = await first(space.deliveries(options), 60_000);
    expect([delivery.id, delivery.signal.aborted]).toEqual(['d1', false]);
    expect(sent('renew').length).toBeGreaterThan(0);
  });

  test('that is on its way when the signal is aborted is released', async () => {
    const slow: Step = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return claim(request);
    };
    const { space, sent } = serving({ claim: [slow], release: [json(view)] });
    const stop = new AbortController();
    const next = space.deliveries({ signal: stop.signal }).next();
    await vi.advanceTimersByTimeAsync(500);
    stop.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await bodies(sent('release'))).toEqual([{ leaseId: 'l1' }]);
  });

  test('that is not answered does not hold up the end for long', async () => {
    const { space } = serving({ claim: [silent] });
    const stop = new AbortController();
    const next = space.deliveries({ signal: stop.signal }).next();
    stop.abort();
    await vi.advanceTimersByTimeAsync(5_100);
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe('a reply', () => {
  test('that was stored is no lost lease, although its answer comes late', async () => {
    const stored = json({ ...nothing, messageId: 'm2' });
    const { space, sent } = serving({ claim: [claim], messages: [silent, stored], renew: [lost] });
    const delivery = await first(space.deliveries(options));
    const reply = delivery.reply('Yes', { timeoutMs: 8_000 });
    await vi.advanceTimersByTimeAsync(9_900);
    expect(await reply).toMatchObject({ messageId: 'm2' });
    expect([delivery.signal.aborted, delivery.isHeld]).toEqual([false, false]);
    expect(new Set(sent('messages').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  test('that is not awaited settles the delivery before the loop goes on', async () => {
    const { space, sent } = serving({ claim: [claim, none], messages: [json({ ...nothing, messageId: 'm2' })], settle: [lost] });
    for await (const delivery of space.deliveries(options)) {
      void delivery.reply('Yes');
      break;
    }
    expect([sent('messages').length, sent('release').length, sent('settle').length]).toEqual([1, 0, 0]);
  });
});
