import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sighting } from './presence.ts';
import { Presence } from './presence.ts';

const start = 1_800_000_000_000;

/** Processes with one clock and one database, in which `participants` have joined spaces of the same names. */
function given(participants: readonly string[] = ['ada'], spaceIds: readonly string[] = ['s']) {
  const world = { now: start, isDown: false };
  const rows = new Map<string, number>();
  const written: (readonly Sighting[])[] = [];
  const failures: unknown[] = [];
  let reads = 0;
  const assertUp = () => {
    if (world.isDown) throw new Error('the database is down');
  };
  const process = () =>
    new Presence({
      async find(ids) {
        assertUp();
        reads += 1;
        const inSpace = (spaceId: string) => (spaceIds.includes(spaceId) ? participants : []);
        const seenIn = (spaceId: string) =>
          inSpace(spaceId).map((participantId) => ({
            participantId,
            at: rows.get(`${spaceId} ${participantId}`) ?? null,
            wakeAnsweredAt: null,
          }));
        return ids.map((spaceId) => ({ spaceId, seen: seenIn(spaceId) }));
      },
      async store(sightings) {
        assertUp();
        written.push(sightings.map(({ spaceId, participantId, at }) => ({ spaceId, participantId, at })));
        for (const { spaceId, participantId, at } of sightings) {
          const id = `${spaceId} ${participantId}`;
          rows.set(id, Math.max(rows.get(id) ?? 0, at));
        }
      },
      liveMs: 60_000,
      now: () => world.now,
      failed: (error) => failures.push(error),
    });
  const seen = async (presence: Presence, participantId = 'ada') => (await presence.of('s')).lastSeenAt(participantId);
  return { world, process, rows, written, failures, seen, reads: () => reads };
}

