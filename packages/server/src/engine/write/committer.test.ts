import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  append,
  aSpace,
  eventually,
  given,
  quiet,
  recordOf,
  refusal,
  refusing,
  rename,
  say,
  spacesOf,
  stateOf,
} from './committer.fixture.ts';

describe('batches', () => {
  it('contain the writes that arrived together, each decided on the outcome of the one before', async () => {
    const { db, committer } = given(['s', 't']);
    const answers = Promise.all([
      committer.write('s', append('a')),
      committer.write('t', append('x')),
      committer.write('s', append('b')),
    ]);
    await quiet();
    expect(db.sent.map(spacesOf)).toEqual([['s', 't']]);
    await db.sent[0]!.pass();
    expect(await answers).toEqual([{ outcome: 'a' }, { outcome: 'x' }, { outcome: 'ab' }]);
    expect(db.told).toEqual(['s', 't']);
  });

  it('fill while others are in flight, and contain a space in one batch at a time', async () => {
    const { db, committer } = given(['s', 't', 'u']);
    const first = committer.write('s', append('a'));
    await quiet();
    const later = [committer.write('s', append('b')), committer.write('t', append('x')), committer.write('s', append('c'))];
    await quiet();
    expect(db.sent.map(spacesOf)).toEqual([['s'], ['t']]);
    later.push(committer.write('u', append('y')));
    await quiet();
    expect(db.sent).toHaveLength(2);
    await db.sent[0]!.pass();
    expect(await first).toEqual({ outcome: 'a' });
    expect(spacesOf(db.sent[2]!).toSorted()).toEqual(['s', 'u']);
    await db.sent[1]!.pass();
    await db.sent[2]!.pass();
    expect(await Promise.all(later)).toEqual([{ outcome: 'ab' }, { outcome: 'x' }, { outcome: 'abc' }, { outcome: 'y' }]);
  });

  it('answer nothing before it is stored', async () => {
    const { db, committer } = given(['s']);
    const write = committer.write('s', append('a'));
    expect(await stateOf(write)).toBe('pending');
    await db.sent[0]!.pass();
    expect(await stateOf(write)).toBe('resolved');
  });

  it('contain no more spaces than configured', async () => {
    const { db, committer } = given(['s', 't', 'u'], 1);
    const answers = Promise.all(['s', 't', 'u'].map((spaceId) => committer.write(spaceId, append('a'))));
    for (let i = 0; i < 3; i += 1) {
      await quiet();
      await db.sent[i]!.pass();
    }
    expect(db.sent.map(spacesOf).toSorted()).toEqual([['s'], ['t'], ['u']]);
    await answers;
  });

  it('contain no more spaces than configured, new ones included', async () => {
    const { db, committer } = given(['s'], 1);
    const answers = Promise.all([
      committer.write('s', append('a')),
      committer.create({ state: aSpace('t'), sideRows: {} }),
      committer.create({ state: aSpace('u'), sideRows: {} }),
    ]);
    for (let i = 0; i < 3; i += 1) {
      await quiet();
      await db.sent[i]?.pass();
    }
    await answers;
    expect(db.sent.map(({ batch }) => batch.commits.length + batch.creations.length)).toEqual([1, 1, 1]);
  });

  it('never contain two writes of one Idempotency-Key in one batch: the second is answered from the first', async () => {
    const { db, committer } = given(['s']);
    const twice = [committer.write('s', append('a', 'k'), 'k'), committer.write('s', append('a', 'k'), 'k')];
    await quiet();
    expect(db.sent[0]!.batch.commits[0]!.records).toHaveLength(1);
    await db.sent[0]!.pass();
    await db.sent[1]!.pass();
    expect(await Promise.all(twice)).toEqual([{ outcome: 'a' }, { replay: expect.objectContaining({ sealed: 'a' }) }]);
    expect(db.spaces.get('s')!.state.space.name).toBe('a');
  });

  it('put a space that was just created into memory', async () => {
    const { db, committer } = given([]);
    const created = committer.create({ state: aSpace('s'), sideRows: {} });
    expect(await stateOf(created)).toBe('pending');
    await db.sent[0]!.pass();
    await created;
    const write = committer.write('s', append('a'));
    await quiet();
    await db.sent[1]!.pass();
    expect(await write).toEqual({ outcome: 'a' });
    expect(db.loads).toBe(0);
  });
});

