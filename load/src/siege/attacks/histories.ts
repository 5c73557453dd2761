import { largeText, type Planned } from '../attacker.ts';

const lines = 9_900;
/** Texts that take long to compare. */
const texts = [3, 5].map((step) => Array.from({ length: lines }, (_, i) => `${(i * step) % 7_919}\n`).join(''));
const endless = ['a\n', 'b\n'].map((line) => line.repeat(512 * 1024));
const edits = Array.from({ length: 100 }, (_, i) => ({ old: `${'x'.repeat(500)}${i}`, new: 'y' }));
const [proposed, open] = [25, 40];

/** Long pasts: of messages, of versions, of proposals. */
export const histories: Readonly<Record<string, Planned>> = {
  'heavy-histories': {
    does: 'Five participants request A2A tasks with 100 messages of history 600 times, in a space with 24 MiB of images.',
    seconds: 8,
    space: { participants: 5, messages: 24 },
    run: ({ flood, ask, member }) =>
      flood(600, 4, (i) => {
        const { spaceId, id, key } = member(i);
        const params = { id: `${spaceId}.${id}`, historyLength: 100 };
        const body = { jsonrpc: '2.0', id: 1, method: 'GetTask', params };
        return ask({ method: 'POST', path: '/a2a', key, headers: { 'a2a-version': '1.0' }, body });
      }),
  },
  'hostile-differences': {
    does: 'Ten addresses compare versions that have nothing in common 600 times, and write over versions that they have not read.',
    seconds: 8,
    async run({ flood, call, need, createArtifacts, space }) {
      const [artifactId] = await createArtifacts(1);
      for (const [i, content] of [...texts, ...endless].entries())
        await need('writeArtifact', space, { artifactId, content, lock: 'auto', baseVersion: i + 1 });
      await flood(600, 10, (i) => {
        const from = i % 10;
        if (i % 3 === 0)
          return call('writeArtifact', space, { artifactId, content: 'late', lock: 'auto', baseVersion: 4 }, { from });
        const versions = i % 2 === 0 ? { from: 2, to: 3 } : { from: 4, to: 5 };
        return call('diffArtifact', space, { artifactId, ...versions }, { from });
      });
    },
  },
  'endless-versions': {
    does: 'Writes new versions of 1 MiB to twenty artifacts, 400 times, until the space is full and beyond.',
    seconds: 10,
    async run({ flood, call, need, createArtifacts, space }) {
      const ids = await createArtifacts(20);
      for (const artifactId of ids) await need('lockArtifact', space, { artifactId });
      await flood(400, 8, (i) => {
        const change = { artifactId: ids[i % ids.length], content: largeText(i) };
        return call('writeArtifact', space, change, { from: i % 10 });
      });
    },
  },
  'endless-proposals': {
    does: 'Opens 1,000 proposals, then proposes and withdraws changes of 1 MiB until the space is full and beyond, and reads them from ten addresses.',
    seconds: 12,
    async run({ flood, call: send, createArtifacts, space }) {
      const ids = await createArtifacts(proposed, (i) => (i === 0 ? largeText(0) : ''));
      const call = (
        i: number,
        operation: 'createProposal' | 'getProposal' | 'withdrawProposal' | 'listProposals',
        input: object,
      ) => send(operation, space, { artifactId: ids[i % proposed], ...input }, { from: i % 10 });
      const propose = (i: number, change: object) =>
        call(i, 'createProposal', { baseVersion: 1, note: 'n'.repeat(500), ...change });
      await flood(proposed * open, 8, (i) => propose(i, { append: `${i}` }));
      await flood(400, 8, async (i) => {
        const { status, text } = await propose(i, i % 4 === 0 ? { edits } : { content: largeText(i) });
        if (status !== 200) return;
        const { proposalId } = JSON.parse(text) as { proposalId: string };
        await call(i, 'getProposal', { proposalId });
        await call(i, 'withdrawProposal', { proposalId });
      });
      await flood(200, 10, (i) => call(i, 'listProposals', { state: 'all' }));
    },
  },
};
