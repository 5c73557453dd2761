import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { claim, join, openSpace, say, tasking, type Member } from '../scenes.ts';
import { call, covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

type TaskOperation = 'claimTask' | 'renewTask' | 'releaseTask' | 'submitTask' | 'verifyTask' | 'returnTask' | 'cancelTask';

const evidence = { note: 'All are Mondays' };
/** What a request in conflict with the state of a task is refused with. */
const conflict = async (name: TaskOperation, member: Member, input: Input) => (await covers(name, 409, member, input)).body;

additions('createTask', () => {
  promise('200 with an open task that everyone can read with its text', async () => {
    const { ada, bob, artifactId, create } = await tasking();
    const { task, created } = await create({ title: 'Check the dates', text: 'Each one', artifactId });
    expect(created).toMatchObject({
      ...{ ...task, title: 'Check the dates', artifactId, state: 'open', createdBy: ada.id, attempt: 0, revision: 0, to: [] },
    });
    const { body } = await covers('getTask', 200, bob, task);
    expect(body).toMatchObject({ ...task, text: 'Each one', artifactId, state: 'open', createdBy: ada.id });
    expect((await covers('getTask', 404, bob, { taskId: randomUUID() })).body.code).toBe('task_not_found');
  });

  promise('tells those whom it is for by a directed message; claiming it settles that, and the end the others', async () => {
    const { ada, bob, eve, create } = await tasking();
    const { task, created } = await create({ for: [bob.id, eve.id] });
    expect(created.to).toEqual([bob.id, eve.id]);
    const { delivery, message } = (await covers('claimDelivery', 200, bob)).body;
    expect(delivery).toMatchObject({ senderId: ada.id, expects: 'ack' });
    expect(message).toMatchObject(task);
    await covers('claimTask', 200, bob, task);
    const outcomes = async (sender: Member) => {
      const { deliveries } = (await covers('listDeliveries', 200, sender, { role: 'sender', state: 'all' })).body;
      const directed = deliveries.filter(({ expects }) => expects === 'ack');
      // Those of one message have no order.
      return Object.fromEntries(directed.map(({ participantId, outcome, state }) => [participantId, outcome ?? state]));
    };
    expect(await outcomes(ada)).toEqual({ [bob.id]: 'acknowledged', [eve.id]: 'queued' });
    await covers('submitTask', 200, bob, { ...task, evidence });
    expect(await outcomes(ada)).toEqual({ [bob.id]: 'acknowledged', [eve.id]: 'withdrawn' });
    await covers('verifyTask', 200, ada, task);
    expect(await outcomes(bob)).toEqual({ [ada.id]: 'replied' });
    await covers('cancelTask', 200, ada, (await create({ for: [bob.id] })).task);
    expect(await outcomes(ada)).toMatchObject({ [bob.id]: 'withdrawn' });
  });

  promise(
    '400 with a title that is empty, too long or of two lines, a text that is too long, or somebody who is not here',
    async () => {
      const { ada } = await tasking();
      for (const [field, wrong] of [
        ['title', { title: ' ' }],
        ['title', { title: 'x'.repeat(201) }],
        ['title', { title: 'Two\nlines' }],
        ['for.0', { for: ['Bob'] }],
        ['text', { text: 'x'.repeat(20_001) }],
        ['for.0', { for: [randomUUID()] }],
        ['for.0', { for: [ada.id] }],
        ['for', { for: Array.from({ length: 11 }, () => randomUUID()) }],
        ['artifactId', { artifactId: randomUUID() }],
      ] satisfies [string, Input][]) {
        const { body } = await covers('createTask', 400, ada, { title: 'x', ...wrong });
        expect(body).toMatchObject({ code: 'invalid_request', issues: [{ field }] });
      }
      expect((await covers('listTasks', 200, ada, { state: 'all' })).body.tasks).toEqual([]);
    },
  );
});

additions('listTasks', () => {
  promise('200 with those that have not ended, newest first, without their texts', async () => {
    const { ada, bob, eve, create } = await tasking();
    const { task: first } = await create({ text: 'Long' });
    const { task: second } = await create();
    const { task: third } = await create({ for: [eve.id] });
    await covers('claimTask', 200, bob, first);
    await covers('cancelTask', 200, ada, second);
    const listed = async (member: typeof ada, input: Input = {}) => (await covers('listTasks', 200, member, input)).body.tasks;
    const open = await listed(eve);
    expect(open).toMatchObject([third, { ...first, state: 'claimed', claimedBy: bob.id }]);
    for (const each of open) expect(each).not.toHaveProperty('text');
    expect(await listed(eve, { state: 'all' })).toMatchObject([third, { ...second, state: 'cancelled' }, first]);
    expect(await listed(bob, { mine: true })).toMatchObject([first]);
    expect(await listed(eve, { mine: true })).toMatchObject([third]);
    expect(await listed(ada, { mine: true })).toMatchObject([third, first]);
    expect(await listed(eve, { before: open[0]!.sequence, limit: 1 })).toMatchObject([first]);
  });

  promise.each([
    ['limit', 0],
    ['limit', 101],
    ['before', 0],
    ['state', 'claimed'],
    ['mine', 'yes'],
  ])('400 with %s=%s', async (field, value) => {
    const { ada } = await tasking();
    await covers('listTasks', 400, ada, { [field]: value });
  });
});

additions('claimTask', () => {
  promise('200 for one of many, 409 task_claimed with its holder and the time for the rest', async () => {
    const { owner, ada, bob, eve, create } = await tasking();
    const { task } = await create({ text: 'Long' });
    const crew = [owner, ada, bob, eve];
    const answers = await Promise.all(crew.map((member) => call('claimTask', member, task)));
    const won = answers.flatMap(({ status }, i) => (status === 200 ? [crew[i]!] : []));
    expect(won.length).toBe(1);
    const winner = won[0]!;
    const { body } = answers.find(({ status }) => status === 200)!;
    expect(body).toMatchObject({ ...task, state: 'claimed', claimedBy: winner.id, attempt: 1, text: 'Long' });
    for (const other of crew) {
      expect(await conflict('claimTask', other, task)).toMatchObject({
        ...{ code: 'task_claimed', claimedBy: winner.id, leaseExpiresAt: (body as { leaseExpiresAt: string }).leaseExpiresAt },
      });
    }
  });

  promise('409 limit_reached for a second one at a time, unless the space permits more', async () => {
    const { owner, bob, create } = await tasking();
    const [first, second] = [await create(), await create()];
    await covers('claimTask', 200, bob, first.task);
    expect(await conflict('claimTask', bob, second.task)).toMatchObject({ code: 'limit_reached' });
    await covers('updateSpace', 200, owner, { tasksPerParticipant: 2 });
    await covers('claimTask', 200, bob, second.task);
    const roomy = await tasking({ tasksPerParticipant: 2 });
    for (let i = 0; i < 2; i += 1) await covers('claimTask', 200, roomy.bob, (await roomy.create()).task);
    await covers('claimTask', 409, roomy.bob, (await roomy.create()).task);
  });

  promise('200 again after its holder released it, left, was muted or was kicked', async () => {
    const { owner, ada, eve, create } = await tasking();
    const stream = await openStream(owner);
    for (const how of ['release', 'leave', 'mute', 'kick']) {
      const dan = await join(owner, { name: 'Dan' });
      const { task } = await create();
      await covers('claimTask', 200, dan, task);
      if (how === 'release') await covers('releaseTask', 200, dan, task);
      if (how === 'leave') await covers('leaveSpace', 200, dan);
      if (how === 'mute') await covers('muteParticipant', 200, owner, { participantId: dan.id });
      if (how === 'kick') await covers('kickParticipant', 200, owner, { participantId: dan.id });
      expect((await covers('getTask', 200, ada, task)).body).toMatchObject({ state: 'open', attempt: 1 });
      await stream.first(
        'task',
        ({ action, state, claimedBy }) => `${action} ${state} ${claimedBy}` === `released open ${dan.id}`,
      );
      expect((await covers('claimTask', 200, eve, task)).body.attempt).toBe(2);
      await covers('releaseTask', 200, eve, task);
    }
  });

  promise('400 with a lease that is too short or too long, 403 for a muted participant', async () => {
    const { owner, bob, create } = await tasking();
    const { task } = await create();
    for (const leaseSeconds of [9, 3_601]) {
      await covers('claimTask', 400, bob, { ...task, leaseSeconds });
      await covers('renewTask', 400, bob, { ...task, leaseSeconds });
    }
    await covers('claimTask', 200, bob, task);
    await covers('submitTask', 200, bob, { ...task, evidence });
    await covers('muteParticipant', 200, owner, { participantId: bob.id });
    await covers('createTask', 403, bob, { title: 'x' });
    for (const name of ['claimTask', 'renewTask', 'verifyTask', 'cancelTask'] as const) await covers(name, 403, bob, task);
    await covers('submitTask', 403, bob, { ...task, evidence });
    await covers('returnTask', 403, bob, { ...task, note: 'x' });
    expect((await covers('getTask', 200, bob, task)).body.state).toBe('submitted');
  });
});

additions('the lease of a task', () => {
  promise('is renewed and given up by its holder alone, 409 lease_lost with another id', async () => {
    const { bob, eve, create } = await tasking();
    const { task } = await create();
    expect(await conflict('releaseTask', bob, task)).toMatchObject({ code: 'lease_lost' });
    const { leaseId } = (await covers('claimTask', 200, bob, { ...task, leaseSeconds: 300 })).body;
    const { body } = await covers('renewTask', 200, bob, { ...task, leaseId, leaseSeconds: 3_600 });
    expect(body.leaseId).toBe(leaseId);
    expect(Date.parse(body.leaseExpiresAt!) - Date.now()).toBeGreaterThan(1_000_000);
    expect((await covers('getTask', 200, eve, task)).body).not.toHaveProperty('leaseId');
    const other = { ...task, leaseId: randomUUID() };
    for (const name of ['renewTask', 'releaseTask'] as const) {
      expect(await conflict(name, bob, other)).toMatchObject({ code: 'lease_lost' });
      expect(await conflict(name, eve, task)).toMatchObject({ code: 'task_claimed', claimedBy: bob.id });
    }
    expect(await conflict('submitTask', bob, { ...other, evidence })).toMatchObject({ code: 'lease_lost' });
    await covers('releaseTask', 200, bob, { ...task, leaseId });
    await covers('releaseTask', 400, bob, { ...task, leaseId: 'x' });
  });
});

additions('submitTask', () => {
  promise('200 with evidence, and asks the creator; 409 for every other claim', async () => {
    const { ada, bob, eve, create } = await tasking();
    const { task } = await create();
    await covers('claimTask', 200, bob, task);
    const { body } = await covers('submitTask', 200, bob, { ...task, evidence });
    expect(body).toMatchObject({ ...task, state: 'submitted', claimedBy: bob.id, revision: 1, evidence });
    expect(body).not.toHaveProperty('leaseExpiresAt');
    const { delivery, message } = (await covers('claimDelivery', 200, ada)).body;
    expect(delivery).toMatchObject({ senderId: bob.id, expects: 'ack' });
    expect(message).toMatchObject(task);
    expect(message.content).toContain(evidence.note);
    expect(await conflict('claimTask', eve, task)).toMatchObject({ code: 'task_claimed', claimedBy: bob.id });
    expect(await conflict('submitTask', bob, { ...task, evidence })).toMatchObject({ code: 'task_conflict' });
  });

  promise('200 with a version of an artifact or a message; 400 if there is none, or with none or several', async () => {
    const { ada, bob, artifactId, create } = await tasking();
    const messageId = await say(bob, 'Done');
    const { task } = await create();
    await covers('claimTask', 200, bob, task);
    for (const [field, wrong] of [
      ['evidence', {}],
      ['evidence', { artifactId }],
      ['evidence', { version: 1 }],
      ['evidence.version', { artifactId, version: 2 }],
      ['evidence.artifactId', { artifactId: randomUUID(), version: 1 }],
      ['evidence.messageId', { messageId: randomUUID() }],
      ['evidence', { ...evidence, messageId }],
      ['evidence.note', { note: ' ' }],
      ['evidence.note', { note: 'x'.repeat(501) }],
    ] satisfies [string, Input][])
      expect((await covers('submitTask', 400, bob, { ...task, evidence: wrong })).body.issues).toMatchObject([{ field }]);
    for (const proof of [{ artifactId, version: 1 }, { messageId }]) {
      await covers('submitTask', 200, bob, { ...task, evidence: proof });
      expect((await covers('getTask', 200, ada, task)).body.evidence).toEqual(proof);
      await covers('returnTask', 200, ada, { ...task, note: 'Again' });
    }
  });
});

additions('verifyTask', () => {
  promise('200 for the creator or the owner, which ends it, and who did it learns it', async () => {
    const { owner, ada, bob, submitted } = await tasking();
    for (const who of [ada, owner]) {
      const task = await submitted();
      const { body } = await covers('verifyTask', 200, who, { ...task, revision: 1 });
      expect(body).toMatchObject({ ...task, state: 'verified', endedBy: who.id, claimedBy: bob.id, evidence });
      const { delivery, message } = (await covers('claimDelivery', 200, bob)).body;
      expect(delivery).toMatchObject({ senderId: who.id, expects: 'nothing', outcome: 'acknowledged' });
      expect(message).toMatchObject(task);
      for (const name of ['claimTask', 'verifyTask', 'cancelTask'] as const)
        expect(await conflict(name, who, task)).toMatchObject({ code: 'task_ended' });
      for (const [name, more] of [
        ['renewTask', {}],
        ['submitTask', { evidence }],
        ['returnTask', { note: 'x' }],
      ] as const)
        expect(await conflict(name, who, { ...task, ...more })).toMatchObject({ code: 'task_ended' });
    }
  });

  promise('403 own_work for who did it, also for the owner and the creator; 403 forbidden for others', async () => {
    const { owner, ada, eve, create } = await tasking();
    for (const worker of [owner, ada]) {
      const { task } = await create();
      await covers('claimTask', 200, worker, task);
      await covers('submitTask', 200, worker, { ...task, evidence });
      expect((await covers('verifyTask', 403, worker, task)).body.code).toBe('own_work');
      expect((await covers('returnTask', 403, worker, { ...task, note: 'x' })).body.code).toBe('own_work');
      for (const [name, more] of [
        ['verifyTask', {}],
        ['returnTask', { note: 'x' }],
        ['cancelTask', {}],
      ] as const)
        expect((await covers(name, 403, eve, { ...task, ...more })).body.code).toBe('forbidden');
      await covers('verifyTask', 200, worker === ada ? owner : ada, task);
    }
  });

  promise('409 task_conflict if it is not submitted, or was submitted again since', async () => {
    const { ada, bob, create, submitted } = await tasking();
    const { task: open } = await create();
    expect(await conflict('verifyTask', ada, open)).toMatchObject({ code: 'task_conflict' });
    expect(await conflict('returnTask', ada, { ...open, note: 'x' })).toMatchObject({ code: 'task_conflict' });
    const task = await submitted();
    await covers('returnTask', 200, ada, { ...task, note: 'More' });
    await covers('submitTask', 200, bob, { ...task, evidence });
    expect(await conflict('verifyTask', ada, { ...task, revision: 1 })).toMatchObject({ code: 'task_conflict' });
    await covers('verifyTask', 400, ada, { ...task, revision: 0 });
    await covers('verifyTask', 200, ada, { ...task, revision: 2 });
  });
});

additions('returnTask', () => {
  promise('200 back to who did it with a note and a new lease; open if they are gone', async () => {
    const { owner, ada, bob, eve, submitted } = await tasking();
    const task = await submitted();
    for (const note of ['', ' ', 'x'.repeat(501)]) await covers('returnTask', 400, ada, { ...task, note });
    const { body } = await covers('returnTask', 200, ada, { ...task, note: 'One is a Sunday' });
    expect(body).toMatchObject({ ...task, state: 'claimed', claimedBy: bob.id, note: 'One is a Sunday', returnedBy: ada.id });
    const { message } = (await covers('claimDelivery', 200, bob)).body;
    expect(message).toMatchObject(task);
    expect(message.content).toContain('One is a Sunday');
    expect(body).not.toHaveProperty('evidence');
    await covers('renewTask', 200, bob, task);
    expect((await covers('submitTask', 200, bob, { ...task, evidence })).body).not.toHaveProperty('note');
    await covers('kickParticipant', 200, owner, { participantId: bob.id });
    const again = await covers('returnTask', 200, owner, { ...task, note: 'More' });
    expect(again.body).toMatchObject({ state: 'open', note: 'More' });
    expect(again.body).not.toHaveProperty('claimedBy');
    await covers('claimTask', 200, eve, task);
  });
});

additions('cancelTask', () => {
  promise('200 for the creator or the owner, whoever works on it', async () => {
    const { owner, ada, bob, create } = await tasking();
    for (const who of [ada, owner]) {
      const { task } = await create();
      await covers('claimTask', 200, bob, task);
      expect((await covers('cancelTask', 200, who, task)).body).toMatchObject({ ...task, state: 'cancelled', endedBy: who.id });
      expect((await claim(bob)).senderId).toBe(who.id);
      expect(await conflict('releaseTask', bob, task)).toMatchObject({ code: 'task_ended' });
    }
  });
});

additions('tasks in a context bundle', () => {
  promise('are counted by state, and absent if all have ended', async () => {
    const { ada, bob, create, submitted } = await tasking();
    const counts = async () => (await covers('getSpace', 200, bob)).body.tasks;
    expect(await counts()).toBe(undefined);
    const done = await submitted();
    const [{ task }, other] = [await create(), await create()];
    await covers('claimTask', 200, bob, task);
    expect(await counts()).toEqual({ open: 1, claimed: 1, submitted: 1 });
    for (const each of [done, task, other.task]) await covers('cancelTask', 200, ada, each);
    expect(await counts()).toBe(undefined);
  });

  promise('are in nothing that an invitation gives access to', async () => {
    const owner = await openSpace({ privacy: 'private' });
    const { taskId } = (await covers('createTask', 200, owner, { title: 'The secret of Ada' })).body;
    const invitation = await covers('createInvitation', 200, owner);
    const stranger = { spaceId: owner.spaceId, key: invitation.body.publicInvitationKey };
    expect(JSON.stringify((await covers('getSpace', 200, stranger)).body)).not.toMatch(/"tasks"|secret/);
    await covers('listTasks', 401, stranger);
    await covers('getTask', 401, stranger, { taskId });
  });
});

additions('the event `task`', () => {
  promise('tells everyone of each step', async () => {
    const { owner, ada, bob, create } = await tasking();
    const { task } = await create({ title: 'Check the dates', text: 'The secret text' });
    await covers('claimTask', 200, bob, task);
    await covers('releaseTask', 200, bob, task);
    await covers('claimTask', 200, bob, task);
    await covers('submitTask', 200, bob, { ...task, evidence });
    await covers('returnTask', 200, ada, { ...task, note: 'More' });
    await covers('submitTask', 200, bob, { ...task, evidence });
    await covers('verifyTask', 200, owner, task);
    const witness = await join(owner, { name: 'Dan' });
    const stream = await openStream(witness, {}, { headers: { 'last-event-id': '0' } });
    await stream.first('task', ({ state }) => state === 'verified');
    const of = { ...task, title: 'Check the dates', createdBy: ada.id };
    const mine = { ...of, actorId: bob.id, claimedBy: bob.id };
    expect(stream.all('task')).toMatchObject([
      { ...of, action: 'created', state: 'open', actorId: ada.id },
      { ...mine, action: 'claimed', state: 'claimed' },
      { ...mine, action: 'released', state: 'open' },
      { ...mine, action: 'claimed', state: 'claimed' },
      { ...mine, action: 'submitted', state: 'submitted', evidence },
      { ...of, action: 'returned', state: 'claimed', actorId: ada.id, claimedBy: bob.id, note: 'More' },
      { ...mine, action: 'submitted', state: 'submitted', evidence },
      { ...of, action: 'verified', state: 'verified', actorId: owner.id, claimedBy: bob.id },
    ]);
    expect(JSON.stringify(stream.all('task'))).not.toMatch(/The secret text/);
  });
});
