import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, join, write } from '../scenes.ts';
import { covers } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

/** An artifact of the guest, with two versions, and a witness. */
async function written() {
  const scene = await everybody();
  const artifact = { artifactId: scene.artifactId };
  await covers('writeArtifact', 200, scene.guest, { ...artifact, content: '# Second', lock: 'auto', baseVersion: 1 });
  return { ...scene, artifact, witness: await join(scene.owner) };
}

async function deleted() {
  const scene = await written();
  await covers('deleteArtifact', 200, scene.guest, scene.artifact);
  return scene;
}

additions('createArtifact with `ifExists: "return"`', () => {
  promise('200 with the artifact of that name, unchanged', async () => {
    const { owner, artifact } = await written();
    const wish = { name: 'Plan', type: 'markdown', content: '# Ignored', ifExists: 'return' };
    const { body } = await covers('createArtifact', 200, owner, wish);
    expect(body).toMatchObject({ id: artifact.artifactId, content: '# Second', version: 2 });
    expect((await covers('listArtifacts', 200, owner)).body.artifacts).toHaveLength(1);
  });

  promise('409 with `refuse` instead, and the id of the artifact of that name', async () => {
    const { owner, artifact } = await written();
    const { body } = await covers('createArtifact', 409, owner, { name: 'Plan', type: 'markdown', ifExists: 'refuse' });
    expect(body).toMatchObject({ code: 'name_taken', artifactId: artifact.artifactId });
  });

  promise('200 with a new artifact if there is none of that name', async () => {
    const { owner, guest, witness } = await written();
    const wish = { name: 'Notes', type: 'markdown', content: '# Notes', ifExists: 'return' };
    const made = await Promise.all([owner, guest, witness, owner].map((who) => covers('createArtifact', 200, who, wish)));
    const [{ body }] = made as [(typeof made)[number]];
    expect(body).toMatchObject({ content: '# Notes', version: 1 });
    expect(new Set(made.map(({ body: { id } }) => id)).size).toBe(1);
    await covers('deleteArtifact', 200, owner, { artifactId: body.id });
    expect((await covers('createArtifact', 200, owner, wish)).body.id).not.toBe(body.id);
  });
});

additions('renameArtifact', () => {
  promise('200 with the new name and the same version', async () => {
    const { owner, guest, witness, artifact } = await written();
    const { body } = await covers('renameArtifact', 200, witness, { ...artifact, name: 'Final plan' });
    expect(body).toMatchObject({ name: 'Final plan', version: 2, updatedBy: guest.id });
    expect((await covers('getSpace', 200, owner)).body.artifacts).toMatchObject([{ name: 'Final plan', version: 2 }]);
  });

  promise('400 without a visible name', async () => {
    const { guest, artifact } = await written();
    await covers('renameArtifact', 400, guest, { ...artifact, name: ' ' });
  });

  promise('423 if another participant holds the lock', async () => {
    const { owner, guest, artifact } = await written();
    await covers('lockArtifact', 200, guest, artifact);
    expect((await covers('renameArtifact', 423, owner, { ...artifact, name: 'Mine' })).body.lockedBy).toBe(guest.id);
    await covers('renameArtifact', 200, guest, { ...artifact, name: 'Mine' });
  });

  promise('403 for a muted participant', async () => {
    const { owner, guest, artifact } = await written();
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('renameArtifact', 403, guest, { ...artifact, name: 'Mine' });
    await covers('deleteArtifact', 403, guest, artifact);
  });
});

additions('deleteArtifact', () => {
  promise('200 for its creator and the owner, 403 for others', async () => {
    const { owner, guest, witness, artifact } = await written();
    expect((await covers('deleteArtifact', 403, witness, artifact)).body.code).toBe('forbidden');
    await covers('deleteArtifact', 200, guest, artifact);
    const second = { artifactId: await write(guest, '# Plan B') };
    await covers('deleteArtifact', 200, owner, second);
    expect((await covers('listArtifacts', 200, witness)).body.artifacts).toEqual([]);
  });

  promise('200, and everything about it is 404 from then on', async () => {
    const { owner, artifact } = await deleted();
    for (const name of ['getArtifact', 'downloadArtifact', 'listArtifactVersions', 'lockArtifact', 'deleteArtifact'] as const) {
      expect((await covers(name, 404, owner, artifact)).body.code, name).toBe('artifact_not_found');
    }
    await covers('diffArtifact', 404, owner, { ...artifact, from: 1 });
    await covers('restoreArtifactVersion', 404, owner, { ...artifact, version: 1, lock: 'auto' });
    await covers('writeArtifact', 404, owner, { ...artifact, content: '# Late', lock: 'auto' });
    expect((await covers('getSpace', 200, owner)).body.artifacts).toEqual([]);
  });

  promise('423 if another participant holds the lock', async () => {
    const { owner, guest, artifact } = await written();
    await covers('lockArtifact', 200, guest, artifact);
    expect((await covers('deleteArtifact', 423, owner, artifact)).body.lockedBy).toBe(guest.id);
    await covers('getArtifact', 200, owner, artifact);
  });
});

additions('restoreArtifact', () => {
  promise('200 for the owner, who can list the deleted ones: with its history', async () => {
    const { owner, guest, artifact } = await deleted();
    const { artifacts } = (await covers('listArtifacts', 200, owner, { deleted: true })).body;
    expect(artifacts).toMatchObject([{ id: artifact.artifactId, content: '# Second', deletedBy: guest.id }]);
    const { body } = await covers('restoreArtifact', 200, owner, artifact);
    expect(body).toMatchObject({ content: '# Second', version: 2, createdBy: guest.id });
    expect(body).not.toHaveProperty('deletedAt');
    expect((await covers('getArtifact', 200, guest, artifact)).body).toEqual(body);
    const { versions } = (await covers('listArtifactVersions', 200, guest, artifact)).body;
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    const stream = await openStream(guest, {}, { headers: { 'last-event-id': '0' } });
    await stream.first('artifact', ({ action }) => action === 'undeleted');
    expect(stream.all('artifact').map(({ action }) => action)).toEqual(['created', 'updated', 'deleted', 'undeleted']);
  });

  promise('200 for who deleted it, who can list it; 403 for others', async () => {
    const { owner, guest, witness, artifact } = await deleted();
    expect((await covers('restoreArtifact', 403, witness, artifact)).body.code).toBe('forbidden');
    expect((await covers('listArtifacts', 200, witness, { deleted: true })).body.artifacts).toEqual([]);
    expect((await covers('listArtifacts', 200, guest, { deleted: true })).body.artifacts).toMatchObject([
      { id: artifact.artifactId },
    ]);
    await covers('restoreArtifact', 200, guest, artifact);
    await covers('deleteArtifact', 200, owner, artifact);
    await covers('restoreArtifact', 403, guest, artifact);
  });

  promise('409 if it is not deleted', async () => {
    const { owner, artifact } = await written();
    expect((await covers('restoreArtifact', 409, owner, artifact)).body.code).toBe('status_conflict');
  });
});
