import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { anySpace, everybody, openSpace, write } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';

const mebibyte = 1024 * 1024;

group('createArtifact', () => {
  promise('200 with version 1, created by the caller, not locked', async () => {
    const { owner, guest } = await everybody();
    const { body } = await covers('createArtifact', 200, guest, { name: 'Notes', type: 'markdown', content: '# Notes' });
    expect(body).toMatchObject({
      spaceId: owner.spaceId,
      name: 'Notes',
      type: 'markdown',
      content: '# Notes',
      version: 1,
      createdBy: guest.id,
      updatedBy: guest.id,
      updatedAt: body.createdAt,
    });
    for (const field of ['lockedBy', 'lockedAt', 'lockExpiresAt']) expect(body).not.toHaveProperty(field);
  });

  addition('200 without a type: it is Markdown', async () => {
    const { body } = await covers('createArtifact', 200, await openSpace(), { name: 'Notes', content: '# Notes' });
    expect(body).toMatchObject({ type: 'markdown', content: '# Notes' });
  });

  addition('200 without content: it is empty', async () => {
    const { body } = await covers('createArtifact', 200, await openSpace(), { name: 'Notes', type: 'markdown' });
    expect(body.content).toBe('');
  });

  addition('200 with the largest content', async () => {
    const owner = await openSpace();
    const content = 'x'.repeat(mebibyte);
    const artifactId = await write(owner, content);
    expect((await covers('getArtifact', 200, owner, { artifactId })).body.content).toBe(content);
  });

  promise.each([
    ['no name', { name: undefined }],
    ['a type of another kind', { type: 'html' }],
    ['content that is not text', { content: 5 }],
  ])('400 with %s', async (_, fault) => {
    await covers('createArtifact', 400, await anySpace(), { name: 'Notes', type: 'markdown', ...fault });
  });

  addition.each([
    ['an empty name', { name: ' ' }],
    ['too much content', { content: 'x'.repeat(mebibyte + 1) }],
  ])('400 with %s', async (_, fault) => {
    await covers('createArtifact', 400, await anySpace(), { name: 'Notes', type: 'markdown', ...fault });
  });
});

group('listArtifacts', () => {
  addition('200 with all of them, in order of creation', async () => {
    const { owner, guest, artifactId } = await everybody();
    const second = await write(owner, '# Second');
    const { body } = await covers('listArtifacts', 200, guest);
    expect(body.artifacts).toMatchObject([
      { id: artifactId, content: '# Plan' },
      { id: second, content: '# Second' },
    ]);
  });

  promise('200 with none', async () => {
    expect((await covers('listArtifacts', 200, await openSpace())).body).toEqual({ artifacts: [] });
  });
});

group('getArtifact', () => {
  promise('200 with the content as it was written', async () => {
    const owner = await openSpace();
    const content = '# Grüße 👩‍🚀\r\n\r\n  <b>&amp;</b>\n\t\u202E';
    const { body: created } = await covers('createArtifact', 200, owner, { name: 'Notes', type: 'markdown', content });
    const { body } = await covers('getArtifact', 200, owner, { artifactId: created.id });
    expect(body).toEqual(created);
    expect(body.content).toBe(content);
  });

  addition('304 with its tag, until it is locked', async () => {
    const owner = await openSpace();
    const artifactId = await write(owner, '# Plan');
    const { headers } = await covers('getArtifact', 200, owner, { artifactId });
    const known = { headers: { 'if-none-match': headers.get('etag')! } };
    await covers('getArtifact', 304, owner, { artifactId }, known);
    await covers('lockArtifact', 200, owner, { artifactId });
    expect((await covers('getArtifact', 200, owner, { artifactId }, known)).body.lockedBy).toBeDefined();
  });

  promise('404 for an artifact of another space', async () => {
    const artifactId = await write(await openSpace(), '# Theirs');
    await covers('getArtifact', 404, await openSpace(), { artifactId });
  });
});

group('an artifact', () => {
  promise('keeps its `createdAt`, its creator and its name, whatever is done to it', async () => {
    const { owner, artifactId } = await everybody();
    const { body: made } = await covers('getArtifact', 200, owner, { artifactId });
    const { createdAt, createdBy, name } = made;
    await covers('lockArtifact', 200, owner, { artifactId });
    const answers = [
      await covers('writeArtifact', 200, owner, { artifactId, content: '# Other' }),
      await covers('getArtifact', 200, owner, { artifactId }),
      await covers('unlockArtifact', 200, owner, { artifactId }),
    ].map(({ body }) => body);
    const { artifacts } = (await covers('listArtifacts', 200, owner)).body;
    for (const each of [...answers, ...artifacts]) expect(each).toMatchObject({ createdAt, createdBy, name });
  });

  promise('has in each summary the version, the name and the `updatedAt` of its last write', async () => {
    const { owner, guest, artifactId } = await everybody();
    await covers('lockArtifact', 200, owner, { artifactId });
    for (const version of [2, 3]) {
      const { body } = await covers('writeArtifact', 200, owner, { artifactId, content: `# ${version}` });
      expect(body.version).toBe(version);
      const summary = { id: artifactId, name: body.name, version, updatedAt: body.updatedAt };
      for (const { artifacts } of [
        (await covers('getSpace', 200, guest)).body,
        (await covers('listMessages', 200, guest)).body,
        (await covers('sendMessage', 200, guest, { content: 'Seen' })).body,
      ]) {
        expect(artifacts).toMatchObject([summary]);
      }
    }
  });
});

group('writeArtifact', () => {
  promise('200 with the new content and the next version, even if nothing differs', async () => {
    const { owner, guest, artifactId } = await everybody();
    await covers('lockArtifact', 200, owner, { artifactId });
    const { body } = await covers('writeArtifact', 200, owner, { artifactId, content: '# Mine' });
    expect(body).toMatchObject({ content: '# Mine', version: 2, createdBy: guest.id, updatedBy: owner.id, lockedBy: owner.id });
    await covers('writeArtifact', 200, owner, { artifactId, content: '# Mine' });
    const { body: read } = await covers('getArtifact', 200, guest, { artifactId });
    expect(read).toMatchObject({ content: '# Mine', version: 3 });
    expect(Date.parse(read.updatedAt)).toBeGreaterThanOrEqual(Date.parse(read.createdAt));
  });

  promise('200 for each of many concurrent writes, each with its own version', async () => {
    const { owner, artifactId } = await everybody();
    await covers('lockArtifact', 200, owner, { artifactId });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => covers('writeArtifact', 200, owner, { artifactId, content: `${number}` })),
    );
    const versions = answers.map(({ body }) => body.version).toSorted((a, b) => a - b);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  const refused = async (input: Input) => {
    const { owner, artifactId } = await everybody();
    await covers('lockArtifact', 200, owner, { artifactId });
    await covers('writeArtifact', 400, owner, { artifactId, ...input });
    expect((await covers('getArtifact', 200, owner, { artifactId })).body.version).toBe(1);
  };

  promise.each([
    ['no content', {}],
    ['content that is not text', { content: null }],
  ])('400 with %s', (_, input) => refused(input));

  addition('400 with too much content', () => refused({ content: 'x'.repeat(mebibyte + 1) }));
});
