import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ConflictError,
  EditMismatchError,
  LockedError,
  LockLostError,
  NotFoundError,
  ProposalEndedError,
  ProposalStaleError,
  VersionConflictError,
  type Artifact,
  type Proposal,
  type Space,
} from '../../src/index.ts';
import { repeating } from '../fault-proxy.ts';
import { connect, eventually, listen, meeting, served } from '../meeting.ts';

const server = served({ PARLEY_LOCK_TTL_SECONDS: '15' });

/** An artifact that Bob created, in the hands of the owner, of Bob, and of Eve, who proposes. */
async function shared(content = 'one\ntwo\n') {
  const [owner, bob, eve] = await meeting(connect(server.url), 'Bob', 'Eve');
  const { id } = await bob!.artifacts.create({ name: 'Plan', content });
  const of = (space: Space) => space.artifacts.get(id);
  return { owner: await of(owner), bob: await of(bob!), eve: await of(eve!) };
}

/** The same artifact for the same participant, over another connection. */
const over = ({ space, id }: Artifact, url: string, fetch = globalThis.fetch) =>
  connect(url, { fetch, maxRetries: 4 }).space({ spaceId: space.spaceId, key: space.key }).artifacts.get(id);

const seenBy = (artifact: Artifact, { id }: Proposal) => artifact.proposal(id);

const failed = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => 'succeeded',
    (error: unknown) => error,
  );

describe('a proposal', () => {
  test('becomes a version of its author when the holder of the lock accepts it, and all see each step', async () => {
    const { owner, bob, eve } = await shared();
    await bob.lock();
    const stop = new AbortController();
    const { heard, ended } = listen(owner.space.events({ after: 'now', signal: stop.signal }));
    await eventually(() => heard.some(({ type }) => type === 'context'));
    const proposal = await eve.propose({ edits: [{ old: 'two', new: '2' }] }, { note: 'Digits' });
    expect(proposal.view).toMatchObject({ state: 'open', via: 'edits', baseVersion: 1, revision: 1, note: 'Digits' });
    expect(proposal.view.diff).toMatchObject({ from: 1, to: 2, added: 1, removed: 1 });
    expect((await eve.refresh()).version).toBe(1);
    expect((await bob.proposals()).map(({ id, view }) => [id, view.authorName])).toEqual([[proposal.id, 'Eve']]);

    const told = await seenBy(bob, proposal);
    expect(told.view).toMatchObject({ edits: [{ old: 'two', new: '2' }], applies: 'clean' });
    expect(await told.accept()).toMatchObject({ state: 'accepted', version: 2, endedBy: bob.space.participantId });
    expect(told.state).toBe('accepted');
    expect(await bob.refresh()).toMatchObject({ content: 'one\n2\n', updatedBy: eve.space.participantId });
    const [version] = await bob.history({ limit: 1 });
    expect(version).toMatchObject({ via: 'proposal', proposalId: proposal.id, acceptedBy: bob.space.participantId });
    expect(await bob.proposals()).toEqual([]);
    expect((await bob.proposals({ state: 'all' })).map(({ state }) => state)).toEqual(['accepted']);
    expect(await proposal.read()).toMatchObject({ state: 'accepted', version: 2 });

    const steps = () => heard.flatMap(({ type, data }) => (type === 'proposal' ? [data] : []));
    await eventually(() => steps().length === 2);
    expect(steps().map(({ proposalId, artifactId, state }) => [proposalId, artifactId, state])).toEqual([
      [proposal.id, bob.id, 'open'],
      [proposal.id, bob.id, 'accepted'],
    ]);
    stop.abort();
    await ended;
  });

  test('is decided in a loop over deliveries, and its author learns the decision in the same way', async () => {
    const { bob, eve } = await shared();
    await eve.propose({ append: 'three' });
    const enough = new AbortController();
    await bob.space.work(
      async ({ message }) => {
        const proposal = await bob.proposal(message.proposalId!);
        await proposal.reject({ note: 'Too many' });
        enough.abort();
      },
      { signal: enough.signal },
    );
    for await (const { message } of eve.space.deliveries()) {
      expect((await eve.proposal(message.proposalId!)).view).toMatchObject({ state: 'rejected', endNote: 'Too many' });
      break;
    }
  });

  test('that no longer applies is a ProposalStaleError, until it is accepted with a content or rebased', async () => {
    const { bob, eve } = await shared();
    const whole = await eve.propose({ content: 'mine\n' });
    const part = await eve.propose({ edits: [{ old: 'two', new: '2' }] });
    await bob.edit({ edits: [{ old: 'two', new: 'zwei' }] });
    for (const proposal of [whole, part]) {
      const told = await seenBy(bob, proposal);
      expect(told.view.applies).toBe('conflict');
      const error = await failed(told.accept());
      expect(error).toBeInstanceOf(ProposalStaleError);
      expect(error).toMatchObject({ currentVersion: 2, diff: { from: 1, to: 2, added: 1, removed: 1 } });
    }
    expect(await (await seenBy(bob, whole)).accept({ content: 'ours\n' })).toMatchObject({ state: 'accepted_with_changes' });
    expect(await bob.refresh()).toMatchObject({ content: 'ours\n', version: 3 });
    await eve.refresh();
    expect(await failed(part.rebase({ edits: [{ old: 'two', new: '2' }] }))).toBeInstanceOf(EditMismatchError);
    expect(await part.rebase({ append: 'all' })).toMatchObject({ revision: 2, baseVersion: 3 });
    await (await seenBy(bob, part)).accept();
    expect((await bob.refresh()).content).toBe('ours\nall');
  });

  test('is never accepted with a text, or over a text, that the decider has not read', async () => {
    const { bob, eve } = await shared();
    const proposal = await eve.propose({ append: 'three' });
    const told = await seenBy(bob, proposal);
    await proposal.rebase({ append: 'something else' });
    const error = await failed(told.accept());
    expect(error).toBeInstanceOf(ProposalStaleError);
    expect(error).toMatchObject({ currentVersion: undefined });
    await told.read();
    await eve.edit({ append: 'four' });
    expect(await failed(told.accept())).toBeInstanceOf(VersionConflictError);
    await told.read();
    expect(await failed(told.accept({ content: 'Bob has not read all of this' }))).toBeInstanceOf(VersionConflictError);
    expect(await told.accept()).toMatchObject({ version: 3 });
  });

  test('is a ProposalEndedError when it was decided or withdrawn, and not found when its artifact is gone', async () => {
    const { owner, bob, eve } = await shared();
    const rejected = await eve.propose({ append: 'three' });
    const told = await seenBy(bob, rejected);
    await (await seenBy(owner, rejected)).reject();
    const withdrawn = await eve.propose({ append: 'four' });
    const alsoTold = await seenBy(bob, withdrawn);
    await withdrawn.withdraw();
    const calls = [told.accept(), told.reject(), rejected.withdraw(), rejected.rebase({ append: 'x' }), alsoTold.accept()];
    for (const error of await Promise.all(calls.map(failed))) {
      expect(error).toBeInstanceOf(ProposalEndedError);
      expect(error).toBeInstanceOf(ConflictError);
    }
    await bob.delete();
    expect(await failed(told.read())).toBeInstanceOf(NotFoundError);
    expect(await failed(eve.propose({ append: 'x' }))).toBeInstanceOf(NotFoundError);
  });
});

