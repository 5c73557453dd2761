import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { append, eventually, given, quiet, recordOf, rename, say, spacesOf } from './committer.fixture.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));
const eventsOf = ({ batch }: { batch: { commits: readonly { events: readonly unknown[] }[] } }) =>
  batch.commits.map(({ events }) => events.length);

// The tests control how long storing takes, because batching depends on it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('many simultaneous writes', () => {
  it('are sent in two halves on one slot, if the first half leaves the state of the space unchanged', async () => {
    const { db, committer } = given(['s']);
    const answers = Promise.all(numbers(32).map((n) => committer.write('s', say(n))));
    await quiet();
    expect(db.sent.map(eventsOf)).toEqual([[16], [16]]);
    expect(db.sent[0]!.slot).toBe(db.sent[1]!.slot);
    await db.sent[0]!.pass();
    await db.sent[1]!.pass();
    expect(await answers).toEqual(numbers(32).map((outcome) => ({ outcome })));
    expect(db.told).toEqual(['s', 's']);
  });

  it('are sent in two halves on two slots, if they are to several spaces', async () => {
    const spaceIds = numbers(16).map((n) => `s${n}`);
    const { db, committer } = given(spaceIds);
    const answers = Promise.all(spaceIds.map((spaceId) => committer.write(spaceId, append('a'))));
    await quiet();
    expect(db.sent.map((sent) => spacesOf(sent).length)).toEqual([8, 8]);
    expect(db.sent[0]!.slot).not.toBe(db.sent[1]!.slot);
    await db.sent[1]!.pass();
    await db.sent[0]!.pass();
    await answers;
  });

  it('wait for a batch that changes the state', async () => {
    const { db, committer } = given(['s']);
    const writes = [committer.write('s', append('a')), ...numbers(31).map((n) => committer.write('s', say(n)))];
    await quiet();
    expect(db.sent.map(eventsOf)).toEqual([[15]]);
    for (let i = 0; i < db.sent.length; i += 1) await db.sent[i]!.pass();
    expect(await writes[31]).toEqual({ outcome: 'a30' });
  });

  it('can change the state in the second half, and are then followed by nothing', async () => {
    const { db, committer } = given(['s']);
    const writes = numbers(31).map((n) => committer.write('s', say(n)));
    writes.push(committer.write('s', append('b')));
    await quiet();
    const later = numbers(9).map((n) => committer.write('s', say(n)));
    await db.sent[0]!.pass();
    expect(db.sent).toHaveLength(2);
    await db.sent[1]!.pass();
    await db.sent[2]!.pass();
    expect(await Promise.all([...writes, ...later])).toHaveLength(41);
    expect(await later[8]).toEqual({ outcome: 'b8' });
  });

  it('are decided again, each once, if another process changed the space before either half', async () => {
    const { db, committer } = given(['s']);
    const answers = Promise.all(numbers(32).map((n) => committer.write('s', say(n))));
    await quiet();
    rename(db, 's', 'other-');
    for (let i = 0; i < db.sent.length; i += 1) await db.sent[i]!.pass();
    expect(await answers).toEqual(numbers(32).map((n) => ({ outcome: `other-${n}` })));
    const stored = db.sent.slice(2).flatMap(eventsOf);
    expect(stored.reduce((sum, count) => sum + count, 0)).toBe(32);
  });

  it('are decided again, each once, if another process changed the space between the halves', async () => {
    const { db, committer } = given(['s']);
    const answers = Promise.all(numbers(32).map((n) => committer.write('s', say(n))));
    await quiet();
    await db.sent[0]!.pass();
    rename(db, 's', 'other-');
    for (let i = 1; i < db.sent.length; i += 1) await db.sent[i]!.pass();
    expect(await answers).toEqual(numbers(32).map((n, i) => ({ outcome: i < 16 ? n : `other-${n}` })));
  });

  it('of the second half are answered even if the first half fails', async () => {
    const { db, committer } = given(['s']);
    const answers = Promise.allSettled(numbers(32).map((n) => committer.write('s', say(n))));
    await quiet();
    await db.sent[0]!.fail(new Error('the connection was cut'));
    await db.sent[1]!.pass();
    const settled = (await answers).map(({ status }) => status);
    expect(settled).toEqual([...numbers(16).map(() => 'rejected'), ...numbers(16).map(() => 'fulfilled')]);
  });

  it('include a retry in the second half that is answered from the record of the first', async () => {
    const { db, committer } = given(['s']);
    const first = committer.write('s', say('a', 'k'), 'k');
    const others = numbers(30).map((n) => committer.write('s', say(n)));
    const retry = committer.write('s', say('a', 'k'), 'k');
    await quiet();
    for (let i = 0; i < db.sent.length; i += 1) await db.sent[i]!.pass();
    await Promise.all(others);
    expect(await first).toEqual({ outcome: 'a' });
    expect(await retry).toEqual({ replay: expect.objectContaining(recordOf('k', 'a')) });
  });

  it('are in one batch per batch, however large it is', async () => {
    const { db, committer } = given(['s']);
    const answers = Promise.all(numbers(900).map((n) => committer.write('s', say(n))));
    await quiet();
    expect(db.sent).toHaveLength(2);
    for (let i = 0; i < db.sent.length; i += 1) await db.sent[i]!.pass();
    expect(db.sent.map(spacesOf)).toEqual(db.sent.map(() => ['s']));
    expect(db.sent.flatMap(eventsOf).reduce((sum, count) => sum + count, 0)).toBe(900);
    expect(await answers).toEqual(numbers(900).map((outcome) => ({ outcome })));
  });

  it('are sent as one batch if storing waits for a slow disk', async () => {
    const { db, committer } = given(['s']);
    const slow = committer.write('s', say('slow'));
    await quiet();
    vi.advanceTimersByTime(17);
    await db.sent[0]!.pass();
    await slow;
    const answers = Promise.all(numbers(32).map((n) => committer.write('s', say(n))));
    await quiet();
    expect(db.sent.slice(1).map(eventsOf)).toEqual([[32]]);
    await db.sent[1]!.pass();
    await answers;
  });
});

