import { describe, expect, it } from 'vitest';
import type { StoredIn } from '../observe/batch.ts';
import { append, eventually, given, quiet, refusing, rename, say } from './committer.fixture.ts';

describe('what a committer measures', () => {
  it('each write waits once, and each batch has its size and its duration', async () => {
    const { db, committer, recorded } = given(['s', 't']);
    const first = [committer.write('s', append('a')), committer.write('t', append('x')), committer.write('s', append('b'))];
    await quiet();
    expect(recorded.observedOf('parley_commit_batch_writes')).toEqual([]);
    await db.sent[0]!.pass();
    await Promise.all(first);
    expect(recorded.observedOf('parley_commit_batch_writes')).toEqual([3]);
    expect(recorded.observedOf('parley_commit_duration_seconds')).toHaveLength(1);
    const waits = recorded.observedOf('parley_commit_wait_seconds');
    expect(waits).toHaveLength(3);
    for (const wait of waits) expect(wait >= 0 && wait < 60).toBe(true);
  });

  it('writes that nobody has sent yet are waiting', async () => {
    const { db, committer } = given(['s']);
    const first = committer.write('s', append('a'));
    await quiet();
    const second = [committer.write('s', append('b')), committer.write('s', append('c'))];
    expect(committer.waiting).toBe(2);
    await db.sent[0]!.pass();
    await db.sent[1]!.pass();
    await Promise.all([first, ...second]);
    expect(committer.waiting).toBe(0);
  });

  it('a lost race is one refenced commit, and its state is read again', async () => {
    const { db, committer, recorded } = given(['s']);
    const write = committer.write('s', append('a'));
    await quiet();
    rename(db, 's', 'other ');
    await db.sent[0]!.pass();
    await eventually(() => db.sent.length === 2);
    await db.sent[1]!.pass();
    expect(await write).toEqual({ outcome: 'other a' });
    expect(recorded.countedOf('parley_refenced_commits_total')).toHaveLength(1);
    expect(recorded.countedOf('parley_snapshot_reads_total')).toEqual(['hit', 'miss', 'hit']);
    expect(recorded.countedOf('parley_commit_failures_total')).toEqual([]);
  });

  it('a refusal on an old state is a refenced commit too', async () => {
    const { db, committer, recorded } = given(['s']);
    rename(db, 's', 'open');
    expect(await committer.write('s', refusing)).toEqual({ outcome: 'let in' });
    expect(recorded.countedOf('parley_refenced_commits_total')).toHaveLength(1);
  });

  it('a batch that the database does not store is a failure, a race is none', async () => {
    const { db, committer, recorded } = given(['s']);
    const lost = committer.write('s', append('a'));
    await quiet();
    await Promise.all([expect(lost).rejects.toThrow('disk'), db.sent[0]!.fail(new Error('disk'))]);
    expect(recorded.countedOf('parley_commit_failures_total')).toHaveLength(1);
    const kept = committer.write('s', append('a'));
    await eventually(() => db.sent.length === 2);
    await db.sent[1]!.fail(Object.assign(new Error('deadlock'), { code: '40P01' }));
    await eventually(() => db.sent.length === 3);
    await db.sent[2]!.pass();
    await kept;
    expect(recorded.countedOf('parley_commit_failures_total')).toHaveLength(1);
  });

  it('a write is told which batch stored it, even if it is the only one that asks', async () => {
    const { db, committer } = given(['s', 't']);
    const told: StoredIn[] = [];
    const stored = (batch: StoredIn) => void told.push(batch);
    const writes = [
      committer.write('s', { ...say('a'), stored }),
      committer.write('t', { ...say('b'), stored }),
      committer.write('s', say('c')),
    ];
    await quiet();
    rename(db, 't', 'other');
    await db.sent[0]!.pass();
    await eventually(() => db.sent.length === 2);
    await db.sent[1]!.pass();
    await Promise.all(writes);
    expect(told.map(({ batch, writes, spaces, repeats }) => [batch, writes, spaces, repeats])).toEqual([
      [1, 3, 2, 0],
      [1, 3, 2, 0],
      [2, 1, 1, 1],
    ]);
  });
});
