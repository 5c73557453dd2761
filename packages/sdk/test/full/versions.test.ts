import { describe, expect, inject, test } from 'vitest';
import { EditMismatchError, LockedError, NotFoundError, VersionConflictError } from '../../src/index.ts';
import { connect, meeting } from '../meeting.ts';

const server = inject('server');

/** The same artifact in the hands of two participants. */
async function shared(content: string) {
  const [owner, bob] = await meeting(connect(server.url), 'Bob');
  const { id } = await owner.artifacts.create({ name: 'Plan', content });
  return { alice: await owner.artifacts.get(id), bob: await bob!.artifacts.get(id) };
}

describe('a change in one call', () => {
  test('replaces places, appends, or changes a section, and leaves the lock as it was found', async () => {
    const { alice, bob } = await shared('# Plan\n\n## Risks\nNone\n');
    await bob.edit({ edits: [{ old: 'None', new: 'Rain' }] });
    await bob.edit({ section: { heading: 'Plan > Risks', content: 'Snow\n', mode: 'append' } }, { note: 'winter' });
    const after = await bob.edit({ append: '## End' });
    expect(after).toMatchObject({ content: '# Plan\n\n## Risks\nRain\nSnow\n## End', version: 4 });
    expect(after).not.toHaveProperty('lockedBy');
    expect(await bob.edit({ content: 'new' })).toMatchObject({
      content: 'new',
      version: 5,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    await alice.lock();
    expect(await alice.edit({ append: 'mine' })).toMatchObject({ lockedBy: alice.space.participantId });
  });

  test('takes effect once for each of many at the same time, with and without a function', async () => {
    const { alice, bob } = await shared('');
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => alice.edit({ append: `a${i}` }, { pollMs: 20 })),
      bob.edit((text) => `${text}\nb`, { pollMs: 20 }),
      ...Array.from({ length: 10 }, (_, i) => bob.edit({ append: `b${i}` }, { pollMs: 20 })),
    ]);
    const { content, version } = await alice.refresh();
    expect(version).toBe(22);
    expect(content.trim().split('\n').filter(Boolean)).toHaveLength(21);
    expect(alice.version).toBe(22);
  });

  test('waits until another participant releases the lock', async () => {
    const { alice, bob } = await shared('one');
    await alice.lock();
    await expect(bob.edit({ append: 'two' }, { waitMs: 0 })).rejects.toThrow(LockedError);
    await expect(bob.preview({ append: 'two' })).rejects.toThrow(LockedError);
    const waiting = bob.edit({ append: 'two' }, { pollMs: 20 });
    await alice.unlock();
    expect(await waiting).toMatchObject({ content: 'one\ntwo', updatedBy: bob.space.participantId });
  });

  test('that does not fit says where', async () => {
    const { bob } = await shared('one and one');
    const error = await bob.edit({ edits: [{ old: 'one', new: 'two' }] }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EditMismatchError);
    expect(error).toMatchObject({ index: 0, reason: 'ambiguous', matches: 2, near: 'one and one', currentVersion: 1 });
  });
});

describe('what was read before', () => {
  test('is not written over: VersionConflictError says who wrote what since', async () => {
    const { alice, bob } = await shared('one\n');
    await alice.edit({ append: 'two\n' });
    const { version } = bob;
    const calls = [
      bob.edit({ append: 'x' }, { baseVersion: version }),
      bob.write('x', { baseVersion: version, lock: 'auto' }),
      bob.restore(1, { baseVersion: version }),
      bob.preview({ append: 'x' }, { baseVersion: version }),
    ];
    for (const { reason: error } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect(error).toBeInstanceOf(VersionConflictError);
      expect(error).toMatchObject({
        currentVersion: 2,
        updatedBy: alice.space.participantId,
        updatedByName: 'Olga',
        updatedAt: alice.view.updatedAt,
        diff: { from: 1, to: 2, added: 1, removed: 0, hunks: [{ lines: [' one', '+two'] }] },
      });
    }
    expect(await bob.refresh()).toMatchObject({ content: 'one\ntwo\n', version: 2 });
  });

  test('is not written over by an edit with a function either, when another process uses the same key', async () => {
    const { bob } = await shared('one');
    const elsewhere = await connect(server.url).space(bob.space).artifacts.get(bob.id);
    const editing = bob.edit(async (text) => {
      await elsewhere.edit({ append: 'two' });
      return `${text} and much work`;
    });
    await expect(editing).rejects.toMatchObject({ name: 'VersionConflictError', text: 'one and much work', currentVersion: 2 });
    expect(await bob.refresh()).toMatchObject({ content: 'one\ntwo', version: 2 });
    expect(bob.view).not.toHaveProperty('lockedBy');
  });

  test('is not written over when the lock was lost and taken again', async () => {
    const { alice, bob } = await shared('one');
    const elsewhere = await connect(server.url).space(bob.space).artifacts.get(bob.id);
    const editing = bob.edit(async () => {
      await alice.unlock();
      await alice.edit({ append: 'two' });
      await elsewhere.lock();
      return 'much work';
    });
    await expect(editing).rejects.toMatchObject({ text: 'much work' });
    expect(await alice.refresh()).toMatchObject({ content: 'one\ntwo' });
  });
});

describe('the history', () => {
  test('says who wrote what, when, how and why, and brings it back', async () => {
    const { alice, bob } = await shared('one\n');
    await bob.edit({ append: 'two\n' }, { note: 'second' });
    await alice.edit((text) => text.toUpperCase(), { note: 'louder' });
    expect(await alice.history()).toMatchObject([
      { version: 3, via: 'write', note: 'louder', authorName: 'Olga', kept: true },
      { version: 2, via: 'append', note: 'second', authorName: 'Bob' },
      { version: 1, via: 'create' },
    ]);
    expect((await alice.history({ before: 3, limit: 1 })).map(({ version }) => version)).toEqual([2]);
    expect(await alice.at(2)).toMatchObject({ version: 2, content: 'one\ntwo\n' });
    expect(await alice.diff(1, 2)).toMatchObject({ added: 1, removed: 0, hunks: [{ lines: [' one', '+two'] }] });
    expect(await alice.diff(2)).toMatchObject({ from: 2, to: 3 });
    expect(await bob.restore(2, { baseVersion: 3, note: 'back' })).toMatchObject({ version: 4, content: 'one\ntwo\n' });
    expect((await bob.history({ limit: 1 }))[0]).toMatchObject({ via: 'restore', restoredFrom: 2, note: 'back' });
    await expect(alice.at(9)).rejects.toThrow(NotFoundError);
  });

  test('has nothing of a preview', async () => {
    const { bob } = await shared('one\n');
    expect(await bob.preview({ append: 'two\n' })).toMatchObject({
      from: 1,
      added: 1,
      removed: 0,
      hunks: [{ lines: [' one', '+two'] }],
    });
    expect(await bob.history()).toHaveLength(1);
  });
});

test('a write is found again after a crash by its Idempotency-Key', async () => {
  const { bob } = await shared('one');
  const twice = [1, 2].map(() => bob.edit({ append: 'two' }, { idempotencyKey: 'note-1' }));
  expect((await Promise.all(twice)).map(({ version }) => version)).toEqual([2, 2]);
  const again = { lock: 'auto', baseVersion: 2, idempotencyKey: 'note-2' } as const;
  expect((await bob.write('three', again)).content).toBe('three');
  expect((await bob.write('three', again)).content).toBe('three');
  expect(await bob.refresh()).toMatchObject({ version: 3 });
});
