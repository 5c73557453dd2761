import { describe, expect, test } from 'vitest';
import { diff, id, path, plan, refused, view } from '../../../test/scripted-artifact.ts';
import { json, refusal, unreachable, type Step } from '../../../test/scripted-fetch.ts';
import { ConflictError, EditMismatchError, GoneError, LockedError, LockLostError, VersionConflictError } from '../../index.ts';
import type { Change } from '../../index.ts';

const next = { ...view, content: 'one\ntwo', version: 2 };
const holder = { lockedBy: id, lockedByName: 'Bob' };
const locked = refusal(423, 'locked', holder);
const kept = refusal(423, 'locked', { ...holder, proposalId: id });
/** A promise that a test resolves. */
function gate<T = void>(): { opened: Promise<T>; open: (value: T) => void } {
  let open!: (value: T) => void;
  const opened = new Promise<T>((resolve) => (open = resolve));
  return { opened, open };
}

/** Answers only when the promise is resolved. */
const after =
  (opened: Promise<unknown>, step: Step): Step =>
  async (request) => {
    await opened;
    return step(request);
  };

describe('a change', () => {
  const changes: Change[] = [
    { content: 'all' },
    { edits: [{ old: 'one', new: 'two' }] },
    { append: 'two' },
    { section: { heading: 'Plan > Risks', content: 'None\n', mode: 'append' } },
  ];
  test.each(changes)('is one call that needs no lock of its own: %j', async (change) => {
    const { artifact, sent } = plan(json(next));
    expect(await artifact.edit(change, { baseVersion: 1, note: 'why' })).toEqual(next);
    const body = { ...change, baseVersion: 1, note: 'why', lock: 'auto' };
    expect(await sent()).toEqual([{ call: `PATCH ${path}`, body, idempotencyKey: expect.any(String) as string }]);
    expect([artifact.version, artifact.content]).toEqual([2, next.content]);
  });

  test('of the whole text was made for the version that was read, not for the newest', async () => {
    const { artifact, sent } = plan(json(next), json({ ...next, content: undefined, diff }), json({ ...next, version: 3 }));
    await artifact.edit({ content: 'all' });
    await artifact.preview({ content: 'more' });
    await artifact.write('more', { lock: 'auto' });
    expect((await sent()).map(({ body }) => body)).toEqual([
      { content: 'all', lock: 'auto', baseVersion: 1 },
      { content: 'more', lock: 'auto', baseVersion: 2, dryRun: true },
      { content: 'more', lock: 'auto', baseVersion: 2 },
    ]);
  });

  test('waits while another participant holds the lock, at most for the given time', async () => {
    const { artifact, sent } = plan(locked, locked, json(next));
    await artifact.edit({ append: 'two' }, { pollMs: 1, idempotencyKey: 'mine' });
    const calls = await sent();
    expect(calls).toHaveLength(3);
    expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['mine', 'mine', 'mine']);
    expect(await refused(plan(locked).artifact.edit({ append: 'two' }, { waitMs: 5, pollMs: 10 }))).toBeInstanceOf(LockedError);
  });

  test('does not wait for the lock if it is based on an older version', async () => {
    const { artifact, sent } = plan(locked, json({ ...view, version: 3 }), json(diff));
    const error = await refused(artifact.edit({ content: 'all' }, { baseVersion: 1 }));
    expect(error).toBeInstanceOf(VersionConflictError);
    expect(error).toMatchObject({ code: 'version_conflict', status: 409, currentVersion: 3, updatedBy: view.updatedBy, diff });
    expect((await sent()).map(({ call }) => call)).toEqual([`PATCH ${path}`, `GET ${path}`, `GET ${path}/diff?from=1&to=3`]);
    const waiting = plan(locked, json(view), json(next));
    await waiting.artifact.edit({ content: 'all' }, { baseVersion: 1, pollMs: 1 });
    expect((await waiting.sent()).map(({ call }) => call)).toEqual([`PATCH ${path}`, `GET ${path}`, `PATCH ${path}`]);
  });

  test('does not wait when it must hold the lock', async () => {
    const { artifact, requests } = plan(locked);
    expect(await refused(artifact.edit({ append: 'two' }, { lock: 'held' }))).toBeInstanceOf(LockedError);
    expect(requests).toHaveLength(1);
  });

  test('is sent again with the same Idempotency-Key after a temporary failure', async () => {
    const { artifact, sent } = plan(unreachable, json(next));
    await artifact.edit({ append: 'two' });
    const [first, second] = await sent();
    expect(second).toEqual(first);
    expect(first!.idempotencyKey).toMatch(/./);
  });

  test('does not wait for others, and an answer that comes late hides no newer one', async () => {
    const { opened, open } = gate();
    const { artifact } = plan(after(opened, json(next)), json({ ...next, version: 3 }));
    const first = artifact.edit({ append: 'two' });
    await artifact.edit({ append: 'three' });
    open();
    expect(await first).toMatchObject({ version: 2 });
    expect(artifact.version).toBe(3);
  });

  test('reads the artifact again if the answer has no content', async () => {
    const { content: _, ...minimal } = next;
    const { artifact, sent } = plan(json(minimal), json(next));
    expect(await artifact.edit({ append: 'two' }, { headers: { prefer: 'return=minimal' } })).toEqual(next);
    expect((await sent()).map(({ call }) => call)).toEqual([`PATCH ${path}`, `GET ${path}`]);
  });
});

