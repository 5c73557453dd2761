import type { Attack } from '../attack.ts';
import { openSpace } from './own-space.ts';

const [artifacts, open] = [25, 40];
const content = (i: number): string => `${i}\n${'x'.repeat(1024 * 1024 - 1_024)}`;
const edits = Array.from({ length: 100 }, (_, i) => ({ old: `${'x'.repeat(500)}${i}`, new: 'y' }));

export const endlessProposals: Attack = {
  name: 'endless-proposals',
  does: 'Opens 1,000 proposals, then proposes and withdraws changes of 1 MiB until the space is full and beyond, and reads them from ten addresses.',
  seconds: 12,
  async run(attacker) {
    const { path, ownerKey: key } = await openSpace(attacker);
    const from = attacker.address();
    const ids: string[] = [];
    await attacker.prepare(artifacts, 4, async (i) => {
      const body = { name: `${i}`, type: 'markdown', content: i === 0 ? content(0) : '' };
      const { id } = await attacker.need({ from, method: 'POST', path: `${path}/artifact`, key, body });
      ids.push(id!);
    });
    const proposals = (i: number) => `${path}/artifact/${ids[i % artifacts]}/proposals`;
    const propose = (i: number, change: object) =>
      attacker.ask({
        from: attacker.address(i % 10),
        method: 'POST',
        path: proposals(i),
        key,
        body: { baseVersion: 1, note: 'n'.repeat(500), ...change },
      });
    await attacker.flood(artifacts * open, 8, (i) => propose(i, { append: `${i}` }));
    await attacker.flood(400, 8, async (i) => {
      const { status, text } = await propose(i, i % 4 === 0 ? { edits } : { content: content(i) });
      if (status !== 200) return;
      const { proposalId } = JSON.parse(text) as { proposalId: string };
      const one = `${proposals(i)}/${proposalId}`;
      await attacker.ask({ from: attacker.address(i % 10), path: one, key });
      await attacker.ask({ from: attacker.address(i % 10), method: 'POST', path: `${one}/withdraw`, key, body: {} });
    });
    await attacker.flood(200, 10, (i) =>
      attacker.ask({ from: attacker.address(i % 10), path: `${proposals(i)}?state=all`, key }),
    );
  },
};