describe('a space that another process changed first', () => {
  it('is decided again on the present state, in the same order, before later writes', async () => {
    const { db, committer } = given(['s']);
    const first = [committer.write('s', append('a')), committer.write('s', append('b'))];
    await quiet();
    const later = committer.write('s', append('c'));
    rename(db, 's', 'other-');
    await db.sent[0]!.pass();
    expect(db.loads).toBe(1);
    expect(await stateOf(first[0]!)).toBe('pending');
    await db.sent[1]!.pass();
    expect(await Promise.all([...first, later])).toEqual([
      { outcome: 'other-a' },
      { outcome: 'other-ab' },
      { outcome: 'other-abc' },
    ]);
  });

  it('does not delay the rest of the batch', async () => {
    const { db, committer } = given(['s', 't']);
    const [refused, passed] = [committer.write('s', append('a')), committer.write('t', append('b'))];
    await quiet();
    rename(db, 's', 'other-');
    await db.sent[0]!.pass();
    expect(await passed).toEqual({ outcome: 'b' });
    expect(db.told).toEqual(['t']);
    await db.sent[1]!.pass();
    expect(await refused).toEqual({ outcome: 'other-a' });
  });

  it('answers a write that is already stored there from its record', async () => {
    const { db, committer } = given(['s']);
    const writes = [committer.write('s', append('a', 'k'), 'k'), committer.write('s', append('b'))];
    await quiet();
    db.records.push({ spaceId: 's', ...recordOf('k', 'earlier') });
    await db.sent[0]!.pass();
    await db.sent[1]!.pass();
    expect(await Promise.all(writes)).toEqual([{ replay: expect.objectContaining({ sealed: 'earlier' }) }, { outcome: 'b' }]);
  });
});

describe('a space that changes all the time', () => {
  it('503 for a write whose tries are used up', async () => {
    const { db, committer } = given(['s', 't']);
    const hopeless = committer.write('s', append('a'));
    const refused = expect(hopeless).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
    let late: Promise<unknown> | undefined;
    for (let i = 0; i < 8; i += 1) {
      await eventually(() => db.sent.length > i);
      if (i === 7) late = committer.write('s', append('b'));
      rename(db, 's', `other ${i} `);
      await db.sent[i]!.pass();
    }
    await refused;
    expect(db.sent.map(spacesOf)).toEqual(Array.from({ length: 8 }, () => ['s']).concat([['s']]));
    await db.sent[8]!.pass();
    expect(await late).toEqual({ outcome: 'other 7 b' });
  });

  it('is decided alone after eight tries, so that no write loses against faster processes forever', async () => {
    const { db, committer } = given(['s'], 256, { tries: 20, pauseMs: () => 0 }, true);
    const changed = committer.write('s', append('a'));
    const refused = expect(committer.write('s', refusing)).rejects.toBe(refusal);
    for (let i = 0; i < 8; i += 1) {
      await eventually(() => db.sent.length > i);
      rename(db, 's', `other ${i} `);
      await db.sent[i]!.pass();
    }
    expect(await changed).toEqual({ outcome: 'other 7 a' });
    await refused;
    await committer.drained();
    await expect(committer.write('s', refusing)).rejects.toBe(refusal);
  });

  it('is answered from its record if it was stored before it was decided alone', async () => {
    const { db, committer } = given(['s'], 256, { tries: 20, pauseMs: () => 0 }, true);
    const write = committer.write('s', append('a', 'k'), 'k');
    const { alone } = db;
    db.alone = async () => {
      db.alone = alone;
      db.records.push({ ...recordOf('k', 'earlier'), spaceId: 's' });
      throw Object.assign(new Error('serialization failure'), { code: '40001' });
    };
    for (let i = 0; i < 8; i += 1) {
      await eventually(() => db.sent.length > i);
      rename(db, 's', `other ${i} `);
      await db.sent[i]!.pass();
    }
    expect(await write).toMatchObject({ replay: { sealed: 'earlier' } });
  });

  it('pauses between tries, without delaying others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { db, committer } = given(['s', 't'], 256, { tries: 3, pauseMs: (tries) => (tries === 1 ? 30 : 0) });
    const contended = committer.write('s', append('a'));
    await quiet();
    rename(db, 's', 'other-');
    await db.sent[0]!.pass();
    const passing = committer.write('t', append('x'));
    await quiet();
    expect(db.sent.map(spacesOf)).toEqual([['s'], ['t']]);
    await db.sent[1]!.pass();
    expect(await passing).toEqual({ outcome: 'x' });
    await vi.advanceTimersByTimeAsync(29);
    await quiet();
    expect(db.sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await eventually(() => db.sent.length > 2);
    await db.sent[2]!.pass();
    expect(await contended).toEqual({ outcome: 'other-a' });
    await committer.drained();
  });
});

