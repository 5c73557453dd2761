import { answer, openSpace, startServer, type Member, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../databases.ts';

describe.each(databases)('artifacts with other limits on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  beforeAll(async () => {
    place = await open();
    const limits = { PARLEY_ARTIFACT_VERSIONS: '60', PARLEY_MAX_ARTIFACTS_PER_SPACE: '5' };
    server = await startServer({ ...place.settings, ...limits });
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  const create = async (owner: Member, name: string, content = ''): Promise<{ artifactId: string }> => {
    const { id: artifactId } = await answer(200, server, 'createArtifact', owner, { name, type: 'markdown', content });
    return { artifactId };
  };

  it('lose the content of versions beyond the limit, except the newest 50 and the first', async () => {
    const owner = await openSpace(server);
    const plan = await create(owner, 'Plan', 'v1');
    for (let version = 2; version <= 70; version += 1)
      await answer(200, server, 'writeArtifact', owner, {
        ...plan,
        content: `v${version}`,
        lock: 'auto',
        baseVersion: version - 1,
      });
    const { versions } = await answer(200, server, 'listArtifactVersions', owner, { ...plan, limit: 100 });
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 70 }, (_, i) => 70 - i));
    const gone = versions.filter(({ kept }) => !kept).map(({ version }) => version);
    expect(gone.toReversed()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await answer(410, server, 'getArtifactVersion', owner, { ...plan, version: 5 })).code).toBe('version_thinned');
    expect((await answer(200, server, 'getArtifactVersion', owner, { ...plan, version: 1 })).content).toBe('v1');
  });

  it('count only while they are not deleted, and come back after all others', async () => {
    const owner = await openSpace(server);
    const five = [];
    for (let i = 0; i < 5; i += 1) five.push(await create(owner, `A${i}`));
    await answer(409, server, 'createArtifact', owner, { name: 'One too many', type: 'markdown' });
    await answer(200, server, 'deleteArtifact', owner, five[0]);
    five.push(await create(owner, 'A5'));
    expect((await answer(409, server, 'restoreArtifact', owner, five[0])).code).toBe('limit_reached');
    await answer(200, server, 'deleteArtifact', owner, five[2]);
    await answer(200, server, 'restoreArtifact', owner, five[0]);
    const { artifacts } = await answer(200, server, 'listArtifacts', owner);
    for (const listed of [artifacts, (await answer(200, server, 'getSpace', owner)).artifacts])
      expect(listed.map(({ name }) => name)).toEqual(['A1', 'A3', 'A4', 'A5', 'A0']);
    for (const { id: artifactId } of artifacts) await answer(200, server, 'deleteArtifact', owner, { artifactId });
    const deleted = await answer(200, server, 'listArtifacts', owner, { deleted: true });
    expect(deleted.artifacts.map(({ name }) => name)).toEqual(['A0', 'A5', 'A4', 'A3', 'A1', 'A2']);
    expect(await answer(200, server, 'listArtifacts', owner)).toEqual({ artifacts: [] });
  });
});