describe('presence', () => {
  it('writes a participant at most once per 30 seconds, however many requests it makes', async () => {
    const { world, process, written } = given();
    const presence = process();
    for (let s = 0; s < 300; s += 1) {
      for (let request = 0; request < 5; request += 1) presence.note('s', 'ada');
      await presence.store();
      world.now += 1_000;
    }
    const at = written.flat().map(({ at }) => at - start);
    expect(at).toEqual([0, 30_000, 60_000, 90_000, 120_000, 150_000, 180_000, 210_000, 240_000, 270_000]);
  });

  it('writes nothing while nobody makes a request', async () => {
    const { world, process, written, seen } = given();
    const presence = process();
    presence.note('s', 'ada');
    for (let s = 0; s < 300; s += 1) {
      await presence.store();
      await seen(presence);
      world.now += 1_000;
    }
    expect(written).toEqual([[{ spaceId: 's', participantId: 'ada', at: start }]]);
  });

  it('stores the last request within 30 seconds, so that all processes agree when the participant stops being live', async () => {
    const { world, process, rows } = given();
    const presence = process();
    presence.note('s', 'ada');
    await presence.store();
    world.now += 12_345;
    presence.note('s', 'ada');
    await presence.store();
    expect(rows.get('s ada')).toBe(start);
    world.now = start + 30_000;
    await presence.store();
    expect(rows.get('s ada')).toBe(start + 12_345);
  });

  it('writes the participants of many spaces in one statement, in portions', async () => {
    const spaces = Array.from({ length: 1_500 }, (_, i) => `s${i}`);
    const { process, written } = given(['ada'], spaces);
    const presence = process();
    for (const spaceId of spaces) presence.note(spaceId, 'ada');
    await presence.store();
    expect(written.map(({ length }) => length)).toEqual([1_000, 500]);
  });

  it('writes what is left when the process stops', async () => {
    const { world, process, rows } = given();
    const presence = process();
    presence.note('s', 'ada');
    await presence.store();
    world.now += 5;
    presence.note('s', 'ada');
    await presence.store('all');
    expect(rows.get('s ada')).toBe(start + 5);
  });

  it('is known to other processes a few seconds after it was written', async () => {
    const { world, process, seen } = given();
    const [here, there] = [process(), process()];
    expect(await seen(there)).toBeUndefined();
    here.note('s', 'ada');
    await here.store();
    expect(await seen(there)).toBeUndefined();
    world.now += 3_000;
    expect(await seen(there)).toBeUndefined();
    await there.refresh();
    expect(await seen(there)).toBe(start);
  });

  it('is read before it is shown if the last reading is older than 10 seconds', async () => {
    const { world, process, seen } = given();
    const [here, there] = [process(), process()];
    await seen(there);
    here.note('s', 'ada');
    await here.store();
    world.now += 10_000;
    expect(await seen(there)).toBe(start);
  });

  it('is read once in a few seconds, however many callers look', async () => {
    const { world, process, seen, reads } = given();
    const presence = process();
    await Promise.all(Array.from({ length: 10 }, () => seen(presence)));
    await seen(presence);
    expect(reads()).toBe(1);
    await presence.refresh();
    expect(reads()).toBe(1);
    world.now += 3_000;
    await Promise.all(Array.from({ length: 10 }, () => seen(presence)));
    expect(reads()).toBe(1);
    await presence.refresh();
    await presence.refresh();
    expect(reads()).toBe(2);
  });

  it('makes nobody wait for the reading that replaces one of a few seconds ago', async () => {
    const { world, process, seen } = given();
    const presence = process();
    await seen(presence);
    world.now += 9_999;
    expect(presence.of('s')).not.toBeInstanceOf(Promise);
  });

  it('keeps what it has seen itself when the database knows less', async () => {
    const { world, process, seen } = given();
    const presence = process();
    await seen(presence);
    presence.note('s', 'ada');
    world.now += 3_000;
    expect(await seen(presence)).toBe(start);
  });

  it('counts someone who joined after the last reading as seen at that time', async () => {
    const participants = ['ada'];
    const { process, seen } = given(participants);
    const presence = process();
    await seen(presence);
    participants.push('eve');
    expect([await seen(presence, 'ada'), await seen(presence, 'eve')]).toEqual([undefined, start]);
  });

  it('is as old as the last reading while the database is down, and is written when it is back', async () => {
    const { world, process, seen, rows, failures } = given();
    const presence = process();
    await seen(presence);
    presence.note('s', 'ada');
    world.isDown = true;
    world.now += 10_000;
    expect(await seen(presence)).toBe(start);
    await expect(presence.store()).rejects.toThrow('down');
    world.isDown = false;
    await presence.store();
    expect([rows.get('s ada'), failures.length]).toEqual([start, 1]);
  });

  it('has a new version only if callers would see another time', async () => {
    const { world, process } = given();
    const presence = process();
    presence.note('s', 'ada');
    const { version } = await presence.of('s');
    const versionAfter = async (ms: number) => {
      world.now = start + ms;
      presence.note('s', 'ada');
      return (await presence.of('s')).version;
    };
    expect(await versionAfter(1)).toBe(version);
    expect(await versionAfter(29_999)).toBe(version);
    expect(await versionAfter(30_000)).toBeGreaterThan(version);
  });

  it('leaves nothing in memory a minute after the last use, and loses nothing by that', async () => {
    const { world, process, rows, seen } = given();
    const presence = process();
    presence.note('s', 'ada');
    await seen(presence);
    world.now += 60_001;
    presence.forget();
    expect(presence.size).toBe(1);
    await presence.store();
    presence.forget();
    expect([presence.size, rows.get('s ada')]).toEqual([0, start]);
  });

  it('is never more than 30 seconds wrong, whichever process serves a participant', async () => {
    const step = fc.record({ ms: fc.integer({ min: 0, max: 20_000 }), by: fc.constantFrom(0, 1, undefined) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { world, process, seen } = given();
        const processes = [process(), process()];
        let last = -Infinity;
        for (const { ms, by } of steps) {
          // The loop of each process runs every second.
          for (const end = world.now + ms; world.now < end; world.now = Math.min(end, world.now + 1_000)) {
            for (const each of processes) {
              await each.store();
              await each.refresh();
            }
          }
          if (by !== undefined) {
            processes[by]!.note('s', 'ada');
            last = world.now;
          }
          for (const each of processes) {
            const known = (await seen(each)) ?? -Infinity;
            expect(known).toBeLessThanOrEqual(last);
            // 30 s until it is written, 1 s until the loop runs, 10 s until it is read, 1 s for the steps of this test.
            if (last <= world.now - 42_000) expect(known).toBe(last);
          }
        }
      }),
    );
  });
});

it('is looked at as often as a timer can wait, whatever the setting', () => {
  const idle = { find: async () => [], store: async () => {}, now: () => start, failed: () => {} };
  for (const liveMs of [0, 1, 60_000, Number.MAX_SAFE_INTEGER]) {
    const { everyMs } = new Presence({ ...idle, liveMs });
    expect(everyMs).toBeGreaterThanOrEqual(100);
    expect(everyMs).toBeLessThanOrEqual(60_000);
  }
});
