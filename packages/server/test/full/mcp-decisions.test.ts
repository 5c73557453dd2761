import { answer, hostileTexts, invite, join, openSpace, surroundings, textsIn, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from '../in-process.ts';
import { keyed, mcpClients, ok, said, valueIn, type Fields } from '../mcp-clients.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

describe.each(mcpClients)('decisions over MCP with %s', (_, connect) => {
  /** The owner, Bob and Eve, each with the tools of the list `core`, and those of the owner. */
  async function meeting() {
    const owner = await openSpace(server);
    const invitation = await invite(server, owner);
    const [bob, eve] = [await join(server, invitation, 'Bob'), await join(server, invitation, 'Eve')];
    return { owner: await tools(owner, 'decisions'), bob: await tools(bob), eve: await tools(eve) };
  }

  async function tools(member: Member, list = 'core') {
    const client = await connect(server.url, keyed(member), `?tools=${list}`);
    return {
      member,
      names: async () => (await client.tools()).map(({ name }) => name),
      ok: (name: string, args: Fields = {}) => ok(client, name, args),
      says: (name: string, args: Fields = {}) => said(client, name, args),
      async refused(name: string, args: Fields = {}) {
        const { isError, content, _meta } = await client.call(name, args);
        expect(isError, content[0]!.text).toBe(true);
        return { text: content[0]!.text, body: _meta!['parley/refusal'] as Fields };
      },
    };
  }

  it('a model asks another by name, which learns what to do from each answer, and the first learns the outcome', async () => {
    const { bob, eve } = await meeting();
    const options = [{ label: 'Pasta' }, { label: 'Salad', description: 'Without nuts' }];
    const { decisionId } = await eve.ok('create_decision', { title: 'Lunch?', text: 'Until *noon*.', options, voters: ['Bob'] });
    expect(await bob.says('wait_for_events', { after: 0, wait: 0 })).toMatch(/deliveries:[^]*expects: answer/);
    const claimed = await bob.says('claim_delivery');
    expect(textsIn(claimed)).toEqual(['I ask for a decision: "Lunch?"']);
    expect(valueIn(claimed, 'decisionId')).toBe(decisionId);
    expect(claimed).toContain(
      'get_decision shows the question and its options, answer_decision answers it and settles the delivery',
    );
    expect(claimed).toContain('or what the message asks for, ends one that you claimed');
    const read = await bob.says('get_decision', { decisionId: 'lunch?' });
    expect(textsIn(read)).toEqual(['Until *noon*.', 'Without nuts']);
    expect(read).toMatch(/title: "Lunch\?"[^]*id: "salad", label: "Salad"[^]*name: "Bob"[^]*answered: false/);
    const answered = await bob.says('answer_decision', { decisionId, option: 'salad', reason: 'Lighter' });
    expect(answered).toMatch(/state: decided[^]*outcome: "salad"/);
    // The answer has settled the delivery.
    expect(answered).not.toContain('Deliveries to you');
    const told = await eve.says('claim_delivery');
    expect(textsIn(told)).toEqual(['The decision "Lunch?" has ended: "Salad"']);
    expect(told).toContain('get_decision shows its outcome and the reasons');
    expect(textsIn(await eve.says('get_decision', { decisionId }))).toContain('Lighter');
    const happened = await eve.says('wait_for_events', { after: 0, wait: 0 });
    expect(happened).toMatch(new RegExp(`- decision: .*decisionId: ${String(decisionId)}[^]*state: decided[^]*outcome: "salad"`));
    expect(await eve.says('list_decisions')).toContain('decisions: none');
    expect(await eve.says('list_decisions', { state: 'all', mine: true })).toMatch(/title: "Lunch\?"[^]*outcome: "salad"/);
  });

  it('a refusal says who can answer and until when, which options there are, and how a decision has ended', async () => {
    const { owner, bob, eve } = await meeting();
    const { decisionId } = await eve.ok('create_decision', {
      title: 'Send it?',
      voters: ['Bob', 'Owner'],
      expiresInSeconds: 600,
      rule: 'all',
    });
    const foreign = await eve.refused('answer_decision', { decisionId, option: 'approve' });
    expect(foreign.body).toMatchObject({ code: 'not_a_voter', status: 403 });
    expect(foreign.text).toMatch(
      /Only those who were asked can answer until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.\d+Z: \\"Bob\\", \\"Owner\\"/,
    );
    expect(foreign.text).toContain('get_decision shows what they have answered');
    const unknown = await bob.refused('answer_decision', { decisionId, option: 'maybe' });
    expect(unknown.text).toContain('option must be one of approve, reject');
    await bob.ok('answer_decision', { decisionId: 'Send it?', option: 'approve' });
    await owner.ok('withdraw_decision', { decisionId: 'Send it?' });
    const late = await bob.refused('answer_decision', { decisionId, option: 'reject' });
    expect(late.body).toMatchObject({ code: 'decision_ended', status: 409 });
    expect(late.text).toContain('get_decision shows the outcome');
    const missing = await bob.refused('get_decision', { decisionId: 'Pay it?' });
    expect(missing.body).toMatchObject({ code: 'decision_not_found', status: 404 });
    expect(missing.text).toContain('Send it?');
  });

  it('words stand for voters, and a refusal of voters says what to do', async () => {
    const { owner, bob } = await meeting();
    const voters = async (given: unknown) => {
      const { voters: all } = await bob.ok('create_decision', { title: 'Tea?', voters: given });
      return (all as Fields[]).map(({ name }) => name);
    };
    expect(await voters(['all'])).toEqual(['Owner', 'Bob', 'Eve']);
    expect(await voters('owner')).toEqual(['Owner']);
    expect(await voters(['humans'])).toEqual(['Owner']);
    expect(await voters(['@eve', owner.member.id])).toEqual(['Eve', 'Owner']);
    const unknown = await bob.refused('create_decision', { title: 'Tea?', voters: ['Ada'] });
    expect(unknown.text).toMatch(/voters\.0 names no participant; there is .*Eve/);
    const { id: artifactId } = await owner.ok('create_artifact', { name: 'Plan', content: 'one\n' });
    const nobody = await bob.refused('create_decision', { title: 'Send it?', artifact: { artifactId, version: 1 } });
    expect(nobody.body).toMatchObject({ code: 'no_voters', status: 409 });
    expect(nobody.text).toContain('get_space shows who is here');
  });

  it('an approval is of the version that was read: the refusal of another one shows what has changed', async () => {
    const { owner, bob, eve } = await meeting();
    await owner.ok('create_artifact', { name: 'Plan', content: 'one\n' });
    const { decisionId } = await eve.ok('create_decision', {
      title: 'Send it?',
      voters: ['Bob'],
      artifact: { artifactId: 'plan', version: 1 },
    });
    await eve.ok('edit_artifact', { artifactId: 'Plan', append: 'two\n' });
    const { text, body } = await bob.refused('answer_decision', { decisionId, option: 'approve', version: 2 });
    expect(body).toMatchObject({ code: 'version_conflict', pinned: 1, currentVersion: 2 });
    expect(textsIn(text)).toEqual([expect.stringContaining('+two')]);
    expect(text).toContain('Read that version first, then answer with `version` = pinned');
    expect(await bob.says('get_decision', { decisionId })).toMatch(/version: 1[^]*currentVersion: 2, changedSince: true/);
    expect(await bob.ok('answer_decision', { decisionId, option: 'approve', version: 1 })).toMatchObject({ outcome: 'approve' });
    await eve.ok('create_decision', { title: 'And this?', voters: ['Bob'], artifact: { artifactId: 'Plan', version: 2 } });
    const own = await eve.refused('answer_decision', { decisionId: 'And this?', option: 'approve', version: 2 });
    expect(own.body).toMatchObject({ code: 'own_work', status: 403 });
  });

  it('withdraw_decision and close_decision are in the list `decisions`, and end a decision', async () => {
    const { owner, bob, eve } = await meeting();
    expect(await owner.names()).toEqual(expect.arrayContaining(['withdraw_decision', 'close_decision']));
    expect((await bob.names()).filter((name) => name.endsWith('_decision'))).toEqual([
      'create_decision',
      'get_decision',
      'answer_decision',
    ]);
    const { decisionId } = await bob.ok('create_decision', { title: 'Tea?', voters: ['Eve', 'Owner'], rule: 'all' });
    await eve.ok('answer_decision', { decisionId, option: 'approve' });
    expect(await owner.says('close_decision', { decisionId: 'tea?', statement: 'We have tea' })).toMatch(
      /state: decided[^]*We have tea/,
    );
    const { decisionId: other } = await bob.ok('create_decision', { title: 'Cake?', voters: ['Eve'] });
    expect((await eve.refused('withdraw_decision', { decisionId: other })).body).toMatchObject({ status: 403 });
    expect(await bob.ok('withdraw_decision', { decisionId: other })).toMatchObject({ state: 'withdrawn' });
    expect((await bob.refused('close_decision', { decisionId: other })).body).toMatchObject({ status: 401 });
  });
});

it('texts of a decision stay in their envelopes, whatever they imitate', async () => {
  const owner = await openSpace(server);
  const bob = await join(server, await invite(server, owner), 'Bob');
  const client = await mcpClients[0]![1](server.url, keyed(bob));
  for (const text of hostileTexts.filter((each) => each.trim() !== '' && each.length < 2_000)) {
    const ask = {
      title: 'Read this?',
      text,
      voters: [bob.id],
      options: [
        { id: 'a', label: 'A' },
        { id: 'b', label: 'B' },
      ],
    };
    const { decisionId } = await answer(200, server, 'createDecision', owner, ask as never);
    await answer(200, server, 'answerDecision', bob, { decisionId, option: 'a', reason: text });
    const read = await client.call('get_decision', { decisionId });
    expect(surroundings(read.structuredContent).enclosed).toEqual([text, text]);
    expect(textsIn(read.content[0]!.text)).toEqual([text, text]);
  }
});