describe('a change that becomes a proposal if the lock is taken', () => {
  test('is sent once, with the version that was read, and LockedError says which proposal keeps it', async () => {
    const { artifact, sent } = plan(kept);
    const error = await refused(artifact.edit({ append: 'two' }, { orPropose: true, waitMs: 1_000, pollMs: 0 }));
    expect(error).toBeInstanceOf(LockedError);
    expect(error).toMatchObject({ ...holder, proposalId: id });
    expect((await sent()).map(({ body }) => body)).toEqual([{ append: 'two', lock: 'auto', baseVersion: 1, keep: 'proposal' }]);
  });

  test('has the same Idempotency-Key after a lost answer, so that there is one proposal', async () => {
    const { artifact, sent } = plan(unreachable, kept);
    expect(await refused(artifact.edit({ append: 'two' }, { orPropose: true }))).toMatchObject({ proposalId: id });
    const [first, second] = await sent();
    expect(second).toEqual(first);
    expect(first!.idempotencyKey).toMatch(/./);
  });

  test('is based on what its caller has read, although an edit before it reads more', async () => {
    const newer = { ...view, version: 6, lockedAt: '', lockExpiresAt: '' };
    const { artifact, sent } = plan(json({}), json(newer), json({ ...newer, version: 7 }), json(view), kept);
    const { opened, open } = gate<string>();
    const editing = artifact.edit(() => opened);
    const changing = refused(artifact.edit({ content: 'mine' }, { orPropose: true }));
    open('theirs');
    await Promise.all([editing, changing]);
    expect((await sent()).at(-1)!.body).toMatchObject({ content: 'mine', baseVersion: 1 });
  });

  test('is also possible with single steps, and not without being asked for', async () => {
    const { artifact, sent } = plan(kept, locked);
    expect(await refused(artifact.write('two', { orPropose: true, baseVersion: 3 }))).toMatchObject({ proposalId: id });
    expect(await refused(artifact.edit({ append: 'two' }, { orPropose: false, waitMs: 0 }))).toMatchObject({
      proposalId: undefined,
    });
    expect((await sent()).map(({ body }) => body)).toEqual([
      { content: 'two', baseVersion: 3, keep: 'proposal' },
      { append: 'two', lock: 'auto' },
    ]);
  });
});

