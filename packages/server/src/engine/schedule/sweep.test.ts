import { defaultLimits } from '@parley/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Due } from '../store/due.ts';
import { noMeter } from '../observe/meter.ts';
import { noPresence } from '../stream/presence.fixture.ts';
import { upkeepOf } from '../../resources/index.ts';
import { startSweep } from './sweep.ts';
import { toldOf } from './upkeep.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** Stores with nothing to do, except for what is given. */
function given(found: Record<string, Record<string, unknown>> = {}, due: string[] = [], write = async (_: string) => {}) {
  const store = (name: string, functions: Record<string, unknown>) => ({ ...functions, ...found[name] });
  const written: string[] = [];
  const find = vi.fn<(ids: string[]) => Promise<never[]>>(async () => []);
  const failed = vi.fn<(error: unknown) => void>();
  const committer = {
    write: (async (spaceId: string) => {
      await write(spaceId);
      written.push(spaceId);
      return { outcome: undefined };
    }) as never,
  };
  const options = {
    committer,
    limits: defaultLimits,
    meter: noMeter,
    stateOf: async () => undefined,
    sweepMs: 60_000,
    now: Date.now,
    failed,
  };
  const stores = {
    artifacts: store('artifacts', { spacesWithLocksDue: async () => [] }),
    versions: { beyond: async () => [] },
    tasks: { spacesWithLeasesDue: async () => [] },
    decisions: { spacesDue: async () => [], spacesLeft: async () => [] },
    deliveries: store('deliveries', {
      spacesWithLeasesDue: async () => [],
      spacesWithAbandoned: async () => [],
      lapsed: async () => [],
      abandoned: async () => [],
      dropLeases: async () => 0,
    }),
    files: { spacesWithUploadsDue: async () => [], removed: async () => [], removeExpiredLinks: async () => 0 },
    fileBytes: {},
    links: { removeExpired: async () => 0 },
    webhooks: { removeExpired: async () => 0 },
    accounts: { removeExpired: async () => 0 },
  };
  const upkeep = upkeepOf(stores as never, options);
  const sweep = startSweep({
    ...options,
    heads: store('heads', { find, expired: async () => [] }) as never,
    records: store('idempotency', { removeExpired: async () => 0 }) as never,
    spaces: store('spaces', { endedBefore: async () => [], purge: async () => false }) as never,
    upkeep,
    feed: { watched: ['followed'], due: () => due, notify: () => {}, notePresent: () => {}, checkReach: async () => {} },
    presence: noPresence,
    retentionDays: 30,
  });
  const left = (spaceId: string) => {
    for (const tell of toldOf(upkeep).get('participant-status')!) tell(spaceId, '{"status":"left"}');
  };
  return { sweep, find, failed, written, left };
}

const spaces = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ spaceId: `s${from + i}`, dueAt: from + i }));

/** Answers like the store: up to the limit, earliest first, after the given one. */
const pages =
  (due: () => Due[]) =>
  async (_: number, limit: number, { dueAt: since }: Due): Promise<Due[]> =>
    due()
      .filter(({ dueAt }) => dueAt > since)
      .slice(0, limit);

