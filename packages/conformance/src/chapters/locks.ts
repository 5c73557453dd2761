import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { skip } from '../runner/scope.ts';
import { everybody, join } from '../scenes.ts';
import { target } from '../target.ts';
import { call, covers } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const tenMinutes = 600_000;

async function lockedByGuest() {
  const scene = await everybody();
  const { body } = await covers('lockArtifact', 200, scene.guest, { artifactId: scene.artifactId });
  return { ...scene, lock: body, artifact: { artifactId: scene.artifactId } };
}

/** Polls until the clock of the server has advanced. */
const later = (ask: () => Promise<string>, than: string) => eventually(async () => Date.parse(await ask()) > Date.parse(than));

group('lockArtifact', () => {
  promise('200 for ten minutes, visible to everyone', async () => {
    const { owner, guest, artifact, lock } = await lockedByGuest();
    expect(lock.lockedBy).toBe(guest.id);
    const { body } = await covers('getArtifact', 200, owner, artifact);
    expect(body).toMatchObject(lock);
    expect(Date.parse(body.lockExpiresAt!) - Date.parse(body.lockedAt!)).toBe(tenMinutes);
    expect((await covers('getSpace', 200, owner)).body.artifacts).toMatchObject([lock]);
  });

  addition('200 for the holder again, for another ten minutes', async () => {
    const { guest, artifact, lock } = await lockedByGuest();
    await later(async () => (await covers('lockArtifact', 200, guest, artifact)).body.lockExpiresAt, lock.lockExpiresAt);
  });

  promise('423 if another participant holds the lock, also for the owner', async () => {
    const { owner, guest, artifact } = await lockedByGuest();
    for (const other of [owner, await join(owner)]) {
      const { body } = await covers('lockArtifact', 423, other, artifact);
      expect(body.lockedBy).toBe(guest.id);
    }
  });

  promise('200 for one of many concurrent calls, 423 for the rest', async () => {
    const { owner, guest, artifactId } = await everybody();
    const rivals = [owner, guest, await join(owner), await join(owner), await join(owner)];
    const answers = await Promise.all(rivals.map((rival) => call('lockArtifact', rival, { artifactId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 423, 423, 423, 423]);
    const winner = rivals[answers.findIndex(({ status }) => status === 200)]!;
    for (const { body } of answers) expect(body).toMatchObject({ lockedBy: winner.id });
  });
});

/** A lock that expires during the check. */
async function endingLock() {
  const scene = await lockedByGuest();
  const { body } = await covers('getArtifact', 200, scene.guest, scene.artifact);
  // On a slow machine a short one has ended already.
  const seconds = body.lockedAt === undefined ? 0 : (Date.parse(body.lockExpiresAt!) - Date.parse(body.lockedAt)) / 1000;
  if (seconds > target().patienceSeconds) skip(`locks of this server last ${seconds} s, which is longer than --patience`);
  return { ...scene, patienceMs: 1000 * seconds + 20_000 };
}

group('a lock that is not renewed', () => {
  promise('expires, and another participant can take it', async () => {
    const { owner, guest, artifact, patienceMs } = await endingLock();
    await eventually(async () => (await call('lockArtifact', owner, artifact)).status === 200, patienceMs);
    await covers('writeArtifact', 423, guest, { ...artifact, content: '# Late' });
  });

  addition('reads as absent, and causes the event `lock-expired`', async () => {
    const { owner, guest, artifact, patienceMs } = await endingLock();
    // With what has happened: a short lock can end before the stream is open.
    const stream = await openStream(owner, {}, { headers: { 'last-event-id': '0' } });
    await eventually(() => stream.all('artifact').some(({ action }) => action === 'lock-expired'), patienceMs);
    const told = stream.all('artifact').filter(({ action }) => action === 'lock-expired');
    expect(told).toMatchObject([{ artifact: { id: artifact.artifactId, version: 1 } }]);
    expect(told[0]!.artifact).not.toHaveProperty('lockedBy');
    expect((await covers('getArtifact', 200, guest, artifact)).body).not.toHaveProperty('lockedBy');
  });
});

group('heartbeatArtifactLock', () => {
  promise('200 and the lock lasts longer, without a new version', async () => {
    const { guest, artifact, lock } = await lockedByGuest();
    await later(async () => (await covers('heartbeatArtifactLock', 200, guest, artifact)).body.lockExpiresAt, lock.lockExpiresAt);
    expect((await covers('getArtifact', 200, guest, artifact)).body.version).toBe(1);
  });

  promise('423 if another participant holds the lock', async () => {
    const { owner, guest, artifact } = await lockedByGuest();
    expect((await covers('heartbeatArtifactLock', 423, owner, artifact)).body.lockedBy).toBe(guest.id);
  });

  addition('423 if nobody holds the lock', async () => {
    const { owner, artifactId } = await everybody();
    expect((await covers('heartbeatArtifactLock', 423, owner, { artifactId })).body).not.toHaveProperty('lockedBy');
  });
});

group('writeArtifact', () => {
  promise('200 and the lock lasts longer', async () => {
    const { guest, artifact, lock } = await lockedByGuest();
    const writing = async () => (await covers('writeArtifact', 200, guest, { ...artifact, content: '' })).body.lockExpiresAt!;
    await later(writing, lock.lockExpiresAt);
  });

  promise('423 if another participant holds the lock', async () => {
    const { owner, guest, artifact } = await lockedByGuest();
    const { body } = await covers('writeArtifact', 423, owner, { ...artifact, content: '# Mine' });
    expect(body.lockedBy).toBe(guest.id);
    expect((await covers('getArtifact', 200, owner, artifact)).body.content).toBe('# Plan');
  });

  addition('423 if nobody holds the lock', async () => {
    const { guest, artifactId } = await everybody();
    const { body } = await covers('writeArtifact', 423, guest, { artifactId, content: '# Mine' });
    expect(body).not.toHaveProperty('lockedBy');
  });
});

group('unlockArtifact', () => {
  promise('200 for the holder, with the artifact', async () => {
    const { owner, guest, artifact } = await lockedByGuest();
    const { body } = await covers('unlockArtifact', 200, guest, artifact);
    expect(body).toMatchObject({ id: artifact.artifactId, content: '# Plan', version: 1 });
    for (const field of ['lockedBy', 'lockedAt', 'lockExpiresAt']) expect(body).not.toHaveProperty(field);
    await covers('lockArtifact', 200, owner, artifact);
  });

  promise('200 for the owner, who releases the lock of another participant', async () => {
    const { owner, guest, artifact } = await lockedByGuest();
    await covers('unlockArtifact', 200, owner, artifact);
    await covers('writeArtifact', 423, guest, { ...artifact, content: '# Late' });
    await covers('heartbeatArtifactLock', 423, guest, artifact);
  });

  promise('423 if another participant holds the lock', async () => {
    const { owner, guest, artifact } = await lockedByGuest();
    expect((await covers('unlockArtifact', 423, await join(owner), artifact)).body.lockedBy).toBe(guest.id);
  });

  addition('200 if nobody holds the lock: nothing changes', async () => {
    const { guest, artifactId } = await everybody();
    const { body: before } = await covers('getArtifact', 200, guest, { artifactId });
    expect((await covers('unlockArtifact', 200, guest, { artifactId })).body).toEqual(before);
  });
});
