import { createHash } from 'node:crypto';
import type { EventBody } from '@parley/core';
import { answer, ask, invite, join, openSpace, openStream, startServer, type Member, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../databases.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The changes to an artifact, as a stream tells them. */
async function changesOf(server: TestServer, member: Member, { artifactId }: { artifactId: string }, count: number) {
  const changes: EventBody<'artifact'>[] = [];
  const stream = await openStream(server, member, { lastEventId: '0' }, ({ event, data }, { leave }) => {
    if (event === 'artifact' && data.artifact.id === artifactId) changes.push(data);
    if (changes.length === count) leave();
  });
  await stream.ended;
  return changes;
}

describe.each(databases)('versions on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  let owner: Member;
  let bob: Member;
  beforeAll(async () => {
    place = await open();
    server = await startServer({ ...place.settings, PARLEY_ARTIFACT_VERSIONS: '60' });
    owner = await openSpace(server);
    bob = await join(server, await invite(server, owner), 'Bob');
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  const create = async (content: string): Promise<{ artifactId: string }> => {
    const { id: artifactId } = await answer(200, server, 'createArtifact', owner, { name: 'Plan', type: 'markdown', content });
    return { artifactId };
  };
  const auto = (who: Member, input: Record<string, unknown>) =>
    answer(200, server, 'writeArtifact', who, { lock: 'auto', ...input });

  it('say who wrote what, when and how, newest first', async () => {
    const plan = await create('# Plan\n');
    await auto(bob, { ...plan, append: 'one', note: 'first point' });
    await auto(owner, { ...plan, edits: [{ old: 'one', new: 'two' }] });
    await auto(owner, { ...plan, section: { heading: 'Plan', content: 'three\n' } });
    await auto(bob, { ...plan, content: 'all new' });
    const restored = await answer(200, server, 'restoreArtifactVersion', bob, {
      ...plan,
      version: 2,
      baseVersion: 5,
      lock: 'auto',
    });
    expect(restored).toMatchObject({ version: 6, content: '# Plan\none', updatedBy: bob.id, sha256: sha256('# Plan\none') });
    const { versions } = await answer(200, server, 'listArtifactVersions', owner, plan);
    expect(versions).toMatchObject([
      { version: 6, authorId: bob.id, authorName: 'Bob', via: 'restore', restoredFrom: 2, bytes: 10, kept: true },
      { version: 5, authorId: bob.id, via: 'write', sha256: sha256('all new') },
      { version: 4, authorId: owner.id, via: 'section' },
      { version: 3, authorId: owner.id, via: 'edits' },
      { version: 2, authorId: bob.id, via: 'append', note: 'first point' },
      { version: 1, authorId: owner.id, via: 'create', sha256: sha256('# Plan\n') },
    ]);
    expect(Object.keys(versions[5]!)).not.toContain('content');
    const texts = await Promise.all(
      versions.map(({ version }) => answer(200, server, 'getArtifactVersion', bob, { ...plan, version })),
    );
    expect(texts.map(({ content }) => content)).toEqual([
      '# Plan\none',
      'all new',
      '# Plan\nthree\n',
      '# Plan\ntwo',
      '# Plan\none',
      '# Plan\n',
    ]);
    const page = await answer(200, server, 'listArtifactVersions', owner, { ...plan, before: 4, limit: 2 });
    expect(page.versions.map(({ version }) => version)).toEqual([3, 2]);
  });

  it('are in the log with their SHA-256', async () => {
    const plan = await create('a');
    await auto(bob, { ...plan, content: 'b' });
    const changes = await changesOf(server, owner, plan, 2);
    expect(changes).toMatchObject([
      { action: 'created', sha256: sha256('a'), via: 'create', authorId: owner.id, actorId: owner.id },
      { action: 'updated', sha256: sha256('b'), via: 'write', authorId: bob.id, actorId: bob.id },
    ]);
  });

  it('404 for one that never was, 400 for no number', async () => {
    const plan = await create('a');
    for (const version of [2, 0, 999_999_999]) {
      const { code } = await answer(404, server, 'getArtifactVersion', owner, { ...plan, version });
      expect(code).toBe('version_not_found');
    }
    await answer(404, server, 'diffArtifact', owner, { ...plan, from: 1, to: 2 });
    await answer(404, server, 'restoreArtifactVersion', owner, { ...plan, version: 2, lock: 'auto' });
    await answer(423, server, 'restoreArtifactVersion', owner, { ...plan, version: 1 });
  });

  it('404 or 409 for one beyond every number that the database can store', async () => {
    const plan = await create('a');
    for (const version of [2 ** 31, 999_999_999_999_999]) {
      await answer(404, server, 'getArtifactVersion', owner, { ...plan, version });
      await answer(404, server, 'diffArtifact', owner, { ...plan, from: 1, to: version });
      await answer(404, server, 'restoreArtifactVersion', owner, { ...plan, version, lock: 'auto' });
      await answer(409, server, 'restoreArtifactVersion', owner, { ...plan, version: 1, baseVersion: version, lock: 'auto' });
      await answer(409, server, 'writeArtifact', owner, { ...plan, append: 'x', baseVersion: version, lock: 'auto' });
      expect((await answer(200, server, 'listArtifactVersions', owner, { ...plan, before: version })).versions).toHaveLength(1);
      await answer(404, server, 'createProposal', owner, { ...plan, append: 'x', baseVersion: version });
    }
  });

  it('are compared by lines', async () => {
    const plan = await create('a\nb\nc\n');
    await auto(bob, { ...plan, edits: [{ old: 'b', new: 'B' }] });
    const diff = { hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' a', '-b', '+B', ' c'] }] };
    expect(await answer(200, server, 'diffArtifact', bob, { ...plan, from: 1 })).toEqual({
      from: 1,
      to: 2,
      ...diff,
      added: 1,
      removed: 1,
      truncated: false,
    });
    expect(await answer(200, server, 'diffArtifact', bob, { ...plan, from: 2, to: 1 })).toMatchObject({ from: 2, to: 1 });
    const url = `${server.url}/hub/space/${owner.spaceId}/artifact/${plan.artifactId}/diff?from=1`;
    const text = await fetch(url, { headers: { 'x-private-key': bob.key, accept: 'text/x-diff' } });
    expect(text.headers.get('content-type')).toBe('text/x-diff; charset=utf-8');
    expect(await text.text()).toBe('--- v1\n+++ v2\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n');
  });

  it('lose their content beyond the limit, except the newest 50 and the first: 410', async () => {
    const plan = await create('v1');
    for (let version = 2; version <= 70; version += 1) await auto(bob, { ...plan, content: `v${version}` });
    const { versions } = await answer(200, server, 'listArtifactVersions', owner, { ...plan, limit: 100 });
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 70 }, (_, i) => 70 - i));
    const gone = versions.filter(({ kept }) => !kept).map(({ version }) => version);
    expect(gone.toReversed()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await answer(410, server, 'getArtifactVersion', owner, { ...plan, version: 5 })).code).toBe('version_thinned');
    await answer(410, server, 'diffArtifact', owner, { ...plan, from: 5 });
    await answer(410, server, 'restoreArtifactVersion', owner, { ...plan, version: 5, lock: 'auto' });
    expect((await answer(200, server, 'getArtifactVersion', owner, { ...plan, version: 1 })).content).toBe('v1');
    const { diff } = await answer(409, server, 'writeArtifact', bob, { ...plan, content: 'late', lock: 'auto', baseVersion: 5 });
    expect(diff).toBeUndefined();
  });
});

