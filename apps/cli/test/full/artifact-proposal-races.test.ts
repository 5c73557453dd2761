import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fakeService, type Answer, type Request } from '../fake-service.ts';
import { machines } from '../machine.ts';

const at = new Date().toISOString();
const artifact = { id: randomUUID(), name: 'Plan', version: 3, updatedAt: at };
const proposal = {
  ...{ proposalId: randomUUID(), artifactId: artifact.id, state: 'open', via: 'append', createdAt: at },
  ...{ authorId: randomUUID(), authorName: 'Gus', baseVersion: 2, revision: 2, applies: 'clean' },
  diff: { from: 3, to: 4, hunks: [], added: 0, removed: 0, truncated: false },
};
const ids = `${artifact.id.slice(0, 8)} ${proposal.proposalId.slice(0, 8)}`;

/** Olga, whose server has one artifact, and answers the rest like this. */
async function served(reading: (path: string) => unknown, writing: (request: Request) => Answer) {
  const [olga] = await machines('http://127.0.0.1:1', 'olga');
  const space = { name: 'Launch', participants: [], artifacts: [artifact] };
  const { url, requests } = await fakeService({
    'GET /hub/space/': ({ path }) => ({ body: path.includes('/artifact/') ? reading(path) : space }),
    'PATCH /hub/space/': writing,
    'POST /hub/space/': writing,
    'DELETE /hub/space/': () => ({ body: {} }),
  });
  const env = { PARLEY_URL: url, PARLEY_SPACE: randomUUID(), PARLEY_KEY: 'a'.repeat(64) };
  return { tries: (words: string[], more = {}) => olga.tries(['artifact', ...words], { env: { ...env, ...more } }), requests };
}

test('accept sends the revision and the version that it has shown, and says what to do if the author was faster', async () => {
  const error = 'The author has changed the proposal meanwhile';
  const { tries, requests } = await served(
    () => proposal,
    () => ({ status: 409, body: { error, code: 'proposal_stale' } }),
  );
  expect(await tries(['accept', 'Plan', proposal.proposalId])).toEqual({
    code: 5,
    stdout: '',
    stderr: `It changes nothing\nparley: ${error} (look again with \`parley artifact proposal ${ids}\`)\n`,
  });
  expect(requests.at(-1)!.body).toEqual({ revision: 2, baseVersion: 3 });
});

test('accept accepts nothing if somebody has written after the difference was read', async () => {
  const { tries } = await served(
    () => proposal,
    () => ({
      status: 409,
      body: { error: '', code: 'version_conflict', currentVersion: 4, updatedByName: 'Mia', updatedAt: at },
    }),
  );
  const { code, stderr } = await tries(['accept', 'Plan', proposal.proposalId]);
  expect(code).toBe(5);
  expect(stderr).toMatch(/Mia wrote version 4 .* your decision is based on version 3 \(nothing was accepted; look again with /);
});

test('a list of proposals that a server never ends is not read for ever', async () => {
  const page = Array.from({ length: 100 }, () => ({ ...proposal, proposalId: randomUUID(), sequence: 7 }));
  const { tries, requests } = await served(
    () => ({ proposals: page }),
    () => ({ status: 500 }),
  );
  expect(await tries(['proposals', 'Plan'])).toMatchObject({ code: 0 });
  expect(requests.filter(({ path }) => path.includes('/proposals'))).toHaveLength(2);
});

test('a refusal that names no proposal leaves the edited text in a file', async () => {
  const view = { ...artifact, content: 'one', lockedAt: at, lockExpiresAt: at };
  const lost = { error: 'Nobody holds the lock', code: 'not_locked', proposalId: '`rm -rf .`' };
  const { tries, requests } = await served(
    () => view,
    ({ method }) => (method === 'PATCH' ? { status: 423, body: lost } : { body: view }),
  );
  const { code, stderr } = await tries(['edit', 'Plan'], { EDITOR: 'sed -i s/one/two/' });
  expect(code).toBe(5);
  expect(stderr).not.toContain('rm -rf');
  const [, file] = /your text is saved in (\S+\.md)/.exec(stderr)!;
  expect(await readFile(file!, 'utf8')).toBe('two');
  const { body } = requests.find(({ method }) => method === 'PATCH')!;
  expect(body).toEqual({ content: 'two', baseVersion: 3, keep: 'proposal' });
});
