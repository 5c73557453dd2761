import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, join, openSpace, write, type Member } from '../scenes.ts';
import { call, covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const title = 'Send the plan?';

/** Ada who asks, and two who answer. */
async function asking() {
  const { owner, guest: ada } = await everybody();
  const [bob, eve] = [await join(owner, { name: 'Bob' }), await join(owner, { name: 'Eve' })];
  const open = async (wish: Input = {}, who = ada) => {
    const { body: created } = await covers('createDecision', 200, who, { title, voters: [bob.id, eve.id], ...wish });
    return { created, decision: { decisionId: created.decisionId } };
  };
  return { owner, ada, bob, eve, open };
}

const choose = async (voter: Member, decision: Input, option: string, more: Input = {}) =>
  (await covers('answerDecision', 200, voter, { ...decision, option, ...more })).body;
const read = async (reader: Member, decision: Input) => (await covers('getDecision', 200, reader, decision)).body;
const outcomes = async (member: Member) =>
  (await covers('listDeliveries', 200, member, { state: 'all' })).body.deliveries.map(
    ({ expects, outcome, state }) => `${expects} ${outcome ?? state}`,
  );

additions('createDecision', () => {
  promise('200 with an open decision that everyone can read, and a delivery for each voter', async () => {
    const { ada, bob, eve, open } = await asking();
    const { created, decision } = await open({ text: 'It is ready.' });
    expect(created).toMatchObject({
      ...{ ...decision, title, state: 'open', rule: 'first', openedBy: ada.id },
      options: [{ id: 'approve' }, { id: 'reject' }],
      voters: [
        { participantId: bob.id, answered: false },
        { participantId: eve.id, answered: false },
      ],
      tally: [
        { option: 'approve', count: 0 },
        { option: 'reject', count: 0 },
      ],
    });
    expect(await read(eve, decision)).toMatchObject({ ...decision, text: 'It is ready.' });
    const { delivery, message } = (await covers('claimDelivery', 200, bob)).body;
    expect(delivery).toMatchObject({ senderId: ada.id, expects: 'answer' });
    expect(message).toMatchObject(decision);
    expect((await covers('getDecision', 404, bob, { decisionId: randomUUID() })).body.code).toBe('decision_not_found');
  });

  promise('200 with voters by name, everyone, and the owner by default', async () => {
    const { owner, ada, bob, eve, open } = await asking();
    const votersOf = async (wish: Input) => (await open(wish)).created.voters.map(({ participantId }) => participantId);
    expect(await votersOf({ voters: ['Bob'] })).toEqual([bob.id]);
    expect((await votersOf({ voters: 'all' })).toSorted()).toEqual([owner.id, ada.id, bob.id, eve.id].toSorted());
    expect(await votersOf({ voters: undefined })).toEqual([owner.id]);
    expect(await votersOf({ voters: 'humans' })).toEqual([owner.id]);
  });

  promise('400 for what does not fit, 403 for a fallback that is not the owner’s', async () => {
    const { owner, ada, open } = await asking();
    for (const wrong of [
      { title: ' ' },
      { title: 'Two\nlines' },
      { text: 'x'.repeat(20_001) },
      { options: [{ label: 'Only one' }] },
      { options: [{ label: 'Yes' }, { label: 'yes' }] },
      { voters: [] },
      { voters: ['Nobody'] },
      { voters: [randomUUID()] },
      { rule: 'loudest' },
      { rule: 'no-objection' },
      { expiresInSeconds: 59 },
      { artifact: { artifactId: randomUUID(), version: 1 } },
    ] satisfies Input[])
      expect((await covers('createDecision', 400, ada, { title, ...wrong })).body.code).toBe('invalid_request');
    await covers('createDecision', 400, owner, { title, fallback: 'approve' });
    await covers('createDecision', 400, owner, { title, fallback: 'maybe', expiresInSeconds: 60 });
    await covers('createDecision', 403, ada, { title, fallback: 'approve', expiresInSeconds: 60 });
    expect((await open({ fallback: 'reject', expiresInSeconds: 60 }, owner)).created.fallback).toBe('reject');
  });

  promise('409 no_voters if the only voter is the author of the version', async () => {
    const owner = await openSpace();
    const artifact = { artifactId: await write(owner, '# Plan'), version: 1 };
    expect((await covers('createDecision', 409, owner, { title, artifact })).body.code).toBe('no_voters');
  });
});

additions('listDecisions', () => {
  promise('200 with those that are open, newest first, without texts and reasons', async () => {
    const { ada, bob, eve, open } = await asking();
    const { decision: first } = await open({ rule: 'all', text: 'Long' });
    const { decision: second } = await open({ voters: [eve.id] });
    await choose(bob, first, 'approve', { reason: 'Ready' });
    const listed = async (member: Member, input: Input = {}) =>
      (await covers('listDecisions', 200, member, input)).body.decisions;
    expect(await listed(eve)).toMatchObject([second, first]);
    expect(JSON.stringify(await listed(eve))).not.toMatch(/Long|Ready/);
    expect(await listed(bob, { mine: true })).toMatchObject([first]);
    expect(await listed(ada, { mine: true })).toMatchObject([second, first]);
    await choose(eve, second, 'reject');
    expect(await listed(eve)).toMatchObject([first]);
    expect(await listed(eve, { state: 'all', limit: 1 })).toMatchObject([{ ...second, outcome: 'reject' }]);
    await covers('listDecisions', 400, eve, { limit: 51 });
  });
});

additions('answerDecision', () => {
  promise(
    '200 decides by the rule, settles the delivery of who answered, expires the others and tells who opened it',
    async () => {
      const { ada, bob, eve, open } = await asking();
      const { decision } = await open();
      const ended = await choose(bob, decision, 'approve', { reason: 'Ready' });
      expect(ended).toMatchObject({ state: 'decided', outcome: 'approve', endedBy: bob.id });
      expect(await read(eve, decision)).toMatchObject({ voters: [{ option: 'approve', reason: 'Ready' }, { answered: false }] });
      expect([await outcomes(bob), await outcomes(eve)]).toEqual([['answer answered'], ['answer expired']]);
      expect((await covers('claimDelivery', 200, ada)).body.message).toMatchObject(decision);
      const { body } = await covers('answerDecision', 409, eve, { ...decision, option: 'reject' });
      expect(body).toMatchObject({ code: 'decision_ended', outcome: 'approve' });
    },
  );

  promise('200 again while it is open: the last answer of a voter counts', async () => {
    const { bob, eve, open } = await asking();
    const { decision } = await open({ rule: 'all' });
    await choose(bob, decision, 'reject', { reason: 'No' });
    expect(await choose(bob, decision, 'approve')).toMatchObject({ state: 'open', tally: [{ count: 1 }, { count: 0 }] });
    expect(await choose(eve, decision, 'Approve')).toMatchObject({ state: 'decided', outcome: 'approve' });
    expect((await read(eve, decision)).voters[0]).not.toHaveProperty('reason');
  });

  promise('200 for one of many that answer at once by the rule first, and every other learns its outcome', async () => {
    const { owner, ada, bob, eve, open } = await asking();
    const { decision } = await open({ voters: 'all' });
    const crew = [owner, ada, bob, eve];
    const answers = await Promise.all(
      crew.map((voter, i) => call('answerDecision', voter, { ...decision, option: i % 2 ? 'approve' : 'reject' })),
    );
    const { outcome } = await read(eve, decision);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of answers) expect(body).toMatchObject({ outcome });
  });

  promise('a tie lapses, and the votes of all are needed with the rule all', async () => {
    const { bob, eve, open } = await asking();
    for (const rule of ['majority', 'all']) {
      const { decision } = await open({ rule });
      await choose(bob, decision, 'approve');
      const ended = await choose(eve, decision, 'reject');
      expect(ended.state).toBe('lapsed');
      expect(ended).not.toHaveProperty('outcome');
    }
  });

  promise('400 for an unknown option, 403 not_a_voter for others, 403 for a muted voter', async () => {
    const { owner, ada, bob, open } = await asking();
    const { decision } = await open();
    await covers('answerDecision', 400, bob, { ...decision, option: 'maybe' });
    await covers('answerDecision', 400, bob, { ...decision, option: 'approve', reason: 'x'.repeat(2_001) });
    expect((await covers('answerDecision', 403, ada, { ...decision, option: 'approve' })).body.code).toBe('not_a_voter');
    await covers('muteParticipant', 200, owner, { participantId: bob.id });
    expect((await covers('answerDecision', 403, bob, { ...decision, option: 'approve' })).body.code).toBe('muted');
    await covers('createDecision', 403, bob, { title });
  });

  promise('409 version_conflict unless it names the pinned version; the author of that does not vote', async () => {
    const { ada, bob, open } = await asking();
    const artifactId = await write(ada, 'one\n');
    const { decision, created } = await open({ voters: 'all', rule: 'majority', artifact: { artifactId, version: 1 } });
    expect(created.voters.map(({ participantId }) => participantId)).not.toContain(ada.id);
    await covers('writeArtifact', 200, bob, { artifactId, content: 'two\n', lock: 'auto', baseVersion: 1 });
    for (const version of [undefined, 2]) {
      const { body } = await covers('answerDecision', 409, bob, { ...decision, option: 'approve', version });
      expect(body).toMatchObject({ code: 'version_conflict', pinned: 1, currentVersion: 2, diff: { from: 1, to: 2 } });
    }
    const { body } = await covers('answerDecision', 403, ada, { ...decision, option: 'approve', version: 1 });
    expect(body.code).toBe('own_work');
    const answered = await choose(bob, decision, 'approve', { version: 1 });
    expect(answered.artifact).toMatchObject({ artifactId, version: 1, currentVersion: 2, changedSince: true });
    expect(answered.artifact!.sha256).toBe(created.artifact!.sha256);
  });
});