describe('the text of an edit with a function', () => {
  /** What the edit throws, with the proposal as the owner sees it. */
  async function keptOf(editing: Promise<unknown>, owner: Artifact) {
    const error = await failed(editing);
    expect(error).toBeInstanceOf(LockLostError);
    const { proposalId, message } = error as LockLostError;
    expect(message).toContain(`kept as the proposal ${proposalId}`);
    return { error, proposal: await owner.proposal(proposalId!) };
  }

  test('is kept as a proposal, and accepted, when the owner releases the lock meanwhile', async () => {
    const { owner, bob } = await shared('one');
    const editing = bob.edit(
      async (text) => {
        await owner.unlock();
        return `${text} much work`;
      },
      { note: 'late' },
    );
    const { error, proposal } = await keptOf(editing, owner);
    expect(error).toMatchObject({ text: 'one much work', lockedBy: undefined });
    expect(proposal.view).toMatchObject({ content: 'one much work', baseVersion: 1, note: 'late', applies: 'clean' });
    await proposal.accept();
    expect(await bob.refresh()).toMatchObject({ content: 'one much work', updatedBy: bob.space.participantId });
  });

  test('is kept when the lock expires and somebody else writes meanwhile', async () => {
    const { owner, bob, eve } = await shared('one');
    // The heartbeats do not arrive.
    const cutOff = await over(bob, server.url, (address, init) =>
      String(address).endsWith('/heartbeat') ? Promise.reject(new TypeError('fetch failed')) : fetch(address, init),
    );
    const editing = cutOff.edit(async () => {
      await eve.edit({ append: 'two' }, { pollMs: 100 });
      return 'much work';
    });
    const { error, proposal } = await keptOf(editing, owner);
    expect(error).toMatchObject({ text: 'much work' });
    expect(proposal.view).toMatchObject({ content: 'much work', baseVersion: 1, applies: 'conflict' });
    expect(await owner.refresh()).toMatchObject({ content: 'one\ntwo', version: 2 });
  });

  test('is kept also when the client knows of the loss first', async () => {
    const { owner, bob, eve } = await shared('one');
    const editing = bob.edit(async (_, lost) => {
      await owner.unlock();
      await eve.lock();
      await eventually(() => lost.aborted);
      return 'much work';
    });
    const { error, proposal } = await keptOf(editing, owner);
    expect(error).toMatchObject({ lockedBy: eve.space.participantId, lockedByName: 'Eve' });
    expect(proposal.view.content).toBe('much work');
  });

  test('is not kept of the muted, and the error has it all the same', async () => {
    const { owner, bob } = await shared('one');
    const editing = bob.edit(async () => {
      await owner.space.mute('Bob');
      return 'much work';
    });
    expect(await failed(editing)).toMatchObject({ name: 'LockLostError', text: 'much work', proposalId: undefined });
    expect(await owner.proposals()).toEqual([]);
  });

  test('is kept once, although every write reaches the service twice', async () => {
    const { owner, bob } = await shared('one');
    const twice = await repeating(server.url);
    onTestFinished(twice.stop);
    const editing = (await over(bob, twice.url)).edit(async () => {
      await owner.unlock();
      return 'much work';
    });
    const { proposal } = await keptOf(editing, owner);
    expect((await owner.proposals()).map(({ id }) => id)).toEqual([proposal.id]);
    expect(twice.faults()).toBeGreaterThan(1);
  });
});