describe.each(databases)('a write on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  let owner: Member;
  let bob: Member;
  let plan: { artifactId: string };
  beforeAll(async () => {
    place = await open();
    server = await startServer(place.settings);
    owner = await openSpace(server);
    bob = await join(server, await invite(server, owner), 'Bob');
    const { id: artifactId } = await answer(200, server, 'createArtifact', owner, {
      name: 'Plan',
      type: 'markdown',
      content: 'one\n',
    });
    plan = { artifactId };
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });
  const present = () => answer(200, server, 'getArtifact', owner, plan);

  it('409 with what changed since if its base is not the present version', async () => {
    const { version } = await present();
    await answer(200, server, 'writeArtifact', bob, { ...plan, lock: 'auto', content: 'one\ntwo\n' });
    for (const change of [
      { content: 'lost' },
      { edits: [{ old: 'one', new: 'x' }] },
      { append: 'y' },
      { content: 'z', dryRun: true },
    ]) {
      const refused = await answer(409, server, 'writeArtifact', owner, {
        ...plan,
        ...change,
        lock: 'auto',
        baseVersion: version,
      });
      expect(refused).toMatchObject({
        code: 'version_conflict',
        currentVersion: version + 1,
        updatedBy: bob.id,
        updatedByName: 'Bob',
        diff: { from: version, to: version + 1, hunks: [{ lines: [' one', '+two'] }] },
      });
    }
    expect((await present()).content).toBe('one\ntwo\n');
  });

  it('409 with the place if an edit does not apply', async () => {
    const { version } = await present();
    const refused = await answer(409, server, 'writeArtifact', bob, {
      ...plan,
      lock: 'auto',
      edits: [
        { old: 'one', new: 'x' },
        { old: 'tow', new: 'y' },
      ],
    });
    expect(refused).toMatchObject({ code: 'edit_mismatch', index: 1, reason: 'not_found', matches: 0, currentVersion: version });
    const ambiguous = await answer(409, server, 'writeArtifact', bob, { ...plan, lock: 'auto', edits: [{ old: 'o', new: 'x' }] });
    expect(ambiguous).toMatchObject({ reason: 'ambiguous', matches: 2, near: expect.stringContaining('two') });
  });

  it('400 for none or several of the four changes', async () => {
    for (const change of [{}, { content: 'a', append: 'b' }]) {
      const { error } = await answer(400, server, 'writeArtifact', bob, { ...plan, lock: 'auto', ...change });
      expect(error).toBe('The input must have exactly one of content, edits, append, section');
    }
  });

  it('leaves the lock as it was found with `lock: "auto"`, and 423 without', async () => {
    await answer(423, server, 'writeArtifact', bob, { ...plan, append: 'x' });
    await answer(200, server, 'writeArtifact', bob, { ...plan, append: 'x', lock: 'auto' });
    expect(await present()).not.toHaveProperty('lockedBy');
    const { lockExpiresAt } = await answer(200, server, 'lockArtifact', bob, plan);
    const wrote = await answer(200, server, 'writeArtifact', bob, { ...plan, append: 'y', lock: 'auto' });
    expect(wrote).toMatchObject({ lockedBy: bob.id, lockExpiresAt });
    expect((await answer(423, server, 'writeArtifact', owner, { ...plan, append: 'z', lock: 'auto' })).lockedBy).toBe(bob.id);
    await answer(200, server, 'unlockArtifact', bob, plan);
    const changes = await changesOf(server, owner, plan, 6);
    expect(changes.map(({ action }) => action).slice(-4)).toEqual(['updated', 'locked', 'updated', 'unlocked']);
  });

  it('stores nothing in a dry run, and answers the difference', async () => {
    const before = await present();
    const tried = await answer(
      200,
      server,
      'writeArtifact',
      bob,
      { ...plan, edits: [{ old: 'two\n', new: 'two\nthree\n' }], lock: 'auto', dryRun: true },
      'a key',
    );
    expect(tried).toMatchObject({ version: before.version, diff: { from: before.version, added: 1, removed: 0 } });
    expect(tried).not.toHaveProperty('content');
    expect(await present()).toEqual(before);
    await answer(423, server, 'writeArtifact', bob, { ...plan, append: 'end', dryRun: true });
  });

  it('takes the version from If-Match: 412 if it is not the present one, 400 if the input names another', async () => {
    const url = `${server.url}/hub/space/${owner.spaceId}/artifact/${plan.artifactId}`;
    const write = (tag: string, body: object) =>
      fetch(url, {
        method: 'PATCH',
        headers: { 'x-private-key': bob.key, 'content-type': 'application/json', 'if-match': tag },
        body: JSON.stringify({ append: 'more', lock: 'auto', ...body }),
      });
    const download = await fetch(`${url}/download`, { headers: { 'x-private-key': bob.key } });
    const { version } = await present();
    const tag = download.headers.get('etag')!;
    expect(tag).toBe(`"v${version}"`);
    const again = await fetch(`${url}/download`, { headers: { 'x-private-key': bob.key, 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect((await write(tag, {})).status).toBe(200);
    const refused = await write(tag, {});
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({
      code: 'version_conflict',
      currentVersion: version + 1,
      diff: { from: version },
    });
    expect((await write(`"v${version + 1}"`, { baseVersion: version })).status).toBe(400);
    for (const odd of ['v1', 'W/"v1"', '"v1", "v2"', '"v0"', '"abc"']) expect((await write(odd, {})).status, odd).toBe(400);
    const withoutKey = await fetch(url, { method: 'PATCH', headers: { 'if-match': 'odd' }, body: '{}' });
    expect(withoutKey.status).toBe(401);
    expect((await write('*', { baseVersion: version })).status).toBe(412);
    expect((await write('*', {})).status).toBe(200);
  });

  it('leaves out the content if the caller prefers a minimal answer', async () => {
    const url = `${server.url}/hub/space/${owner.spaceId}/artifact/${plan.artifactId}`;
    const response = await fetch(url, {
      method: 'PATCH',
      headers: { 'x-private-key': bob.key, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify({ append: 'more', lock: 'auto' }),
    });
    expect(response.headers.get('preference-applied')).toBe('return=minimal');
    const written = (await response.json()) as object;
    expect(written).toHaveProperty('sha256');
    expect(written).not.toHaveProperty('content');
  });

  it('400 if the text after it is larger than one that can be sent', async () => {
    const { id: artifactId } = await answer(200, server, 'createArtifact', owner, {
      name: 'Big',
      type: 'markdown',
      content: 'x'.repeat(1_048_000),
    });
    const { issues } = await answer(400, server, 'writeArtifact', bob, { artifactId, append: 'y'.repeat(1_000), lock: 'auto' });
    expect(issues).toMatchObject([{ field: 'content', limit: 1_048_576 }]);
  });

  it('takes effect once for one Idempotency-Key, although the edit no longer matches', async () => {
    const edit = { ...plan, lock: 'auto', edits: [{ old: 'one', new: 'ONE' }] };
    const [first, second] = [
      await ask(server, 'writeArtifact', bob, edit, 'once'),
      await ask(server, 'writeArtifact', bob, edit, 'once'),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });
});