describe('writes to a distributed database', () => {
  const patience = { tries: 8, pauseMs: () => 0 };

  it('are in flight for as many spaces as there are slots, each on a slot of its own', async () => {
    const spaceIds = numbers(20).map((n) => `s${n}`);
    const { db, committer } = given(spaceIds, 1, patience, false, 16);
    const answers = Promise.all(spaceIds.map((spaceId) => committer.write(spaceId, append('a'))));
    await eventually(() => db.sent.length >= 16);
    await quiet();
    expect(db.sent.flatMap(spacesOf)).toEqual(spaceIds.slice(0, 16));
    expect(new Set(db.sent.map(({ slot }) => slot)).size).toBe(16);
    await db.sent[3]!.pass();
    expect(db.sent.slice(16).map((sent) => [spacesOf(sent), sent.slot])).toEqual([[['s16'], db.sent[3]!.slot]]);
    for (let i = 0; i < db.sent.length; i += 1) await db.sent[i]!.pass();
    await answers;
  });

  it('of one space are decided in their order, however many slots are free', async () => {
    const { db, committer } = given(['s', 't'], 1, patience, false, 16);
    const first = committer.write('s', append('a'));
    await quiet();
    const later = [committer.write('s', append('b')), committer.write('t', append('x')), committer.write('s', append('c'))];
    await quiet();
    expect(db.sent.map(spacesOf)).toEqual([['s'], ['t']]);
    await db.sent[0]!.pass();
    expect(db.sent.map(spacesOf)).toEqual([['s'], ['t'], ['s']]);
    for (const sent of db.sent.slice(1)) await sent.pass();
    expect(await Promise.all([first, ...later])).toEqual(['a', 'ab', 'x', 'abc'].map((outcome) => ({ outcome })));
  });
});