describe('a change', () => {
  test('becomes a proposal at once if the lock is taken and its caller wants that, and is written otherwise', async () => {
    const { bob, eve } = await shared('one');
    await bob.lock();
    const error = await failed(eve.edit({ append: 'two' }, { orPropose: true, note: 'late' }));
    expect(error).toBeInstanceOf(LockedError);
    expect(error).toMatchObject({ lockedBy: bob.space.participantId, proposalId: expect.any(String) as string });
    expect(await failed(eve.edit({ append: 'two' }, { waitMs: 0 }))).toMatchObject({ proposalId: undefined });
    const [proposal, ...others] = await bob.proposals();
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({ id: (error as LockedError).proposalId, view: { via: 'append', note: 'late' } });
    await proposal!.accept();
    await bob.unlock();
    await eve.refresh();
    expect(await eve.edit({ append: 'three' }, { orPropose: true })).toMatchObject({ content: 'one\ntwo\nthree' });
  });

  test('of the whole content becomes a proposal if it needs a lock that its caller does not hold', async () => {
    const { bob, eve } = await shared('one');
    const error = await failed(eve.write('two', { orPropose: true }));
    expect(error).toMatchObject({ name: 'LockedError', code: 'not_locked', lockedBy: undefined });
    expect((await bob.proposal((error as LockedError).proposalId!)).view).toMatchObject({ content: 'two', baseVersion: 1 });
    await bob.edit({ append: 'three' });
    expect(await failed(eve.edit({ append: 'four' }, { orPropose: true }))).toBeInstanceOf(VersionConflictError);
    expect(await bob.proposals()).toHaveLength(1);
  });

  test('becomes one proposal, although the connection breaks before its answer, or its process starts again', async () => {
    const { bob, eve } = await shared('one');
    await bob.lock();
    let lost = 0;
    const broken = await over(eve, server.url, async (address, init) => {
      const response = await fetch(address, init);
      if (init?.method !== 'PATCH' || (lost += 1) > 1) return response;
      throw new TypeError('fetch failed');
    });
    const options = { orPropose: true, baseVersion: 1, idempotencyKey: 'late-1' };
    const first = (await failed(broken.edit({ append: 'two' }, options))) as LockedError;
    expect(lost).toBe(2);
    await bob.unlock();
    const again = (await failed(eve.edit({ append: 'two' }, options))) as LockedError;
    expect(again).toBeInstanceOf(LockedError);
    expect(again.proposalId).toBe(first.proposalId);
    expect((await bob.proposals()).map(({ id }) => id)).toEqual([first.proposalId]);
  });
});