additions('a secret decision', () => {
  promise('shows nobody the answers of others before its end', async () => {
    const { owner, bob, eve, open } = await asking();
    const { decision } = await open({ secret: true, rule: 'all' });
    await choose(bob, decision, 'reject', { reason: 'The canary' });
    for (const reader of [owner, eve]) {
      const view = await read(reader, decision);
      expect(view.voters[0]).toMatchObject({ answered: true });
      expect(JSON.stringify(view)).not.toMatch(/canary|"option":"reject"|"tally"/);
    }
    const stream = await openStream(owner, {}, { headers: { 'last-event-id': '0' } });
    await stream.first('decision', ({ action }) => action === 'answered');
    expect(JSON.stringify(stream.all('decision'))).not.toContain('reject');
    await choose(eve, decision, 'reject');
    expect(JSON.stringify(await read(owner, decision))).toContain('canary');
  });
});

additions('the end of a decision', () => {
  promise('is brought about by who opened it, or the owner, who counts what is there', async () => {
    const { owner, ada, bob, eve, open } = await asking();
    for (const who of [ada, owner]) {
      const { decision } = await open();
      expect((await covers('withdrawDecision', 403, eve, decision)).body.code).toBe('forbidden');
      expect((await covers('withdrawDecision', 200, who, decision)).body).toMatchObject({ state: 'withdrawn', endedBy: who.id });
      expect((await covers('withdrawDecision', 409, who, decision)).body.code).toBe('decision_ended');
    }
    const { decision } = await open({ rule: 'majority' });
    await choose(bob, decision, 'reject');
    const { body } = await covers('closeDecision', 200, owner, { ...decision, statement: 'Enough' });
    expect(body).toMatchObject({ state: 'decided', outcome: 'reject', statement: 'Enough', endedBy: owner.id });
    await covers('closeDecision', 400, owner, { ...decision, statement: 'x'.repeat(2_001) });
    expect((await covers('closeDecision', 409, owner, decision)).body.outcome).toBe('reject');
    const empty = await covers('closeDecision', 200, owner, (await open()).decision);
    expect(empty.body.state).toBe('lapsed');
  });

  promise('comes once nobody can answer any more', async () => {
    const { owner, ada, bob, eve, open } = await asking();
    const { decision } = await open({ rule: 'all' });
    await choose(bob, decision, 'approve');
    const stream = await openStream(ada);
    await covers('kickParticipant', 200, owner, { participantId: eve.id });
    await stream.first('decision', ({ action, state }) => action === 'ended' && state === 'lapsed');
    expect(await read(ada, decision)).toMatchObject({ state: 'lapsed', voters: [{ option: 'approve' }, { answered: false }] });
  });
});

