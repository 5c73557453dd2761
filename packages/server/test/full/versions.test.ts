import { answer, ask, createArtifact, openSpace, startServer, type Member, type Server, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databases, onPostgres, type Place } from '../databases.ts';

const limits = { PARLEY_ARTIFACT_VERSIONS: '60', PARLEY_MAX_ARTIFACTS_PER_SPACE: '5' };
const patience = { timeout: 60_000 };

/** The versions of an artifact that have lost their content, oldest first. */
async function prunedOf(server: Server, owner: Member, artifact: { artifactId: string }): Promise<number[]> {
  const { versions } = await answer(200, server, 'listArtifactVersions', owner, { ...artifact, limit: 100 });
  return versions
    .filter(({ kept }) => !kept)
    .map(({ version }) => version)
    .toReversed();
}

/** Writes the versions up to the given one. */
async function write(server: Server, owner: Member, artifact: { artifactId: string }, from: number, to: number, more = '') {
  for (let version = from; version <= to; version += 1)
    await answer(200, server, 'writeArtifact', owner, {
      ...artifact,
      content: `v${version}${more}`,
      lock: 'auto',
      baseVersion: version - 1,
    });
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe.each(databases)('artifacts with other limits on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  beforeAll(async () => {
    place = await open();
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
    await write(server, owner, plan, 2, 70);
    await expect.poll(() => prunedOf(server, owner, plan), patience).toEqual(range(2, 10));
    const { versions } = await answer(200, server, 'listArtifactVersions', owner, { ...plan, limit: 100 });
    expect(versions.map(({ version }) => version)).toEqual(range(1, 70).toReversed());
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

describe.each(databases)('old versions on %s', (_, open) => {
  it('lose their content after a restart too, if the process did not get to it, or if the limit is lower now', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const first = await startServer(place.settings);
    onTestFinished(() => first.stop());
    const owner = await openSpace(first);
    const plan = { artifactId: await createArtifact(first, owner, 'v1') };
    await write(first, owner, plan, 2, 70);
    expect(await prunedOf(first, owner, plan)).toEqual([]);
    await first.stop();
    const second = await startServer({ ...place.settings, ...limits });
    onTestFinished(() => second.stop());
    await expect.poll(() => prunedOf(second, owner, plan), patience).toEqual(range(2, 10));
  });

  it('make room for new ones in a space that is full of them: no write is refused, and nothing is stored beyond the limit', async () => {
    const place = await open();
    onTestFinished(place.remove);
    // Room for the versions that stay in any case, and for some more.
    const bounded = { PARLEY_ARTIFACT_VERSIONS: '0', PARLEY_MAX_BYTES_PER_SPACE: '400000' };
    const server = await startServer({ ...place.settings, ...bounded });
    onTestFinished(() => server.stop());
    const owner = await openSpace(server);
    const plan = { artifactId: await createArtifact(server, owner, 'v1') };
    await write(server, owner, plan, 2, 200, 'x'.repeat(5_000));
    const last = { ...plan, limit: 100 };
    const kept = async () =>
      (await answer(200, server, 'listArtifactVersions', owner, last)).versions.filter((each) => each.kept).length;
    // The present one, and the newest 50.
    await expect.poll(kept, patience).toBe(51);
    expect((await ask(server, 'getArtifactVersion', owner, { ...plan, version: 1 })).status).toBe(200);
  });
});

it('three processes that write and prune one artifact keep the same versions as one, and count correctly', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const settings = { ...place.settings, PARLEY_ARTIFACT_VERSIONS: '0' };
  const servers = await Promise.all([startServer(settings), startServer(settings), startServer(settings)]);
  onTestFinished(() => Promise.all(servers.map((server) => server.stop())).then(() => {}));
  const owner = await openSpace(servers[0]);
  const plan = { artifactId: await createArtifact(servers[0], owner, 'v1') };
  const append = async (server: Server) => {
    for (let n = 0; n < 40; n += 1) await answer(200, server, 'writeArtifact', owner, { ...plan, append: 'x', lock: 'auto' });
  };
  await Promise.all(servers.map(append));
  const stored = `select array_agg(v.version order by v.version) filter (where v.content is not null) as kept,
    sum(v.bytes) filter (where v.content is not null and v.version < a.version)::int as bytes, a.old_versions, a.old_bytes
    from artifact_versions v join artifacts a using (space_id, artifact_id) group by a.old_versions, a.old_bytes`;
  const kept = [1, ...range(71, 121)];
  await expect.poll(async () => (await place.sql(stored))[0]?.['kept'], patience).toEqual(kept);
  const [row] = await place.sql(stored);
  expect(row).toMatchObject({ old_versions: 51, old_bytes: row!['bytes'] });
});
