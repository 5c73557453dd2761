import { contract } from '@parley/core';
import { expect, it } from 'vitest';
import { byKeys, parleyTools, type Arguments, type Backend } from '../../src/index.ts';

const tools = parleyTools({ contract: contract(), addressing: byKeys });
const { call, tool } = tools.get('edit_artifact')!;
const about = { spaceId: 's', artifactId: '0c5ee0a4-6c6b-4b32-9e52-5b2f2f0a7a11' };
const signal = new AbortController().signal;

function recorder() {
  const ran: [string, Arguments, boolean][] = [];
  const run: Backend['run'] = async (name, args, { isMinimal }) => {
    ran.push([name, args, isMinimal]);
    return { version: 2 };
  };
  return { backend: { run } as Backend, ran };
}

it.each<Arguments>([
  { content: 'x' },
  { edits: [{ old: 'a', new: 'b' }], baseVersion: 1 },
  { append: 'x', note: 'why' },
  { section: { heading: 'Plan', content: 'x' } },
])('%j is one call, which takes the lock by itself and does not ask for the content', async (change) => {
  const { backend, ran } = recorder();
  await call(backend, { ...about, ...change }, signal);
  expect(ran).toEqual([['writeArtifact', { ...about, ...change, lock: 'auto' }, true]]);
});

it('the lock is not for the model to choose', async () => {
  const { backend, ran } = recorder();
  await call(backend, { ...about, content: 'x', lock: 'held' }, signal);
  expect(ran[0]![1]).toMatchObject({ lock: 'auto' });
  expect(Object.keys(tool.inputSchema.properties!).sort()).toEqual(
    ['append', 'artifactId', 'baseVersion', 'content', 'edits', 'note', 'orPropose', 'privateKey', 'section'].sort(),
  );
});

it('a call without an artifact is refused before anything is sent', async () => {
  const { backend, ran } = recorder();
  await expect(call(backend, { spaceId: 's', content: 'x' }, signal)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(ran).toEqual([]);
});

it('orPropose keeps the change as a proposal, if it says which version it is based on', async () => {
  const { backend, ran } = recorder();
  const change = { ...about, append: 'x' };
  await call(backend, { ...change, baseVersion: 1, orPropose: true }, signal);
  await call(backend, { ...change, baseVersion: 1, orPropose: false, keep: 'proposal' }, signal);
  expect(ran.map(([, args]) => args['keep'])).toEqual(['proposal', undefined]);
  for (const [args, issue] of [
    [{ orPropose: true }, { field: 'baseVersion', message: 'is required with `orPropose`' }],
    [
      { orPropose: 'yes', baseVersion: 1 },
      { field: 'orPropose', message: 'must be a boolean' },
    ],
  ] as const) {
    const refused = call(backend, { ...change, ...args }, signal);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', details: { issues: [issue] } });
  }
  expect(ran).toHaveLength(2);
});

it('write_artifact keeps a text whose base it knows, and cannot be told otherwise', async () => {
  const { backend, ran } = recorder();
  const write = tools.get('write_artifact')!;
  for (const more of [{ baseVersion: 3 }, {}, { keep: 'proposal' }])
    await write.call(backend, { ...about, content: 'x', ...more }, signal);
  expect(ran.map(([name, args]) => [name, args['keep']])).toEqual([
    ['writeArtifact', 'proposal'],
    ['writeArtifact', undefined],
    ['writeArtifact', undefined],
  ]);
  expect(Object.keys(write.tool.inputSchema.properties!)).not.toContain('keep');
});
