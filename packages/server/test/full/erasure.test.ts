import {
  allMessages,
  answer,
  createArtifact,
  invite,
  join,
  openSpace,
  openStream,
  startServer,
  Walker,
  type Member,
  type Server,
} from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { backedUp, run } from '../backup-command.ts';
import { databases } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { administrator, signUp } from '../people.ts';

/** Nobody else has these. */
const canary = { name: 'Zebulon Quagga', email: 'Zebulon@Quagga.example', password: 'the battery of a quagga' };

/** Messages of a person: more than are erased at once. */
const many = 120;

/** Whether a word is in a database, in whatever case. */
const isIn = (lines: readonly string[], word: string): string | undefined =>
  lines.find((line) => line.toLowerCase().includes(word.toLowerCase()));

test.each(databases)('after an erasure no row of %s has the name or the address of the person', async (_name, open) => {
  const place = await open();
  const settings = { ...place.settings, PARLEY_SIGN_UP: 'true' };
  const server = await startServer(settings);
  onTestFinished(async () => {
    await server.stop();
    await place.remove();
  });
  await administrator(server);
  const { browser, session: sessionOf } = await signUp(server, canary);
  const session = await sessionOf();
  const { token: userToken } = await answer(201, server, 'createApiToken', { session }, { name: `Agent of ${canary.name}` });
  const linking = await answer(200, server, 'startLink', {}, { agentName: `Laptop of ${canary.name}` });
  await browser.open(linking.verificationUriComplete);
  await browser.submit('Approve', { decision: 'approve' });

  const enter = async (owner: Member): Promise<Member> => {
    const invitation = await invite(server, owner);
    const joined = await answer(200, server, 'joinSpace', { ...invitation, session }, { name: canary.name });
    return { spaceId: owner.spaceId, id: joined.participantId, key: joined.participantPrivateKey };
  };
  const owner = await openSpace(server);
  const me = await enter(owner);
  const twin = await join(server, await invite(server, owner), canary.name.toUpperCase());
  await answer(200, server, 'sendMessage', me, { content: 'A text that stays', to: [owner.id], expects: 'reply' });
  const artifactId = await createArtifact(server, me, 'one');
  await answer(200, server, 'createProposal', owner, { artifactId, baseVersion: 1, append: 'two' });
  const theirs = await createArtifact(server, owner, 'one');
  await answer(200, server, 'createProposal', me, { artifactId: theirs, baseVersion: 1, append: 'two' });
  const { taskId } = await answer(200, server, 'createTask', me, { title: 'Read it', for: [owner.id] });
  await answer(200, server, 'claimTask', me, { taskId });
  const { decisionId } = await answer(200, server, 'createDecision', me, { title: 'Ship?', voters: 'all', rule: 'all' });
  await answer(200, server, 'createDecision', owner, { title: 'Stop?', voters: 'all', rule: 'all' });
  // In a space that has ended, and in one where the person waits, or has been removed.
  const closed = await openSpace(server);
  const there = await enter(closed);
  await answer(200, server, 'sendMessage', there, { content: 'A text in what is over' });
  await answer(200, server, 'closeSpace', closed);
  const kicked = await openSpace(server);
  await answer(200, server, 'kickParticipant', kicked, { participantId: (await enter(kicked)).id });
  const hidden = await openSpace(server, { privacy: 'private' });
  await answer(202, server, 'joinSpace', { ...(await invite(server, hidden)), session }, { name: canary.name });
  const mine = await answer(200, server, 'createSpace', { userToken }, { name: 'Mine', description: '' });
  const stream = await openStream(server, owner, { lastEventId: 0 });
  await eventually(() => stream.events.some(({ event }) => event === 'context'));
  expect(JSON.stringify(stream.events)).toContain(canary.name);
  for (const word of [canary.name, canary.email]) expect(isIn(await backedUp(settings), word)).toBeDefined();

  const erased = await run(['users', 'erase', canary.email, '--yes'], settings);
  expect([erased.code, erased.said]).toEqual([0, '']);
  await answer(200, server, 'leaveSpace', twin);
  const lines = (await backedUp(settings)).filter((line) => !line.includes(twin.id));
  for (const word of [canary.name, canary.email, 'quagga']) expect(isIn(lines, word)).toBeUndefined();
  expect(isIn(lines, 'A text that stays')).toBeDefined();

  // What this process serves has forgotten it too, and says what has happened.
  const { participants } = await answer(200, server, 'getSpace', owner);
  const shown = participants.filter(({ participantId }) => participantId !== twin.id);
  expect(shown.find(({ participantId }) => participantId === me.id)).toMatchObject({ name: 'Deleted person', status: 'left' });
  const again = await openStream(server, owner, { lastEventId: 0 });
  await eventually(() => again.events.some(({ event }) => event === 'context'));
  // Of each only what is around the name, because it is much.
  const around = (text: string) => [...text.matchAll(new RegExp(`.{0,80}${canary.name}.{0,80}`, 'g'))].map(([found]) => found);
  const told = JSON.stringify([
    shown,
    again.events.filter((event) => !JSON.stringify(event).includes(twin.id)),
    await answer(200, server, 'listMessages', owner),
    await answer(200, server, 'listTasks', owner, { state: 'all' }),
    await answer(200, server, 'getDecision', owner, { decisionId }),
    await answer(200, server, 'listArtifactVersions', owner, { artifactId }),
    await answer(200, server, 'listProposals', owner, { artifactId: theirs, state: 'all' }),
  ]);
  expect(around(told)).toEqual([]);
  expect(told).toContain('Deleted person');
  await answer(401, server, 'getSpace', { spaceId: mine.spaceId, key: mine.ownerPrivateKey });
  expect((await new Walker().open(`${server.url}/login`)).html).not.toContain('quagga');
});

