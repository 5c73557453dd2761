import { answer, createArtifact, invite, join, openSpace, openStream, startServer, Walker, type Member } from '@parley/testing';
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

test.each(databases)(
  'on %s, the texts of messages are erased with their sender, also in a space that is over',
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
    for (const owner of spaces) {
      const { participantPrivateKey: key } = await answer(
        200,
        server,
        'joinSpace',
        { ...(await invite(server, owner)), session },
        { name: canary.name },
      );
      const say = (content: string) => answer(200, server, 'sendMessage', { spaceId: owner.spaceId, key }, { content });
      await Promise.all(Array.from({ length: many }, (_, i) => say(`xylophone ${i}`)));
      await answer(200, server, 'sendMessage', owner, { content: 'A text of somebody else' });
    }
    const [present, over] = spaces as [Member, Member];
    await answer(200, server, 'closeSpace', over);
    const stream = await openStream(server, present, { lastEventId: 0 });
    await eventually(() => stream.events.some(({ event }) => event === 'context'));
    const erased = await run(['users', 'erase', canary.email, '--messages', '--yes'], settings);
    expect([erased.code, erased.said]).toEqual([0, '']);
    const lines = await backedUp(settings);
    for (const word of ['xylophone', 'quagga']) expect(isIn(lines, word)).toBeUndefined();
    expect(lines.filter((line) => line.includes('A text of somebody else'))).toHaveLength(2);
    const { messages } = await answer(200, server, 'listMessages', present);
    const erasedText = { at: expect.any(String) as string, reason: 'account' };
    expect(messages.map(({ content, senderName, redacted }) => [content, senderName, redacted])).toEqual([
      ...Array.from({ length: many }, () => ['', 'Deleted person', erasedText]),
      ['A text of somebody else', 'Owner', undefined],
    ]);
    await eventually(() => stream.events.filter(({ event }) => event === 'message-redacted').length === many);
  },
);