describe('room in a space', () => {
  it('is decided by the database: other processes can have filled the space or made room', async () => {
    const { db, committer } = given(['s']);
    db.spaces.get('s')!.bytes = 999_999;
    const filled = committer.write('s', say('too much'));
    const refused = expect(filled).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ limit: 1_000_000 }] },
    });
    for (let i = 0; i < 2; i += 1) {
      await quiet();
      await db.sent[i]!.pass();
    }
    await refused;
    expect(db.spaces.get('s')!.bytes).toBe(999_999);

    db.spaces.get('s')!.bytes = 0;
    const again = committer.write('s', say('enough'));
    for (let i = 2; i < 4; i += 1) {
      await quiet();
      await db.sent[i]!.pass();
    }
    expect(await again).toEqual({ outcome: 'enough' });
    expect(db.spaces.get('s')!.bytes).toBe('{"text":"enough"}'.length);
  });
});

describe('two processes that store one Idempotency-Key at once', () => {
  it.each(['23505', '40P01', '40001'])('read and decide again (%s), new spaces included', async (code) => {
    const { db, committer } = given(['s', 't']);
    const writes = [
      committer.write('s', append('a', 'k'), 'k'),
      committer.write('s', append('b', 'l'), 'l'),
      committer.write('t', append('c')),
    ];
    const created = committer.create({ state: aSpace('u'), sideRows: {} });
    await quiet();
    db.records.push({ spaceId: 's', ...recordOf('k', 'theirs') });
    await db.sent[0]!.fail(Object.assign(new Error('race'), { code }));
    for (let i = 1; i < db.sent.length; i += 1) await db.sent[i]!.pass();
    expect(await Promise.all(writes)).toEqual([
      { replay: expect.objectContaining({ sealed: 'theirs' }) },
      { outcome: 'b' },
      { outcome: 'c' },
    ]);
    await created;
  });
});

describe('a refusal', () => {
  it('is final if it was decided on the present state', async () => {
    const { db, committer } = given(['s']);
    await expect(committer.write('s', refusing)).rejects.toBe(refusal);
    expect(db.sent).toEqual([]);
  });

  it('is decided again if the state was out of date', async () => {
    const { db, committer } = given(['s']);
    rename(db, 's', 'open');
    expect(await committer.write('s', refusing)).toEqual({ outcome: 'let in' });
  });

  it('is replaced by the answer of an earlier try, if there was one', async () => {
    const { db, committer } = given(['s']);
    db.records.push({ spaceId: 's', ...recordOf('k', 'earlier') });
    expect(await committer.write('s', refusing, 'k')).toEqual({ replay: expect.objectContaining({ sealed: 'earlier' }) });
  });

  it('affects no other write of the batch', async () => {
    const { db, committer } = given(['s']);
    const [refused, accepted] = [committer.write('s', refusing), committer.write('s', append('a'))];
    const refusedAs = expect(refused).rejects.toBe(refusal);
    await quiet();
    await db.sent[0]!.pass();
    await refusedAs;
    expect(await accepted).toEqual({ outcome: 'a' });
  });

  it('404 for a space that does not exist, or was purged', async () => {
    const { db, committer } = given(['s']);
    await expect(committer.write('nowhere', append('a'))).rejects.toMatchObject({ code: 'space_not_found' });
    const write = committer.write('s', append('a'));
    const purged = expect(write).rejects.toMatchObject({ code: 'space_not_found' });
    await quiet();
    db.spaces.delete('s');
    await db.sent[0]!.pass();
    await purged;
  });
});

