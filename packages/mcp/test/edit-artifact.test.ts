import { contract } from '@parley/core';
import { expect, it } from 'vitest';
import { byKeys, parleyTools, type Arguments, type Backend } from '../src/index.ts';

const { call, tool } = parleyTools({ contract: contract(), addressing: byKeys }).get('edit_artifact')!;
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
    [
      'append',
      'artifactId',
      'baseVersion',
      'content',
      'edits',
      'idempotencyKey',
      'note',
      'privateKey',
      'section',
      'spaceId',
    ].sort(),
  );
});

it('a call without an artifact is refused before anything is sent', async () => {
  const { backend, ran } = recorder();
  await expect(call(backend, { spaceId: 's', content: 'x' }, signal)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(ran).toEqual([]);
});