test.each(databases)('on %s, a server that starts ends what was recorded while none ran', async (name, open) => {
  const place = await open();
  onTestFinished(place.remove);
  const settings = { ...place.settings, PARLEY_SIGN_UP: 'true' };
  const server = await startServer(settings);
  await administrator(server);
  const session = await (await signUp(server, canary)).session();
  const { ownerPrivateKey: key, spaceId } = await answer(
    200,
    server,
    'createSpace',
    { session },
    { name: 'Mine', description: '' },
  );
  const owner = await openSpace(server);
  const joined = await answer(200, server, 'joinSpace', { ...(await invite(server, owner)), session }, { name: canary.name });
  await server.stop();
  if (name !== 'PostgreSQL') {
    const erased = await run(['users', 'erase', canary.email, '--yes'], settings);
    expect([erased.code, erased.said]).toEqual([3, '']);
    expect(erased.out).toContain('No server has ended 2 spaces for it yet');
  } else {
    const { code } = await run(['users', 'erase', canary.email, '--yes'], settings);
    expect(code).toBe(3);
  }
  const next = await startServer(settings);
  onTestFinished(() => next.stop());
  await eventually(async () => isIn(await backedUp(settings), 'quagga') === undefined);
  await answer(401, next, 'getSpace', { spaceId, key });
  await answer(401, next, 'getSpace', { spaceId: owner.spaceId, key: joined.participantPrivateKey });
});

/** Writes a word in every text that can be erased, and the owner texts of its own beside them. */
async function writeAll(server: Server, owner: Member, me: Member, word: string) {
  const artifactId = await createArtifact(server, owner, 'The passage');
  const comment = { artifactId, version: 1, quote: 'passage', text: `${word} comment`, to: [owner.id] };
  const { commentId } = await answer(200, server, 'createComment', me, comment);
  await answer(200, server, 'createComment', owner, { artifactId, replyTo: commentId, text: 'A reply of somebody else' });
  const { commentId: resolved } = await answer(200, server, 'createComment', me, { ...comment, text: `${word} resolved` });
  await answer(200, server, 'resolveComment', me, { artifactId, commentId: resolved });
  const task = { title: `${word} task`, text: `${word} details`, for: [owner.id] };
  const { taskId } = await answer(200, server, 'createTask', me, task);
  await answer(200, server, 'claimTask', owner, { taskId });
  await answer(200, server, 'submitTask', owner, { taskId, evidence: { note: 'done' } });
  const { taskId: cancelled } = await answer(200, server, 'createTask', me, task);
  await answer(200, server, 'cancelTask', me, { taskId: cancelled });
  await answer(200, server, 'createTask', owner, { title: 'A task of somebody else' });
  const options = [{ label: `${word} yes`, description: `${word} if` }, { label: 'No' }];
  const question = { title: `${word} question`, text: `${word} background`, options, voters: [owner.id, me.id], rule: 'all' };
  const { decisionId } = await answer(200, server, 'createDecision', me, question);
  const reason = `${word} reason`;
  await answer(200, server, 'answerDecision', me, { decisionId, option: `${word} yes`, reason });
  const { decisionId: withdrawn } = await answer(200, server, 'createDecision', me, question);
  await answer(200, server, 'withdrawDecision', me, { decisionId: withdrawn });
  const other = { title: 'A question of somebody else', voters: [me.id, owner.id], rule: 'all' };
  const { decisionId: theirs } = await answer(200, server, 'createDecision', owner, other);
  await answer(200, server, 'answerDecision', me, { decisionId: theirs, option: 'approve', reason });
  const theirReason = 'A reason of somebody else';
  await answer(200, server, 'answerDecision', owner, { decisionId: theirs, option: 'approve', reason: theirReason });
  return { artifactId, commentId, taskId, decisionId, theirs };
}