describe('a write', () => {
  test('says what it is based on, which lock it needs and why, and does not have its text sent back', async () => {
    const { content, ...minimal } = next;
    const { artifact, requests, sent } = plan(json(minimal));
    expect(await artifact.write(content, { baseVersion: 1, lock: 'auto', note: 'why' })).toEqual(next);
    expect((await sent())[0]).toMatchObject({ body: { content, baseVersion: 1, lock: 'auto', note: 'why' } });
    expect(requests[0]!.headers.get('prefer')).toBe('return=minimal');
  });

  test('says nothing that it was not told', async () => {
    const { artifact, sent } = plan(json(next));
    await artifact.write('two');
    expect((await sent())[0]!.body).toEqual({ content: 'two' });
  });
});

describe('an edit with a function', () => {
  const held = { ...view, version: 7, lockedAt: '2026-01-01T00:00:00.000Z', lockExpiresAt: '2026-01-01T00:10:00.000Z' };

  test('writes over the version that the function got, and over no other', async () => {
    const { artifact, sent } = plan(json({}), json(held), json({ ...held, version: 8 }), json({ ...view, version: 8 }));
    await artifact.edit((text) => `${text}two`, { note: 'why' });
    expect((await sent()).map(({ call, body }) => [call, body])).toEqual([
      [`POST ${path}/lock`, undefined],
      [`GET ${path}`, undefined],
      [`PATCH ${path}`, { content: 'one\ntwo', baseVersion: 7, note: 'why', keep: 'proposal' }],
      [`DELETE ${path}/lock`, undefined],
    ]);
  });

  test('keeps the text that it could not write over a newer version', async () => {
    const conflict = refusal(409, 'version_conflict', { currentVersion: 8, updatedBy: id });
    const { artifact } = plan(json({}), json(held), conflict, json({}), json(view));
    const error = await refused(artifact.edit(() => 'much work'));
    expect(error).toBeInstanceOf(VersionConflictError);
    expect(error).toMatchObject({
      text: 'much work',
      currentVersion: 8,
      updatedBy: id,
      requestId: 'r1',
      cause: { text: undefined },
    });
  });

  const lost = refusal(423, 'not_locked');

  test('that lost its lock says which proposal keeps the text', async () => {
    const { artifact } = plan(json({}), json(held), kept, lost);
    const error = await refused(artifact.edit(() => 'much work'));
    expect(error).toBeInstanceOf(LockLostError);
    expect(error).toMatchObject({ ...holder, text: 'much work', proposalId: id, code: 'lock_lost' });
    expect((error as Error).message).toContain(`kept as the proposal ${id}`);
  });

  test('that lost its lock, whose text could not be kept, does not say that it was', async () => {
    const error = await refused(plan(json({}), json(held), lost, lost).artifact.edit(() => 'much work'));
    expect(error).toMatchObject({ name: 'LockLostError', text: 'much work', proposalId: undefined });
    expect((error as Error).message).not.toContain('kept');
  });

  test('sends its text although it knows that the lock is lost, so that it is kept', async () => {
    const soon = { ...held, lockExpiresAt: '2026-01-01T00:00:00.030Z' };
    const { artifact, sent } = plan(json({}), json(soon), lost, kept, lost);
    const editing = artifact.edit(async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'much work';
    });
    expect(await refused(editing)).toMatchObject({ text: 'much work', proposalId: id });
    expect((await sent()).map(({ call }) => call.split(' ')[0])).toEqual(['POST', 'GET', 'POST', 'PATCH', 'POST']);
  });

  test('that lost its lock carries its text also if the service refuses that for another reason', async () => {
    const soon = { ...held, lockExpiresAt: '2026-01-01T00:00:00.030Z' };
    const { artifact } = plan(json({}), json(soon), lost, refusal(400, 'invalid_request'), lost);
    const editing = artifact.edit(async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'much work';
    });
    expect(await refused(editing)).toMatchObject({ name: 'LockLostError', text: 'much work', cause: { code: 'not_locked' } });
  });

  test('lets no change through the same space come in between', async () => {
    const { artifact, sent } = plan(json({}), json(held), json({ ...held, version: 8 }), json(view), json(next));
    const { opened, open } = gate<string>();
    const editing = artifact.edit(() => opened);
    const changing = artifact.edit({ append: 'two' }, { lock: 'held' });
    open('one');
    await Promise.all([editing, changing]);
    expect((await sent()).map(({ call }) => call.split(' ')[0])).toEqual(['POST', 'GET', 'PATCH', 'DELETE', 'PATCH']);
  });

  test('begins when the changes before it through the same space have ended', async () => {
    const { opened, open } = gate();
    const { artifact, sent } = plan(after(opened, json(next)), json({}), json(held), json({ ...held, version: 8 }), json(view));
    const both = Promise.all([artifact.edit({ append: 'two' }), artifact.edit((text) => text)]);
    await new Promise(setImmediate);
    expect(await sent()).toHaveLength(1);
    open();
    await both;
    expect((await sent()).map(({ call }) => call.split(' ')[0])).toEqual(['PATCH', 'POST', 'GET', 'PATCH', 'DELETE']);
  });
});