describe('a failure', () => {
  const down = new Error('the database is down');

  it('rejects the whole batch, and the cached state is read again', async () => {
    const { db, committer } = given(['s', 't']);
    const batch = [
      committer.write('s', append('a')),
      committer.write('t', append('b')),
      committer.create({ state: aSpace('u'), sideRows: {} }),
    ];
    const settled = Promise.allSettled(batch);
    await quiet();
    await db.sent[0]!.fail(down);
    expect(await settled).toEqual(batch.map(() => ({ status: 'rejected', reason: down })));
    expect(db.loads).toBe(0);
    const next = committer.write('s', append('c'));
    await quiet();
    expect(db.loads).toBe(1);
    await db.sent[1]!.pass();
    expect(await next).toEqual({ outcome: 'c' });
  });

  it('of one space does not affect another', async () => {
    const { db, committer } = given(['s', 't']);
    db.look = async (spaceId) => {
      if (spaceId === 's') throw down;
    };
    const [failing, passing] = [committer.write('s', append('a', 'k'), 'k'), committer.write('t', append('b', 'k'), 'k')];
    const failed = expect(failing).rejects.toBe(down);
    await quiet();
    rename(db, 's', 'other-');
    await db.sent[0]!.pass();
    await failed;
    expect(await passing).toEqual({ outcome: 'b' });
  });

  it('to load a space rejects those who wait for it, and the next one tries again', async () => {
    const { db, committer, snapshots } = given(['s']);
    snapshots.forget('s');
    const { spaces } = db;
    const get = spaces.get.bind(spaces);
    spaces.get = () => {
      throw down;
    };
    await expect(committer.write('s', append('a'))).rejects.toBe(down);
    spaces.get = get;
    const next = committer.write('s', append('b'));
    await quiet();
    await db.sent[0]!.pass();
    expect(await next).toEqual({ outcome: 'b' });
  });
});

describe('drained', () => {
  it('resolves immediately if there is nothing to do', async () => {
    expect(await stateOf(given([]).committer.drained())).toBe('resolved');
  });

  it('resolves only once everything is answered, including what was decided again', async () => {
    const { db, committer } = given(['s', 't']);
    let answered = 0;
    const count = () => (answered += 1);
    const writes = [
      committer.write('s', append('a')).then(count),
      committer.write('t', append('b')).then(count),
      committer.create({ state: aSpace('u'), sideRows: {} }).then(count),
    ];
    const drained = committer.drained();
    const answeredBefore = drained.then(() => answered);
    await quiet();
    rename(db, 's', 'other-');
    await db.sent[0]!.pass();
    expect(answered).toBe(2);
    expect(await stateOf(drained)).toBe('pending');
    await db.sent[1]!.pass();
    await Promise.all(writes);
    expect(await answeredBefore).toBe(3);
  });

  it('waits for a refusal that is still being confirmed', async () => {
    const { db, committer } = given(['s']);
    let found = () => {};
    db.look = () => new Promise((resolve) => (found = resolve));
    const write = committer.write('s', refusing, 'k');
    const refused = expect(write).rejects.toBe(refusal);
    const drained = committer.drained();
    expect(await stateOf(drained)).toBe('pending');
    found();
    await refused;
    await drained;
  });
});