test.each(databases)(
  'on %s, every text that can be erased is, with the account of who wrote it, also in a space that is over',
  async (_name, open) => {
    const place = await open();
    const settings = { ...place.settings, PARLEY_SIGN_UP: 'true' };
    const server = await startServer(settings);
    onTestFinished(async () => {
      await server.stop();
      await place.remove();
    });
    await administrator(server);
    const session = await (await signUp(server, canary)).session();
    const spaces = await Promise.all([1, 2].map(() => openSpace(server)));
    const written = [];
    for (const owner of spaces) {
      const { participantPrivateKey: key, participantId: id } = await answer(
        200,
        server,
        'joinSpace',
        { ...(await invite(server, owner)), session },
        { name: canary.name },
      );
      const me = { spaceId: owner.spaceId, id, key };
      await Promise.all(
        Array.from({ length: many }, (_, i) => answer(200, server, 'sendMessage', me, { content: `xylophone ${i}` })),
      );
      written.push({ id, ...(await writeAll(server, owner, me, 'xylophone')) });
      await answer(200, server, 'sendMessage', owner, { content: 'A text of somebody else' });
    }
    const [present, over] = spaces as [Member, Member];
    const [{ id: me, artifactId, taskId, decisionId, theirs }] = written as [(typeof written)[number]];
    await answer(200, server, 'closeSpace', over);
    const stream = await openStream(server, present, { lastEventId: 0 });
    await eventually(() => stream.events.some(({ event }) => event === 'context'));
    const before = await backedUp(settings);
    for (const each of ['', ' comment', ' resolved', ' task', ' details', ' question', ' background', ' yes', ' if', ' reason'])
      expect(isIn(before, `xylophone${each}`)).toBeDefined();
    const erased = await run(['users', 'erase', canary.email, '--messages', '--yes'], settings);
    expect([erased.code, erased.said]).toEqual([0, '']);
    const lines = await backedUp(settings);
    for (const word of ['xylophone', 'quagga']) expect(isIn(lines, word)).toBeUndefined();
    for (const what of ['text', 'reply', 'task', 'question', 'reason'])
      expect(lines.filter((line) => line.includes(`A ${what} of somebody else`)).length).toBeGreaterThanOrEqual(2);

    const redacted = { at: expect.any(String) as string, reason: 'account' };
    const messages = await allMessages(server, present);
    const mine = messages.filter(({ senderId }) => senderId === me);
    expect(mine.length).toBeGreaterThan(many);
    for (const each of mine) expect(each).toMatchObject({ content: '', senderName: 'Deleted person', redacted });
    expect(messages.at(-1)).toMatchObject({ content: 'A text of somebody else' });
    expect(messages.at(-1)).not.toHaveProperty('redacted');
    const task = await answer(200, server, 'getTask', present, { taskId });
    expect([task.state, task.title, task.redacted]).toEqual(['submitted', 'Deleted', redacted]);
    const question = await answer(200, server, 'getDecision', present, { decisionId });
    expect([question.state, question.title, question.redacted]).toEqual(['open', 'Deleted', redacted]);
    const { voters } = await answer(200, server, 'getDecision', present, { decisionId: theirs });
    expect(voters.map((each) => [each.reason, each.redacted])).toEqual([
      [undefined, redacted],
      ['A reason of somebody else', undefined],
    ]);
    const { comments } = await answer(200, server, 'listComments', present, { artifactId, state: 'all' });
    expect(comments.map((each) => [each.text, each.quote, each.redacted])).toEqual([
      ['', '', redacted],
      ['A reply of somebody else', '', undefined],
      ['', '', redacted],
    ]);
    const told = (event: string) => stream.events.filter((each) => each.event === event).length;
    // Two tasks, two questions, two reasons and two comments.
    await eventually(() => told('text-redacted') === 8 && told('message-redacted') >= many);
  },
);
