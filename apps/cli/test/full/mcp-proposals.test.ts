import { textsIn } from '@parley/testing';
import { expect, inject, test } from 'vitest';
import { machines } from '../machine.ts';
import { McpHost, type Fields } from '../mcp-host.ts';

const server = inject('server');

test.each(['2025', '2026'] as const)(
  'in revision %s, a text that a lock keeps out is proposed, and accepted or refused',
  async (revision) => {
    const [chair, guest] = await machines(server.url, 'chair', 'guest');
    await chair.does('space', 'create', 'Launch', '--name', 'Olga');
    await guest.does('join', (await chair.answers<{ agentLink: string }>('invite')).agentLink, '--name', 'Gus');
    const olga = await McpHost.start(chair, revision);
    const gus = await McpHost.start(guest, revision, '--allow', 'artifacts,send');
    const plan = { artifactId: 'Plan' };
    const refused = async (host: McpHost, name: string, args: Fields) => {
      const { isError, content, _meta } = await host.tries(name, { ...plan, ...args });
      expect(isError).toBe(true);
      return { text: content[0]!.text, body: _meta!['parley/refusal'] as Fields };
    };

    await olga.call('create_artifact', { name: 'Plan', content: 'one\n' });
    await olga.call('lock_artifact', plan);
    const kept = await refused(gus, 'edit_artifact', { append: 'two', baseVersion: 1, orPropose: true });
    expect(kept.body).toMatchObject({ code: 'locked', status: 423 });
    expect(kept.text).toContain('Nothing is lost, so do not send it again');
    const { proposalId } = kept.body;
    const claimed = await olga.says('claim_delivery');
    expect(claimed).toContain(`proposalId: ${String(proposalId)}`);
    expect(claimed).toContain('decide_proposal accepts or rejects it');
    expect(textsIn(await olga.says('get_proposal', { ...plan, proposalId }))).toContain('two');

    await olga.call('edit_artifact', { ...plan, content: 'zero\n' });
    const { proposalId: other } = await gus.call('propose_edit', { ...plan, baseVersion: 2, content: 'mine' });
    const accept = { decision: 'accept', baseVersion: 2 };
    expect((await refused(gus, 'decide_proposal', { ...accept, proposalId: other })).body).toMatchObject({
      code: 'forbidden',
    });
    expect(await olga.call('decide_proposal', { ...plan, ...accept, proposalId })).toMatchObject({
      state: 'accepted',
      version: 3,
    });
    const stale = await refused(olga, 'decide_proposal', { ...accept, baseVersion: 3, proposalId: other });
    expect(stale.body).toMatchObject({ code: 'proposal_stale', currentVersion: 3 });
    expect(textsIn(stale.text)[0]).toMatch(/^@@ [^]*\+two/);
    expect(stale.text).toContain('Accept it with `content`');
    const rejection = { ...plan, proposalId: other, decision: 'reject', note: 'No more' };
    expect(await olga.call('decide_proposal', rejection)).toMatchObject({ state: 'rejected' });
    expect((await refused(olga, 'decide_proposal', { ...accept, proposalId })).body).toMatchObject({ code: 'proposal_ended' });
    expect(await gus.toolNames()).not.toContain('get_proposal');
  },
);