describe('the sweep', () => {
  it('repairs notifications and records what is overdue in followed spaces while expiry, locks, deletion and purging never finish', async () => {
    const { find, written } = given(
      {
        heads: { expired: never },
        artifacts: { spacesWithLocksDue: never },
        idempotency: { removeExpired: never },
        spaces: { endedBefore: never },
      },
      ['followed'],
    );
    await seconds(5);
    expect(find.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(written.length).toBeGreaterThanOrEqual(10);
  });

  it('leaves a space alone for ever longer that cannot be written, and the others do not wait for it', async () => {
    const due = [...spaces(0, 1), ...spaces(1, 1)];
    const tries: string[] = [];
    const { written } = given({ heads: { expired: pages(() => due) } }, [], async (spaceId) => {
      tries.push(spaceId);
      if (spaceId !== 's0') return;
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      throw new Error('contradicting rows');
    });
    await seconds(120);
    expect(tries.filter((each) => each === 's0').length).toBeLessThan(7);
    expect(written.length).toBeGreaterThan(95);
  });

  it('continues without a pause while there is more, and leaves what does not shrink to the next round', async () => {
    let left = spaces(0, 250);
    const { written, sweep } = given({
      heads: { expired: async (_: number, limit: number) => left.splice(0, limit) },
      artifacts: { spacesWithLocksDue: pages(() => spaces(1_000, 200)) },
    });
    await seconds(1);
    expect(written.filter((spaceId) => spaceId.length < 5)).toHaveLength(250);
    expect(written.filter((spaceId) => spaceId.length === 5)).toHaveLength(200);
    left = [];
    await sweep.stop();
  });

  it.each([1, 100, 250])('records what is overdue in all others even if the %i oldest cannot be written', async (stuck) => {
    const done = new Set<string>();
    const all = spaces(0, 500);
    const due = pages(() => all.filter(({ spaceId }) => !done.has(spaceId)));
    const write = async (spaceId: string) => {
      if (Number(spaceId.slice(1)) < stuck) throw new Error(`${spaceId} is stuck`);
    };
    const { written, failed, sweep } = given({ heads: { expired: due }, artifacts: { spacesWithLocksDue: due } }, [], write);
    await seconds(1);
    expect(new Set(written).size).toBe(500 - stuck);
    expect(failed.mock.calls.length).toBeGreaterThanOrEqual(stuck);
    for (const spaceId of written) done.add(spaceId);
    await sweep.stop();
  });

  it('records what is overdue in followed spaces even if one of them never finishes', async () => {
    const due = ['slow'];
    const { written, sweep } = given({}, due, (spaceId) => (spaceId === 'slow' ? never() : Promise.resolve()));
    await seconds(1);
    due.push('late');
    await seconds(1);
    expect(new Set(written)).toEqual(new Set(['late']));
    await sweep.stop();
  });

  it('purges everything, portion by portion, soon after the start', async () => {
    let ended = spaces(0, 250);
    const portions = new Map<string, number>();
    const purge = async (spaceId: string) => {
      portions.set(spaceId, (portions.get(spaceId) ?? 0) + 1);
      const isMore = portions.get(spaceId)! < 3;
      if (!isMore) ended = ended.filter((space) => space.spaceId !== spaceId);
      return isMore;
    };
    const { sweep } = given({ spaces: { endedBefore: async () => ended.slice(0, 100), purge } });
    await seconds(2);
    expect(ended).toEqual([]);
    expect([...portions.values()]).toEqual(Array.from({ length: 250 }, () => 3));
    await sweep.stop();
  });

  it('records expired leases of deliveries in every space that is due, even if one never finishes reading', async () => {
    const lapsed = async (spaceId: string) => (spaceId === 's0' ? never() : [{ deliveryId: 'd' }]);
    const { written } = given({ deliveries: { spacesWithLeasesDue: pages(() => spaces(0, 100)), lapsed } });
    await seconds(2);
    expect(new Set(written).size).toBe(99);
  });

  it('expires the deliveries of a space soon after a departure, and only once', async () => {
    const read = vi.fn<(spaceId: string) => Promise<object[]>>(async () => [{ deliveryId: 'd' }]);
    const { sweep, written, left } = given({ deliveries: { abandoned: read } });
    for (let i = 0; i < 3; i += 1) left('space');
    await seconds(0.5);
    expect(written).toEqual(['space']);
    await seconds(5);
    expect(read).toHaveBeenCalledTimes(1);
    await sweep.stop();
  });

  it('finds a departure whose process crashed within a second of a start, and within a minute otherwise', async () => {
    let forgotten = ['before'];
    const looked: number[] = [];
    const { sweep, written } = given({
      deliveries: {
        spacesWithAbandoned: async (since: number) => {
          looked.push(since);
          return forgotten.splice(0);
        },
        abandoned: async () => [{ deliveryId: 'd' }],
      },
    });
    await seconds(1);
    expect(written).toEqual(['before']);
    forgotten = Array.from({ length: 250 }, (_, i) => `s${i}`);
    await seconds(60);
    expect(written).toHaveLength(251);
    expect(looked[0]).toBeLessThanOrEqual(0);
    // Later, only what is new.
    expect(looked[1]).toBeGreaterThan(Date.now() - 15 * 60_000);
    await sweep.stop();
  });

  it('reports failures and tries again, and leaves no timer when it is stopped', async () => {
    const { sweep, failed } = given({ heads: { expired: () => Promise.reject(new Error('down')) } });
    await seconds(3);
    expect(failed.mock.calls.length).toBeGreaterThanOrEqual(2);
    await sweep.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