describe('the history', () => {
  test('is listed, read, compared and restored by version', async () => {
    const { artifact, sent } = plan(json({ versions: [] }), json(view), json(diff), json(diff), json({ ...next, version: 3 }));
    expect(await artifact.history({ before: 9, limit: 2 })).toEqual([]);
    expect(await artifact.at(1)).toEqual(view);
    expect(await artifact.diff(1)).toEqual(diff);
    await artifact.diff(1, 2);
    await artifact.restore(1, { baseVersion: 2, note: 'back' });
    expect((await sent()).map(({ call, body }) => [call, body])).toEqual([
      [`GET ${path}/versions?before=9&limit=2`, undefined],
      [`GET ${path}/versions/1`, undefined],
      [`GET ${path}/diff?from=1`, undefined],
      [`GET ${path}/diff?from=1&to=2`, undefined],
      [`POST ${path}/versions/1/restore`, { baseVersion: 2, lock: 'auto', note: 'back' }],
    ]);
    expect(artifact.version).toBe(3);
  });

  test('shows what a change would do, and leaves the artifact as it was read', async () => {
    const { artifact, sent } = plan(json({ ...next, content: undefined, diff }));
    expect(await artifact.preview({ append: 'two' }, { baseVersion: 1 })).toEqual(diff);
    expect((await sent())[0]!.body).toEqual({ append: 'two', baseVersion: 1, lock: 'auto', dryRun: true });
    expect(artifact.view).toEqual(view);
  });
});

describe('a refusal', () => {
  const conflict = { currentVersion: 3, updatedBy: id, updatedByName: 'Bob', updatedAt: '2026-01-01T00:00:00.000Z', diff };

  test.each([409, 412])('%i version_conflict says who wrote what since', async (status) => {
    const error = await refused(plan(refusal(status, 'version_conflict', conflict)).artifact.write('two', { baseVersion: 1 }));
    expect(error).toBeInstanceOf(VersionConflictError);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ ...conflict, name: 'VersionConflictError', status, text: undefined });
  });

  test('409 edit_mismatch says which edit does not fit, and why', async () => {
    const mismatch = { index: 1, reason: 'ambiguous', matches: 2, near: 'one or two', currentVersion: 3 };
    const error = await refused(plan(refusal(409, 'edit_mismatch', mismatch)).artifact.edit({ append: 'two' }));
    expect(error).toBeInstanceOf(EditMismatchError);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ ...mismatch, name: 'EditMismatchError' });
  });

  test('410 version_thinned and an unknown 412 are of the class of their status', async () => {
    expect(await refused(plan(refusal(410, 'version_thinned')).artifact.at(2))).toBeInstanceOf(GoneError);
    expect(await refused(plan(refusal(412)).artifact.refresh())).toMatchObject({ name: 'ConflictError', status: 412 });
  });

  test('does not have a class that only looks like a code', async () => {
    expect(await refused(plan(refusal(409, 'constructor')).artifact.refresh())).toMatchObject({ name: 'ConflictError' });
  });
});
