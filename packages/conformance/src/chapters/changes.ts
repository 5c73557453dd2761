import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, write } from '../scenes.ts';
import { call, covers, type Input } from '../wire/call.ts';

const plan = '# Plan\n\nBuild it.\n\n## Risks\n\nNone.\n\n## Dates\n\nMonday.\n';

async function planned(content = plan) {
  const scene = await everybody();
  const artifact = { artifactId: await write(scene.owner, content) };
  const change = (input: Input) => covers('writeArtifact', 200, scene.guest, { ...artifact, lock: 'auto', ...input });
  const refused = async (input: Input) =>
    (await covers('writeArtifact', 409, scene.guest, { ...artifact, lock: 'auto', ...input })).body;
  const read = async () => (await covers('getArtifact', 200, scene.guest, artifact)).body;
  return { ...scene, artifact, change, refused, read };
}

additions('a change of an artifact', () => {
  promise('200 with edits, all of them looked for in the text as it was', async () => {
    const { change } = await planned('one two');
    const { body } = await change({
      edits: [
        { old: 'one', new: 'two' },
        { old: 'two', new: 'one' },
      ],
    });
    expect(body).toMatchObject({ content: 'two one', version: 2 });
  });

  promise('200 with appended text, after a line break if one is missing', async () => {
    const { change } = await planned('one');
    expect((await change({ append: 'two\n' })).body.content).toBe('one\ntwo\n');
    expect((await change({ append: 'three' })).body.content).toBe('one\ntwo\nthree');
  });

  promise('200 with a section, up to the next heading of its level', async () => {
    const { guest, artifact, change } = await planned();
    const replaced = await change({ section: { heading: 'Risks', content: 'Rain.\n\n' } });
    expect(replaced.body.content).toBe(plan.replace('\nNone.\n', 'Rain.\n'));
    const longer = await change({ section: { heading: 'Plan > Dates', content: 'Tuesday.', mode: 'append' } });
    expect(longer.body.content).toMatch(/## Dates\n\nMonday\.\nTuesday\.$/);
    expect((await covers('listArtifactVersions', 200, guest, artifact)).body.versions[0]).toMatchObject({ via: 'section' });
  });

  promise('400 with none or several of content, edits, append and section', async () => {
    const { guest, artifact, read } = await planned();
    for (const change of [
      {},
      { content: 'a', append: 'b' },
      { edits: [{ old: 'Plan', new: 'b' }], section: { heading: 'Plan', content: '' } },
    ]) {
      await covers('writeArtifact', 400, guest, { ...artifact, lock: 'auto', ...change });
    }
    expect((await read()).version).toBe(1);
  });

  promise('400 with no edit, more than 100, or one that looks for nothing', async () => {
    const { guest, artifact } = await planned();
    const many = Array.from({ length: 101 }, (_, i) => ({ old: `${i}`, new: '' }));
    for (const edits of [[], many, [{ old: '', new: 'a' }]]) {
      await covers('writeArtifact', 400, guest, { ...artifact, lock: 'auto', edits });
    }
  });

  promise('400 if the text after it is too large', async () => {
    const { guest, artifact } = await planned('x'.repeat(1_048_000));
    const { body } = await covers('writeArtifact', 400, guest, { ...artifact, lock: 'auto', append: 'y'.repeat(1_000) });
    expect(body).toMatchObject({ code: 'invalid_request', issues: [{ field: 'content', limit: 1_048_576 }] });
  });

  promise('409 with the edit that does not apply, why, and the closest place', async () => {
    const { refused, read } = await planned('one\ntwo words\ntwo words\n');
    const good = { old: 'one', new: '1' };
    for (const [bad, place] of [
      [
        { old: 'two worms', new: '2' },
        { reason: 'not_found', matches: 0 },
      ],
      [
        { old: 'two words', new: '2' },
        { reason: 'ambiguous', matches: 2 },
      ],
      [{ old: 'one\ntwo', new: '2' }, { reason: 'overlap' }],
    ] as const) {
      const body = await refused({ edits: [good, bad] });
      expect(body).toMatchObject({ code: 'edit_mismatch', index: 1, currentVersion: 1, ...place });
      if (place.reason !== 'overlap') expect(body.near).toMatch(/two words/);
    }
    expect(await read()).toMatchObject({ version: 1, content: 'one\ntwo words\ntwo words\n' });
  });

  promise('200 whatever line endings it has: the text keeps its own, byte for byte', async () => {
    const text = '# Plan\r\n\r\none\ntwo\r\n';
    const { guest, artifact, change } = await planned(text);
    const edited = await change({ edits: [{ old: '# Plan\n\none\n', new: '# Plan\n\none\nand a half\n' }] });
    expect(edited.body.content).toBe('# Plan\r\n\r\none\nand a half\ntwo\r\n');
    expect((await change({ append: 'three\nfour' })).body.content).toMatch(/two\r\nthree\r\nfour$/);
    const { body } = await change({ section: { heading: 'Plan', content: '\nall\n' } });
    expect(body.content).toBe('# Plan\r\n\r\nall\r\n');
    const back = await covers('restoreArtifactVersion', 200, guest, { ...artifact, version: 1, lock: 'auto' });
    expect(back.body.content).toBe(text);
  });

  promise('409 with the lines that an edit differs from only in white space, quotes or line numbers', async () => {
    const { refused } = await planned('one\r\n  two words \r\nsay "three"\r\n');
    for (const [old, from, to] of [
      ['two words\nsay', 2, 3],
      ['say “three”', 3, 3],
      ['1\tone\n2\t  two words', 1, 2],
    ] as const) {
      const body = await refused({ edits: [{ old, new: 'x' }] });
      expect(body).toMatchObject({ code: 'edit_mismatch', index: 0, reason: 'whitespace', matches: 1, lines: { from, to } });
    }
  });

  promise('409 for a section whose heading is missing or not unique', async () => {
    const { refused } = await planned(`${plan}## Risks\n`);
    const section = (heading: string) => refused({ section: { heading, content: '' } });
    expect(await section('Costs')).toMatchObject({ code: 'edit_mismatch', reason: 'not_found', matches: 0 });
    expect(await section('Plan > Risks')).toMatchObject({ code: 'edit_mismatch', reason: 'ambiguous', matches: 2 });
  });

  promise('200 in a dry run, with the difference: nothing is stored', async () => {
    const { change, read } = await planned('one\n');
    const before = await read();
    const { body } = await change({ append: 'two\n', dryRun: true });
    expect(body).toMatchObject({
      version: 1,
      diff: { from: 1, to: 2, added: 1, removed: 0, hunks: [{ lines: [' one', '+two'] }] },
    });
    expect(body).not.toHaveProperty('content');
    expect(await read()).toEqual(before);
  });

  promise('200 without the content with `Prefer: return=minimal`', async () => {
    const { guest, artifact, read } = await planned();
    const minimal = { headers: { prefer: 'return=minimal' } };
    const { body, headers } = await covers('writeArtifact', 200, guest, { ...artifact, append: 'x', lock: 'auto' }, minimal);
    expect(headers.get('preference-applied')).toBe('return=minimal');
    expect(body).not.toHaveProperty('content');
    const { sha256 } = await read();
    expect(body).toMatchObject({ version: 2, sha256 });
  });
});

additions('a write with `lock: "auto"`', () => {
  promise('200 if the lock is free: it stays free', async () => {
    const { change, read } = await planned();
    expect((await change({ append: 'x' })).body).not.toHaveProperty('lockedBy');
    expect(await read()).not.toHaveProperty('lockedBy');
  });

  promise('200 for the holder of the lock, whose lock ends when it would have', async () => {
    const { guest, artifact, change } = await planned();
    const { lockExpiresAt } = (await covers('lockArtifact', 200, guest, artifact)).body;
    expect((await change({ append: 'x' })).body).toMatchObject({ lockedBy: guest.id, lockExpiresAt });
  });

  promise('423 if another participant holds the lock', async () => {
    const { owner, guest, artifact, read } = await planned();
    await covers('lockArtifact', 200, owner, artifact);
    const { body } = await covers('writeArtifact', 423, guest, { ...artifact, append: 'x', lock: 'auto' });
    expect(body.lockedBy).toBe(owner.id);
    expect((await read()).version).toBe(1);
  });

  promise('400 for a whole content without the version that it was made for, so that it undoes nothing of others', async () => {
    const { owner, guest, artifact, change, read } = await planned('one\n');
    const whole = { ...artifact, content: 'All new\n', lock: 'auto' };
    for (const wish of [{}, { dryRun: true }]) {
      const { body } = await covers('writeArtifact', 400, guest, { ...whole, ...wish });
      expect(body).toMatchObject({ code: 'base_version_required', currentVersion: 1 });
    }
    expect(await read()).toMatchObject({ version: 1, content: 'one\n' });
    expect((await change({ content: 'Mine\n', baseVersion: 1 })).body.version).toBe(2);
    const matching = { headers: { 'if-match': '"v2"' } };
    expect((await covers('writeArtifact', 200, guest, whole, matching)).body.version).toBe(3);
    await covers('lockArtifact', 200, owner, artifact);
    // The lock keeps others out.
    expect((await covers('writeArtifact', 200, owner, whole)).body.version).toBe(4);
  });
});

additions('a write that is based on a version', () => {
  promise('200 if that is the present one', async () => {
    const { change } = await planned('one\n');
    expect((await change({ append: 'two\n', baseVersion: 1 })).body.version).toBe(2);
  });

  promise('409 if it is not, with who wrote the present one, and what has changed since', async () => {
    const { owner, guest, artifact, change, refused, read } = await planned('one\n');
    const { updatedAt } = (await change({ append: 'two\n' })).body;
    for (const input of [{ content: 'Lost' }, { edits: [{ old: 'one', new: '1' }] }, { append: 'x', dryRun: true }]) {
      expect(await refused({ ...input, baseVersion: 1 })).toMatchObject({
        ...{ code: 'version_conflict', currentVersion: 2, updatedBy: guest.id, updatedByName: 'Ada', updatedAt },
        diff: { from: 1, to: 2, added: 1, removed: 0, hunks: [{ lines: [' one', '+two'] }] },
      });
    }
    await refused({ content: 'Lost', baseVersion: 999_999_999_999_999 });
    expect((await read()).content).toBe('one\ntwo\n');
    // Without the lock nobody learns more than that.
    await covers('writeArtifact', 423, owner, { ...artifact, content: 'Lost', baseVersion: 1 });
  });

  promise('200 for one of many concurrent writes, 409 for the rest', async () => {
    const { owner, guest, artifact } = await planned('one\n');
    await covers('lockArtifact', 200, guest, artifact);
    const append = (number: number) => call('writeArtifact', guest, { ...artifact, append: `${number}`, baseVersion: 1 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(append));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await covers('getArtifact', 200, owner, artifact)).body.version).toBe(2);
  });
});

