import { answer, invite, join, openSpace, openStream, startServer, type Member, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../databases.ts';

describe.each(databases)('an artifact on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  let owner: Member;
  let bob: Member;
  let eve: Member;
  beforeAll(async () => {
    place = await open();
    server = await startServer({ ...place.settings, PARLEY_MAX_ARTIFACTS_PER_SPACE: '5' });
    owner = await openSpace(server);
    const invitation = await invite(server, owner);
    bob = await join(server, invitation, 'Bob');
    eve = await join(server, invitation, 'Eve');
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  const create = async (who: Member, name: string, content = 'text'): Promise<{ artifactId: string }> => {
    const { id: artifactId } = await answer(200, server, 'createArtifact', who, { name, type: 'markdown', content });
    return { artifactId };
  };
  const names = async () => (await answer(200, server, 'getSpace', eve)).artifacts.map(({ name }) => name);

  it('is renamed by anybody while nobody else holds its lock, and keeps its version', async () => {
    const plan = await create(bob, 'Plan');
    const renamed = await answer(200, server, 'renameArtifact', eve, { ...plan, name: 'Final plan' });
    expect(renamed).toMatchObject({ name: 'Final plan', version: 1, content: 'text', updatedBy: bob.id });
    await answer(200, server, 'lockArtifact', bob, plan);
    expect((await answer(423, server, 'renameArtifact', eve, { ...plan, name: 'Mine' })).lockedBy).toBe(bob.id);
    await answer(200, server, 'renameArtifact', bob, { ...plan, name: 'Plan' });
    await answer(400, server, 'renameArtifact', bob, { ...plan, name: ' ' });
    await answer(200, server, 'deleteArtifact', bob, plan);
  });

  it('is deleted by its creator or the owner, is 404 from then on, and the owner restores it with its history', async () => {
    const plan = await create(bob, 'Plan', 'first');
    const { artifactId } = plan;
    await answer(200, server, 'writeArtifact', eve, { ...plan, content: 'second', lock: 'auto' });
    await answer(401, server, 'deleteArtifact', eve, plan);
    await answer(200, server, 'lockArtifact', eve, plan);
    expect((await answer(423, server, 'deleteArtifact', bob, plan)).lockedBy).toBe(eve.id);
    await answer(423, server, 'deleteArtifact', owner, plan);
    await answer(200, server, 'unlockArtifact', eve, plan);
    expect(await answer(200, server, 'deleteArtifact', bob, plan)).toEqual({ ok: true });
    expect(await names()).not.toContain('Plan');
    for (const name of ['getArtifact', 'downloadArtifact', 'listArtifactVersions', 'lockArtifact', 'deleteArtifact'] as const) {
      expect((await answer(404, server, name, owner, plan)).code).toBe('artifact_not_found');
    }
    await answer(404, server, 'diffArtifact', owner, { ...plan, from: 1 });
    await answer(404, server, 'writeArtifact', owner, { ...plan, content: 'x', lock: 'auto' });
    await answer(404, server, 'restoreArtifactVersion', owner, { ...plan, version: 1, lock: 'auto' });

    await answer(401, server, 'listArtifacts', bob, { deleted: true });
    const { artifacts } = await answer(200, server, 'listArtifacts', owner, { deleted: true });
    expect(artifacts.find(({ id }) => id === artifactId)).toMatchObject({ name: 'Plan', content: 'second', deletedBy: bob.id });
    await answer(401, server, 'restoreArtifact', bob, plan);
    const back = await answer(200, server, 'restoreArtifact', owner, plan);
    expect(back).toMatchObject({ name: 'Plan', content: 'second', version: 2, createdBy: bob.id });
    expect(back).not.toHaveProperty('deletedAt');
    expect(await answer(200, server, 'getArtifact', eve, plan)).toEqual(back);
    const { versions } = await answer(200, server, 'listArtifactVersions', eve, plan);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    expect((await answer(409, server, 'restoreArtifact', owner, plan)).code).toBe('status_conflict');
    await answer(404, server, 'restoreArtifact', owner, { artifactId: bob.id });

    const actions: string[] = [];
    const stream = await openStream(server, owner, { lastEventId: '0' }, ({ event, data }, { leave }) => {
      if (event === 'artifact' && data.artifact.id === artifactId) actions.push(data.action);
      if (actions.at(-1) === 'undeleted') leave();
    });
    await stream.ended;
    expect(actions).toEqual(['created', 'updated', 'locked', 'unlocked', 'deleted', 'undeleted']);
    await answer(200, server, 'deleteArtifact', owner, plan);
  });

  it('counts only while it is not deleted, and comes back after all others', async () => {
    const five = [];
    for (let i = 0; i < 5; i += 1) five.push(await create(bob, `A${i}`));
    await answer(409, server, 'createArtifact', bob, { name: 'One too many', type: 'markdown' });
    await answer(200, server, 'deleteArtifact', bob, five[0]);
    five.push(await create(bob, 'A5'));
    expect((await answer(409, server, 'restoreArtifact', owner, five[0])).code).toBe('limit_reached');
    await answer(200, server, 'deleteArtifact', owner, five[2]);
    await answer(200, server, 'restoreArtifact', owner, five[0]);
    expect(await names()).toEqual(['A1', 'A3', 'A4', 'A5', 'A0']);
    const { artifacts } = await answer(200, server, 'listArtifacts', bob);
    expect(artifacts.map(({ name }) => name)).toEqual(['A1', 'A3', 'A4', 'A5', 'A0']);
    for (const { id: artifactId } of artifacts) await answer(200, server, 'deleteArtifact', owner, { artifactId });
    const deleted = await answer(200, server, 'listArtifacts', owner, { deleted: true });
    expect(deleted.artifacts.map(({ name }) => name).slice(0, 6)).toEqual(['A0', 'A5', 'A4', 'A3', 'A1', 'A2']);
    expect(await answer(200, server, 'listArtifacts', bob)).toEqual({ artifacts: [] });
  });

  it('of a name that is taken is returned instead of made again with `ifExists: "return"`', async () => {
    const wish = { name: 'Shared', type: 'markdown', content: 'mine', ifExists: 'return' };
    const made = await Promise.all([bob, eve, owner, bob].map((who) => answer(200, server, 'createArtifact', who, wish)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await answer(200, server, 'writeArtifact', bob, { artifactId: made[0]!.id, content: 'changed', lock: 'auto' });
    const again = await answer(200, server, 'createArtifact', eve, { ...wish, content: 'ignored' });
    expect(again).toMatchObject({ id: made[0]!.id, content: 'changed', version: 2 });
    const refused = await answer(409, server, 'createArtifact', eve, { ...wish, ifExists: 'refuse' });
    expect(refused).toMatchObject({
      code: 'name_taken',
      artifactId: again.id,
      error: 'There is already an artifact named "Shared"',
    });
    const another = await answer(200, server, 'createArtifact', eve, { ...wish, ifExists: 'create' });
    expect(another.id).not.toBe(again.id);
    await answer(200, server, 'deleteArtifact', owner, { artifactId: again.id });
    expect((await answer(200, server, 'createArtifact', eve, wish)).id).toBe(another.id);
  });
});
