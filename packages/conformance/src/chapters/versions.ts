import { createHash } from 'node:crypto';
import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, propose, write, type Member } from '../scenes.ts';
import { call, covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const change = async (member: Member, input: Input) =>
  (await covers('writeArtifact', 200, member, { lock: 'auto', ...input })).body;

/** An artifact with four versions: two of the guest, then two of the owner. */
async function written() {
  const scene = await everybody();
  const artifact = { artifactId: scene.artifactId };
  await change(scene.guest, { ...artifact, append: 'one', note: 'The first point' });
  await change(scene.owner, { ...artifact, edits: [{ old: 'one', new: 'two' }] });
  await change(scene.owner, { ...artifact, content: 'All new\n', baseVersion: 3 });
  return { ...scene, artifact };
}

/** Versions that never were, beyond those that a database can count too. */
const never = [5, 2 ** 31, 999_999_999_999_999];

const texts = ['# Plan', '# Plan\none', '# Plan\ntwo', 'All new\n'];

additions('listArtifactVersions', () => {
  promise('200 with who wrote each version, when and how, newest first, without contents', async () => {
    const { owner, guest, artifact } = await written();
    const { versions } = (await covers('listArtifactVersions', 200, guest, artifact)).body;
    expect(versions).toMatchObject([
      { version: 4, authorId: owner.id, via: 'write' },
      { version: 3, authorId: owner.id, via: 'edits' },
      { version: 2, authorId: guest.id, authorName: 'Ada', via: 'append', note: 'The first point' },
      { version: 1, authorId: guest.id, authorName: 'Ada', via: 'create' },
    ]);
    for (const [index, each] of versions.toReversed().entries()) {
      const content = texts[index]!;
      expect(each).toMatchObject({ kept: true, bytes: Buffer.byteLength(content), sha256: sha256(content) });
      expect(each).not.toHaveProperty('content');
    }
    const { updatedAt } = (await covers('getArtifact', 200, guest, artifact)).body;
    expect(versions[0]!.at).toBe(updatedAt);
  });

  promise('200 with `limit` versions, older than `before`', async () => {
    const { guest, artifact } = await written();
    const page = await covers('listArtifactVersions', 200, guest, { ...artifact, before: 4, limit: 2 });
    expect(page.body.versions.map(({ version }) => version)).toEqual([3, 2]);
    const last = await covers('listArtifactVersions', 200, guest, { ...artifact, before: 2 });
    expect(last.body.versions.map(({ version }) => version)).toEqual([1]);
    const all = await covers('listArtifactVersions', 200, guest, { ...artifact, before: never.at(-1) });
    expect(all.body.versions).toHaveLength(4);
  });

  promise.each([
    ['limit', 0],
    ['limit', 101],
    ['before', 0],
  ])('400 with %s=%j', async (field, value) => {
    const { guest, artifactId } = await everybody();
    await covers('listArtifactVersions', 400, guest, { artifactId, [field]: value });
  });
});

additions('getArtifactVersion', () => {
  promise('200 with the content as it was written', async () => {
    const { guest, artifact } = await written();
    for (const [index, content] of texts.entries()) {
      const { body } = await covers('getArtifactVersion', 200, guest, { ...artifact, version: index + 1 });
      expect(body).toMatchObject({ version: index + 1, content, sha256: sha256(content), kept: true });
    }
  });

  promise('404 for a version that never was', async () => {
    const { guest, artifact } = await written();
    for (const version of [0, ...never]) {
      const { body } = await covers('getArtifactVersion', 404, guest, { ...artifact, version });
      expect(body.code).toBe('version_not_found');
    }
  });
});

additions('diffArtifact', () => {
  const lines = [' # Plan', '-one', '\\ No newline at end of file', '+two', '\\ No newline at end of file'];
  const unmarked = lines.filter((line) => !line.startsWith('\\'));

  promise('200 with the lines that differ between two versions', async () => {
    const { guest, artifact } = await written();
    const { body } = await covers('diffArtifact', 200, guest, { ...artifact, from: 2, to: 3 });
    expect(body).toMatchObject({ from: 2, to: 3, added: 1, removed: 1, truncated: false });
    expect(body.hunks).toMatchObject([{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2 }]);
    expect(body.hunks[0]!.lines.filter((line) => !line.startsWith('\\'))).toEqual(unmarked);
  });

  promise('200 with the present version if `to` is missing, and backwards', async () => {
    const { guest, artifact } = await written();
    const { body } = await covers('diffArtifact', 200, guest, { ...artifact, from: 3 });
    expect(body).toMatchObject({ from: 3, to: 4, added: 1, removed: 2 });
    const back = await covers('diffArtifact', 200, guest, { ...artifact, from: 4, to: 3 });
    expect(back.body).toMatchObject({ from: 4, to: 3, added: 2, removed: 1 });
  });

  promise('200 as unified text with `Accept: text/x-diff`', async () => {
    const { guest, artifactId } = await everybody();
    await change(guest, { artifactId, content: 'a\nb\nc\n', baseVersion: 1 });
    await change(guest, { artifactId, content: 'a\nB\nc\n', baseVersion: 2 });
    const { text, headers } = await covers(
      'diffArtifact',
      200,
      guest,
      { artifactId, from: 2 },
      { headers: { accept: 'text/x-diff' } },
    );
    expect(headers.get('content-type')).toMatch(/^text\/x-diff; ?charset=utf-8$/i);
    expect(text).toBe('--- v2\n+++ v3\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n');
  });

  promise('404 for a version that never was', async () => {
    const { guest, artifact } = await written();
    for (const to of never) {
      const { body } = await covers('diffArtifact', 404, guest, { ...artifact, from: 1, to });
      expect(body.code).toBe('version_not_found');
    }
  });
});

additions('restoreArtifactVersion', () => {
  promise('200 with a new version that has the old content', async () => {
    const { guest, artifact } = await written();
    const restoring = { ...artifact, version: 2, baseVersion: 4, lock: 'auto', note: 'Back' };
    const { body } = await covers('restoreArtifactVersion', 200, guest, restoring);
    expect(body).toMatchObject({ version: 5, content: texts[1], sha256: sha256(texts[1]!), updatedBy: guest.id });
    expect(body).not.toHaveProperty('lockedBy');
    const { versions } = (await covers('listArtifactVersions', 200, guest, artifact)).body;
    expect(versions).toHaveLength(5);
    expect(versions[0]).toMatchObject({ version: 5, authorId: guest.id, via: 'restore', restoredFrom: 2, note: 'Back' });
  });

  promise('423 without the lock, or if another participant holds it', async () => {
    const { owner, guest, artifact } = await written();
    await covers('restoreArtifactVersion', 423, guest, { ...artifact, version: 1 });
    await covers('lockArtifact', 200, owner, artifact);
    const { body } = await covers('restoreArtifactVersion', 423, guest, { ...artifact, version: 1, lock: 'auto' });
    expect(body.lockedBy).toBe(owner.id);
  });

  promise('409 with `baseVersion`, 412 with `If-Match`, if that is not the present version', async () => {
    const { guest, artifact } = await written();
    const restoring = { ...artifact, version: 1, lock: 'auto' };
    for (const baseVersion of [3, ...never]) {
      const { body } = await covers('restoreArtifactVersion', 409, guest, { ...restoring, baseVersion });
      expect(body).toMatchObject({ code: 'version_conflict', currentVersion: 4 });
    }
    const failed = await covers('restoreArtifactVersion', 412, guest, restoring, { headers: { 'if-match': '"v3"' } });
    expect(failed.body).toMatchObject({ code: 'version_conflict', currentVersion: 4 });
    expect((await covers('getArtifact', 200, guest, artifact)).body.version).toBe(4);
  });

  promise('404 for a version that never was', async () => {
    const { guest, artifact } = await written();
    for (const version of never) {
      const { body } = await covers('restoreArtifactVersion', 404, guest, { ...artifact, version, lock: 'auto' });
      expect(body.code).toBe('version_not_found');
    }
  });
});

additions('an event of an artifact', () => {
  promise('tells the SHA-256 of what was written, how, and by whom', async () => {
    const { owner, guest, artifact } = await written();
    await covers('restoreArtifactVersion', 200, guest, { ...artifact, version: 2, lock: 'auto' });
    const stream = await openStream(owner, {}, { headers: { 'last-event-id': '0' } });
    await stream.first('artifact', ({ action }) => action === 'restored');
    const told = stream.all('artifact').map(({ action, via, authorId, sha256 }) => ({ action, via, authorId, sha256 }));
    expect(told).toEqual([
      { action: 'created', via: 'create', authorId: guest.id, sha256: sha256(texts[0]!) },
      { action: 'updated', via: 'append', authorId: guest.id, sha256: sha256(texts[1]!) },
      { action: 'updated', via: 'edits', authorId: owner.id, sha256: sha256(texts[2]!) },
      { action: 'updated', via: 'write', authorId: owner.id, sha256: sha256(texts[3]!) },
      { action: 'restored', via: 'restore', authorId: guest.id, sha256: sha256(texts[1]!) },
    ]);
  });
});

additions('an artifact beyond the limits of its history', () => {
  /** More than 16 MiB of old versions, of which the newest 50 stay. */
  const [bytes, writes] = [340_000, 55];

  promise(
    '410 for the oldest versions, never for the first, the newest, those that open proposals are based on and those of decisions',
    async () => {
      const { owner, guest } = await everybody();
      const artifact = { artifactId: await write(owner, 'x'.repeat(bytes)) };
      const minimal = { headers: { prefer: 'return=minimal' } };
      const append = () => covers('writeArtifact', 200, owner, { ...artifact, append: 'y', lock: 'auto' }, minimal);
      await append();
      const proposal = { ...artifact, proposalId: await propose(guest, { ...artifact, baseVersion: 2, append: 'z' }) };
      for (let count = 1; count < 4; count += 1) await append();
      const pinned = { title: 'Is it right?', voters: 'all', artifact: { ...artifact, version: 4 } };
      const { decisionId } = (await covers('createDecision', 200, guest, pinned)).body;
      await covers('withdrawDecision', 200, guest, { decisionId });
      for (let count = 4; count < writes; count += 1) await append();
      const isPruned = async (version: number) =>
        (await call('getArtifactVersion', owner, { ...artifact, version })).status !== 200;
      await eventually(() => isPruned(3));
      const { versions } = (await covers('listArtifactVersions', 200, owner, { ...artifact, limit: 100 })).body;
      expect(versions).toHaveLength(writes + 1);
      const kept = versions.filter((each) => each.kept).map(({ version }) => version);
      expect(kept).toEqual(expect.arrayContaining([1, 2, 4, ...Array.from({ length: 51 }, (_, i) => writes + 1 - i)]));
      expect(kept).not.toContain(3);
      for (const [name, input] of [
        ['getArtifactVersion', { version: 3 }],
        ['diffArtifact', { from: 3 }],
        ['restoreArtifactVersion', { version: 3, lock: 'auto' }],
        ['createProposal', { baseVersion: 3, append: 'z' }],
        ['createComment', { version: 3, quote: 'z', text: 'z' }],
      ] as const) {
        const { body } = await covers(name, 410, owner, { ...artifact, ...input });
        expect(body.code, name).toBe('version_thinned');
      }
      const rebase = await covers('rebaseProposal', 410, guest, { ...proposal, baseVersion: 3, append: 'z' });
      expect(rebase.body.code).toBe('version_thinned');
      const unstored = { ...pinned, artifact: { ...artifact, version: 3 } };
      expect((await covers('createDecision', 410, guest, unstored)).body.code).toBe('version_thinned');
      // There is nothing to compare with.
      const late = { ...artifact, content: 'Late', lock: 'auto', baseVersion: 3 };
      const { body } = await covers('writeArtifact', 409, owner, late);
      expect(body).toMatchObject({ code: 'version_conflict', currentVersion: writes + 1 });
      expect(body).not.toHaveProperty('diff');
      await covers('withdrawProposal', 200, guest, proposal);
      await append();
      await eventually(() => isPruned(2));
      await covers('getArtifactVersion', 410, owner, { ...artifact, version: 2 });
    },
  );
});
