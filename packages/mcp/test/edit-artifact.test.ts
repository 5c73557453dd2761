import { contract } from '@parley/core';
import { expect, it } from 'vitest';
import { byKeys, parleyTools, type Backend } from '../src/index.ts';

const { call } = parleyTools({ contract: contract(), addressing: byKeys }).get('edit_artifact')!;
const artifactId = '0c5ee0a4-6c6b-4b32-9e52-5b2f2f0a7a11';
const signal = new AbortController().signal;

/**
 * An artifact whose caller holds a lock since each of these times, or none, whenever it is read. `meanwhile` writes of the caller in
 * another process precede each write.
 */
function backendWith(locks: (string | undefined)[], meanwhile = 0) {
  const ran: string[] = [];
  let content = '';
  let version = 1;
  const answers: Record<string, (args: Record<string, unknown>) => object> = {
    getArtifact() {
      const lockedAt = locks.shift();
      return { content, version, ...(lockedAt && { lockedAt, lockedBy: 'me' }) };
    },
    lockArtifact: () => ({ lockedBy: 'me' }),
    writeArtifact(args) {
      content = String(args['content']);
      version += 1 + meanwhile;
      return { content, version };
    },
    unlockArtifact: () => ({}),
  };
  const run: Backend['run'] = async (name, args) => {
    ran.push(name);
    return answers[name]!(args) as Record<string, unknown>;
  };
  return { backend: { run } as Backend, ran, text: () => content };
}

it.each([
  ['keeps a lock that the caller held before', ['1', '1'], false],
  ['releases its own lock', [undefined, '2'], true],
  ['releases its own lock if an earlier one of the caller ended while it began', ['1', '2'], true],
])('an edit %s', async (_, locks, releases) => {
  const { backend, ran } = backendWith(locks);
  await call(backend, { spaceId: 's', artifactId, content: 'x' }, signal);
  expect(ran.includes('unlockArtifact')).toBe(releases);
});

it('edits of one artifact run one after the other, however its id is written', async () => {
  const { backend, text } = backendWith([]);
  const one = (id: string, letter: string) =>
    call(backend, { spaceId: 's', artifactId: id, edits: [{ old: '.', new: `${letter}.` }] }, signal);
  await call(backend, { spaceId: 's', artifactId, content: '.' }, signal);
  await Promise.all([one(artifactId, 'a'), one(artifactId.toUpperCase(), 'b'), one(artifactId, 'c')]);
  expect([...text()].sort().join('')).toBe('.abc');
});

it('an edit that overwrote another one of the caller says so, and releases the lock', async () => {
  const { backend, ran } = backendWith([undefined, '1'], 1);
  await expect(call(backend, { spaceId: 's', artifactId, content: 'x' }, signal)).rejects.toMatchObject({
    code: 'status_conflict',
  });
  expect(ran.at(-1)).toBe('unlockArtifact');
});