additions('If-Match', () => {
  const matching = (tag: string) => ({ headers: { 'if-match': tag } });

  promise('200 with the `ETag` of a download, 412 if that is not of the present version', async () => {
    const { guest, artifact, read } = await planned('one\n');
    const tag = (await covers('downloadArtifact', 200, guest, artifact)).headers.get('etag')!;
    expect(tag).toBe('"v1"');
    const input = { ...artifact, append: 'two\n', lock: 'auto' };
    expect((await covers('writeArtifact', 200, guest, input, matching(tag))).body.version).toBe(2);
    const { body } = await covers('writeArtifact', 412, guest, input, matching(tag));
    expect(body).toMatchObject({ code: 'version_conflict', currentVersion: 2, updatedBy: guest.id, diff: { from: 1, to: 2 } });
    await covers('writeArtifact', 412, guest, { ...input, baseVersion: 1 }, matching('*'));
    expect((await read()).version).toBe(2);
    await covers('writeArtifact', 200, guest, input, matching('*'));
  });

  promise('200 with the `ETag` of the artifact, whose lock can have changed; a weak one never matches', async () => {
    const { owner, guest, artifact, read } = await planned('one\n');
    const tag = (await covers('getArtifact', 200, owner, artifact)).headers.get('etag')!;
    await covers('lockArtifact', 200, guest, artifact);
    const input = { ...artifact, append: 'two\n', lock: 'auto' };
    for (const weak of ['W/"v1"', `W/${tag}`]) {
      const { body } = await covers('writeArtifact', 412, guest, input, matching(weak));
      expect(body).toMatchObject({ code: 'version_conflict', currentVersion: 1 });
    }
    await covers('writeArtifact', 200, guest, input, matching(tag));
    await covers('writeArtifact', 412, guest, input, matching(tag));
    expect((await read()).version).toBe(2);
  });

  promise('400 if it is no version, or `baseVersion` names another one', async () => {
    const { guest, artifact, read } = await planned('one\n');
    const input = { ...artifact, append: 'two\n', lock: 'auto' };
    for (const tag of ['v1', '"v1", "v2"', '"v0"', '"abc"']) {
      const { body } = await covers('writeArtifact', 400, guest, input, matching(tag));
      expect(body.code, tag).toBe('invalid_request');
    }
    await covers('writeArtifact', 400, guest, { ...input, baseVersion: 2 }, matching('"v1"'));
    expect((await read()).version).toBe(1);
  });
});
