import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  ForbiddenError,
  InvalidRequestError,
  LockedError,
  LockLostError,
  NotFoundError,
  TimeoutError,
  type Artifact,
} from '../../src/index.ts';
import { connect, eventually, meeting, served } from '../meeting.ts';

const lockTtlMs = 15_000;
const server = served({ PARLEY_LOCK_TTL_SECONDS: String(lockTtlMs / 1000) });

/** The same artifact in the hands of its owner and two others. */
async function shared(content = '') {
  const [owner, bob, carol] = await meeting(connect(server.url), 'Bob', 'Carol');
  const made = await owner.artifacts.create({ name: 'Plan', content });
  const of = (space: typeof owner) => space.artifacts.get(made.id);
  return { owner: made, bob: await of(bob!), carol: await of(carol!) };
}

const holder = async (artifact: Artifact) => (await artifact.refresh()).lockedBy;

describe('an artifact', () => {
  test('is locked, kept, written, unlocked, listed and downloaded', async () => {
    const { bob } = await shared('# Old');
    const me = bob.space.participantId;
    expect(await bob.lock()).toMatchObject({ lockedBy: me });
    expect(await bob.heartbeat()).toMatchObject({ lockedBy: me });
    expect(await bob.write('# New')).toMatchObject({ version: 2, lockedBy: me });
    expect([bob.name, bob.content, bob.version]).toEqual(['Plan', '# New', 2]);
    expect(await bob.unlock()).not.toHaveProperty('lockedBy');
    expect(await bob.download()).toBe('# New');
    expect((await bob.space.artifacts.list()).map(({ id, content }) => [id, content])).toEqual([[bob.id, '# New']]);
    await expect(bob.space.artifacts.get(crypto.randomUUID())).rejects.toThrow(NotFoundError);
  });
});

describe('an edit', () => {
  test('makes the new content from the current one, and leaves the artifact unlocked', async () => {
    const { bob, carol } = await shared('one');
    await carol.edit((content) => `${content} two`);
    const after = await bob.edit(async (content) => `${content} three`);
    expect(after).toMatchObject({ content: 'one two three', version: 3, updatedBy: bob.space.participantId });
    expect(after).not.toHaveProperty('lockedBy');
    expect(await holder(bob)).toBeUndefined();
  });

  test('writes nothing if the function returns nothing', async () => {
    const { bob } = await shared('one');
    expect(await bob.edit(() => undefined)).toMatchObject({ content: 'one', version: 1 });
    expect(await holder(bob)).toBeUndefined();
  });

  test('releases the lock and passes on the error if the function fails', async () => {
    const { bob } = await shared('one');
    const failure = new Error('mine');
    await expect(bob.edit(() => Promise.reject(failure))).rejects.toBe(failure);
    await expect(bob.edit(() => 'x'.repeat(1024 * 1024 + 1))).rejects.toThrow(InvalidRequestError);
    expect(await bob.refresh()).toMatchObject({ content: 'one', version: 1 });
    expect(await holder(bob)).toBeUndefined();
  });

  test('keeps the lock for longer than its lifetime', async () => {
    const { bob, carol } = await shared();
    const after = await bob.edit(async (_, lost) => {
      for (const end = Date.now() + 2 * lockTtlMs; Date.now() < end; await sleep(200)) {
        await expect(carol.lock()).rejects.toMatchObject({ lockedBy: bob.space.participantId });
      }
      return lost.aborted ? 'lost' : 'kept';
    });
    expect(after.content).toBe('kept');
  });

  test('keeps it also when the clock of its machine is slow', async () => {
    const { bob, carol } = await shared();
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
    try {
      const after = await bob.edit(async () => {
        await sleep(1.5 * lockTtlMs);
        await expect(carol.lock()).rejects.toThrow(LockedError);
        return 'kept';
      });
      expect(after.content).toBe('kept');
    } finally {
      Date.now = now;
    }
  });

  test('waits for the lock of another participant, at most for the given time', async () => {
    const { bob, carol } = await shared();
    await carol.lock();
    await expect(bob.edit(() => 'b', { waitMs: 0 })).rejects.toMatchObject({
      name: 'LockedError',
      lockedBy: carol.space.participantId,
    });
    const ending = new AbortController();
    setTimeout(() => ending.abort(new Error('enough')), 50);
    await expect(bob.edit(() => 'b', { signal: ending.signal, pollMs: 20 })).rejects.toThrow('enough');
    const waiting = bob.edit((content) => `${content}b`, { pollMs: 20 });
    await carol.write('c');
    await carol.unlock();
    expect((await waiting).content).toBe('cb');
  });

  test('throws LockLostError with the text when the owner gave the lock to another', async () => {
    const { owner, bob, carol } = await shared('one');
    const error = await bob
      .edit(async () => {
        await owner.unlock();
        await carol.lock();
        return 'much work';
      })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LockLostError);
    expect(error).toMatchObject({ text: 'much work', lockedBy: carol.space.participantId, status: 423, code: 'lock_lost' });
    expect(await bob.refresh()).toMatchObject({ content: 'one', lockedBy: carol.space.participantId });
  });

  test('tells by its signal that the lock is lost, before the work is done', async () => {
    const { owner, bob } = await shared();
    const editing = bob.edit(async (_, lost) => {
      await owner.unlock();
      await eventually(() => lost.aborted);
      return 'much work';
    });
    await expect(editing).rejects.toMatchObject({ name: 'LockLostError', text: 'much work', lockedBy: undefined });
  });

  test('keeps the text of one who was muted or removed meanwhile', async () => {
    const { owner, bob, carol } = await shared();
    const muted = bob.edit(async () => {
      await owner.space.mute(bob.space.participantId!);
      return 'b';
    });
    await expect(muted).rejects.toMatchObject({ name: 'LockLostError', text: 'b', cause: expect.any(ForbiddenError) as unknown });
    const kicked = carol.edit(async () => {
      await owner.space.kick(carol.space.participantId!);
      return 'c';
    });
    await expect(kicked).rejects.toMatchObject({ name: 'LockLostError', text: 'c', cause: { name: 'KeyError' } });
  });

  test("never releases the lock of a later holder, although an owner's unlock could", async () => {
    const { owner, carol } = await shared();
    const failing = owner.edit(async () => {
      await owner.unlock();
      await carol.lock();
      throw new Error('mine');
    });
    await expect(failing).rejects.toThrow('mine');
    expect(await holder(carol)).toBe(carol.space.participantId);
  });

  test('takes turns with other edits by the same key, whose lock it would share', async () => {
    const { bob } = await shared();
    const again = await bob.space.artifacts.get(bob.id);
    await Promise.all(
      [bob, again, bob, again].map((each, i) =>
        each.edit(async (content) => {
          await sleep(50);
          return `${content}${i}`;
        }),
      ),
    );
    expect(await bob.refresh()).toMatchObject({ content: '0123', version: 5 });
  });

  test('does not wait forever for an edit of its own', async () => {
    const { bob } = await shared();
    const nested = bob.edit(() => bob.edit(() => 'inner', { waitMs: 50 }).then(({ content }) => content));
    await expect(nested).rejects.toThrow(TimeoutError);
    await expect(bob.edit(() => 'later')).resolves.toMatchObject({ content: 'later' });
  });
});
