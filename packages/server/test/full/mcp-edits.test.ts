import { answer, invite, join, openSpace, textsIn, type Member, type Server } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';

let cluster: Cluster;
let owner: Member;
let bob: Member;
beforeAll(async () => {
  cluster = await startCluster(2, { PARLEY_RATE_LIMIT: '0' });
  owner = await openSpace(cluster.servers[0]!);
  bob = await join(cluster.servers[0]!, await invite(cluster.servers[0]!, owner), 'Bob');
});
afterAll(() => cluster.stop());

interface Result {
  isError?: boolean;
  content: [{ text: string }];
  structuredContent?: { version: number };
  _meta: { 'parley/refusal': { code: string; status: number; currentVersion: number } };
}

async function tool({ url }: Server, { spaceId, key: privateKey }: Member, name: string, args: object): Promise<Result> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { spaceId, privateKey, ...args } },
    }),
  });
  return ((await response.json()) as { result: Result }).result;
}

const create = async (content: string): Promise<{ artifactId: string }> => {
  const input = { name: 'Plan', type: 'markdown', content };
  return { artifactId: (await answer(200, cluster.any(), 'createArtifact', owner, input)).id };
};
const textOf = async (about: { artifactId: string }): Promise<string> =>
  (await answer(200, cluster.any(), 'getArtifact', owner, about)).content;
const refusalOf = ({ _meta }: Result) => _meta['parley/refusal'];

it('no edit is lost, although one key edits one artifact through two processes at the same time', async () => {
  const plan = await create('.');
  const numbers = Array.from({ length: 24 }, (_, i) => i);
  const results = await Promise.all(
    numbers.map((i) => tool(cluster.nth(i), owner, 'edit_artifact', { ...plan, edits: [{ old: '.', new: `<${i}>.` }] })),
  );
  expect(results.filter(({ isError }) => isError)).toEqual([]);
  const text = await textOf(plan);
  expect(
    text
      .match(/\d+/g)!
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(numbers);
  const versions = results.map(({ structuredContent }) => structuredContent!.version).sort((a, b) => a - b);
  expect(versions).toEqual(numbers.map((i) => i + 2));
  expect((await answer(200, cluster.any(), 'getArtifact', owner, plan)).lockedBy).toBeUndefined();
});

it('of those that are based on the same version one succeeds, and the others are told what it wrote', async () => {
  const plan = await create('start\n');
  for (let version = 1; version <= 5; version += 1) {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        tool(cluster.nth(i), owner, 'edit_artifact', { ...plan, content: `start\n${version}.${i}\n`, baseVersion: version }),
      ),
    );
    const [written, ...more] = results.filter(({ isError }) => !isError);
    expect(more).toEqual([]);
    expect(written!.structuredContent).toMatchObject({ version: version + 1 });
    const text = await textOf(plan);
    for (const refused of results.filter(({ isError }) => isError)) {
      expect(refusalOf(refused)).toMatchObject({ code: 'version_conflict', status: 409, currentVersion: version + 1 });
      expect(textsIn(refused.content[0].text).join()).toContain(`+${text.split('\n')[1]}`);
    }
  }
});

it('every answer of a mixture says whether the text is stored: appended, edited, refused', async () => {
  const plan = await create('# Plan\n\n- [ ] one\n');
  const changes = Array.from({ length: 30 }, (_, i) =>
    i % 3 === 0
      ? { edits: [{ old: '- [ ] one', new: `- [ ] one (${i})` }], baseVersion: 1 + (i % 4) }
      : i % 3 === 1
        ? { append: `(${i})` }
        : { section: { heading: 'Plan', content: `(${i})`, mode: 'append' } },
  );
  const results = await Promise.all(
    changes.map((change, i) => tool(cluster.nth(i), i % 2 ? bob : owner, 'edit_artifact', { ...plan, ...change })),
  );
  const text = await textOf(plan);
  results.forEach((result, i) => {
    if (result.isError) expect(['version_conflict', 'edit_mismatch']).toContain(refusalOf(result).code);
    expect(text.includes(`(${i})`), `${i} is stored`).toBe(!result.isError);
  });
  expect(results.filter(({ isError }) => !isError).length).toBeGreaterThanOrEqual(20);
});

it('a model can repair an edit from its refusal, and go back to an old version', async () => {
  const plan = await create('# Plan\n\n- Ship on Monday\n');
  const edit = (args: object) => tool(cluster.any(), bob, 'edit_artifact', { ...plan, ...args });
  await tool(cluster.any(), owner, 'edit_artifact', { ...plan, edits: [{ old: 'Monday', new: 'Tuesday' }] });
  const refused = await edit({ edits: [{ old: '- Ship on Monday', new: '- Ship on Friday' }] });
  const [, near = ''] = /^(- .*)$/m.exec(textsIn(refused.content[0].text)[0]!)!;
  expect(near).toBe('- Ship on Tuesday');
  expect((await edit({ edits: [{ old: near, new: '- Ship on Friday' }], note: 'agreed' })).structuredContent!.version).toBe(3);
  const restored = await tool(cluster.any(), bob, 'restore_artifact_version', { ...plan, version: 2, baseVersion: 3 });
  expect(restored.structuredContent).toMatchObject({ version: 4 });
  expect(await textOf(plan)).toBe('# Plan\n\n- Ship on Tuesday\n');
  const [{ text: history }] = (await tool(cluster.any(), owner, 'artifact_history', plan)).content;
  expect(history).toMatch(/version: 4,.* via: restore, restoredFrom: 2, kept: true/);
  expect(textsIn(history)).toEqual(['agreed']);
  const [{ text: happened }] = (await tool(cluster.any(), owner, 'wait_for_events', { after: 0 })).content;
  expect(happened).toMatch(/- artifact: .*action: restored, .*via: restore/);
});