additions('a decision as Markdown', () => {
  promise('is a record with the question, the answers, the outcome and the digest of the version', async () => {
    const { owner, ada, bob, open } = await asking();
    const artifactId = await write(ada, 'one\n');
    const { decision, created } = await open({ voters: [bob.id], artifact: { artifactId, version: 1 } });
    await choose(bob, decision, 'approve', { version: 1, reason: 'Ready' });
    const { text, headers } = await covers('getDecision', 200, owner, decision, { headers: { accept: 'text/markdown' } });
    expect(headers.get('content-type')).toMatch(/^text\/markdown/);
    for (const part of [title, 'Bob', bob.id, 'approve', 'Ready', created.artifact!.sha256]) expect(text).toContain(part);
  });
});

additions('the event `decision`', () => {
  promise('tells everyone of each step, with the electorate when it is opened', async () => {
    const { ada, bob, eve, open } = await asking();
    const stream = await openStream(eve);
    const { decision } = await open();
    await choose(bob, decision, 'approve');
    await stream.first('decision', ({ action }) => action === 'ended');
    const of = { ...decision, title, openedBy: ada.id };
    expect(stream.all('decision')).toMatchObject([
      { ...of, action: 'opened', state: 'open', actorId: ada.id, voters: [{ participantId: bob.id, speaker: 'guest' }, {}] },
      { ...of, action: 'answered', actorId: bob.id, option: 'approve' },
      { ...of, action: 'ended', state: 'decided', actorId: bob.id, outcome: 'approve' },
    ]);
  });
});
