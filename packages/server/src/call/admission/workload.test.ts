import { statusOf } from '@parley/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Workload } from './workload.ts';

async function during<Result>(workload: Workload, work: () => Promise<Result>): Promise<Result> {
  workload.begin();
  try {
    return await work();
  } finally {
    workload.end();
  }
}

function given(most: number) {
  let refusals = 0;
  const workload = new Workload({ most, refused: () => (refusals += 1) });
  /** A piece of work that ends when it is told. */
  const begin = () => {
    let end = (_error?: Error): void => {};
    const work = new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())));
    const done = during(workload, () => work).catch((error: unknown) => error);
    return { end, done };
  };
  return { workload, begin, refusals: () => refusals };
}

describe('the calls that a process works on', () => {
  it('are too many from the limit on, until one has an answer, also if that is a refusal', async () => {
    const { workload, begin } = given(2);
    const [first, second] = [begin(), begin()];
    expect(workload.isFull).toBe(true);
    first.end(new Error('refused'));
    await first.done;
    expect(workload.isFull).toBe(false);
    second.end();
    await second.done;
    expect(workload.isFull).toBe(false);
  });

  it('are refused with 503, counted, and told to come back at different times', () => {
    const { workload, refusals } = given(1);
    const all = Array.from({ length: 200 }, () => workload.refusal());
    const waits = all.map(({ details }) => details.retryAfter!);
    expect(new Set(all.map((refusal) => `${refusal.code} ${statusOf(refusal)}`))).toEqual(new Set(['overloaded 503']));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10);
    expect(new Set(waits).size).toBeGreaterThan(3);
    expect(refusals()).toBe(200);
  });

  it('do not count while they wait', async () => {
    const { workload } = given(1);
    let [arrive, end] = [() => {}, () => {}];
    const event = new Promise<void>((resolve) => (arrive = resolve));
    const rest = new Promise<void>((resolve) => (end = resolve));
    const poll = during(workload, async () => {
      await workload.aside(() => event);
      await rest;
    });
    expect(workload.isFull).toBe(false);
    arrive();
    await event;
    await Promise.resolve();
    expect(workload.isFull).toBe(true);
    end();
    await poll;
    expect(workload.isFull).toBe(false);
  });

  it('are bounded even if they were all let in before the first of them began', async () => {
    const { begin, refusals } = given(3);
    const all = Array.from({ length: 10 }, () => begin());
    for (const { end } of all) end();
    const outcomes = await Promise.all(all.map(({ done }) => done));
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome !== undefined)).toMatchObject(
      Array.from({ length: 4 }, () => ({ code: 'overloaded' })),
    );
    expect(refusals()).toBe(4);
  });

  it('are counted exactly, in whatever order they begin, wait and end', async () => {
    const step = fc.record({ ends: fc.nat(), fails: fc.boolean(), begins: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { workload, begin } = given(4);
        const running: ReturnType<typeof begin>[] = [];
        for (const { begins, ends, fails } of steps) {
          if (begins) {
            if (running.length < 8) running.push(begin());
          } else if (running.length > 0) {
            const [one] = running.splice(ends % running.length, 1);
            one!.end(fails ? new Error('refused') : undefined);
            await one!.done;
          }
          expect(workload.isFull).toBe(running.length >= 4);
        }
        for (const { end } of running) end();
        await Promise.all(running.map(({ done }) => done));
        expect(workload.isFull).toBe(false);
      }),
    );
  });
});
