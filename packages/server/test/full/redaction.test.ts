import { randomUUID } from 'node:crypto';
import {
  allMessages,
  answer,
  ask,
  createArtifact,
  invite,
  join,
  meeting,
  openStream,
  requestFor,
  type Input,
  type KeyHolder,
  type Member,
  type Server,
} from '@parley/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../src/index.ts';
import { databases, type Place } from '../databases.ts';
import { dumpOf } from '../dump.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';
import { stored } from '../uploads.ts';

/** No other text of a test contains it. */
const secret = () => `canary-${randomUUID()}`;
const nobodysUrl = 'http://127.0.0.1:9/wake';

const exported = async ({ url }: Server, { spaceId, key }: Member, format: string) =>
  (await fetch(`${url}/hub/space/${spaceId}/export?format=${format}`, { headers: { 'x-private-key': key } })).text();

/** What lists, exports, catch-ups and replays of a space say. */
async function said(server: Server, owner: Member, reader: Member): Promise<string> {
  const replayed = await openStream(server, owner, { lastEventId: 0 });
  await eventually(() => replayed.events.some(({ event }) => event === 'context'));
  replayed.leave();
  const caughtUp = await fetch(`${server.url}${requestFor('catchUp', reader, {}).path}`, {
    headers: { 'x-private-key': reader.key },
  });
  return JSON.stringify([
    await allMessages(server, reader),
    await exported(server, owner, 'jsonl'),
    await exported(server, owner, 'md'),
    await caughtUp.text(),
    replayed.events,
  ]);
}

const send = async (server: Server, who: Member, input: Input, key?: string) =>
  (await answer(200, server, 'sendMessage', who, input, key)).messageId;
const redact = (server: Server, who: Member, messageId: string, more: Input = {}) =>
  answer(200, server, 'redactMessage', who, { messageId, ...more });

describe.each(databases)('redaction on %s', (_, open) => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    const { settings, remove } = await open();
    place = { settings: { ...settings, PARLEY_WAKE_PRIVATE: '1' }, remove };
    server = await serve(place.settings);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  it('leaves nothing of the text in the database, nor in what any surface or retry answers', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    await answer(200, server, 'putWake', bob, { url: nobodysUrl });
    const [text, name, reason] = [secret(), secret(), 'a password'];
    const fileId = await stored(server, ada, 'x', { name });
    const [sent, claimed, redacted] = [randomUUID(), randomUUID(), randomUUID()];
    const input = { content: text, to: [bob.id], attachments: [fileId] };
    const messageId = await send(server, ada, input, sent);
    const stream = await openStream(server, owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    await eventually(() => JSON.stringify(stream.events).includes(text));
    const claim = await answer(200, server, 'claimDelivery', bob, {}, claimed);
    expect(claim.message).toMatchObject({ content: text });
    if (place.settings['DATABASE_URL']) expect(await dumpOf(place, text)).toEqual({ events: 1 });

    const view = await answer(200, server, 'redactMessage', ada, { messageId, reason }, redacted);
    expect(view).toMatchObject({ id: messageId, senderId: ada.id, content: '', type: 'text', to: [bob.id] });
    expect(view.redacted).toEqual({ by: ada.id, at: expect.any(String), reason });
    expect(view).not.toHaveProperty('attachments');
    await eventually(() => stream.events.some(({ event }) => event === 'message-redacted'));
    const told = stream.events.find(({ event }) => event === 'message-redacted')!;
    expect(told.data).toMatchObject({ messageId, messageSequence: view.sequence, redacted: { by: ada.id, reason } });

    const answers = async (): Promise<string> => {
      const replay = async (from: Input) => {
        const replayed = await openStream(server, owner, from);
        await eventually(() => replayed.events.some(({ event }) => event === 'context'));
        replayed.leave();
        return replayed.events;
      };
      const all = [
        await answer(200, server, 'sendMessage', ada, input, sent),
        await answer(200, server, 'claimDelivery', bob, {}, claimed),
        await answer(200, server, 'redactMessage', ada, { messageId, reason }, redacted),
        await allMessages(server, bob),
        await exported(server, owner, 'jsonl'),
        await exported(server, owner, 'md'),
        await (
          await fetch(`${server.url}${requestFor('catchUp', bob, {}).path}`, { headers: { 'x-private-key': bob.key } })
        ).text(),
        await replay({ lastEventId: 0 }),
        await replay({}),
      ];
      return JSON.stringify(all);
    };
    const said = await answers();
    expect(said).toContain(messageId);
    expect(said).not.toContain(text);
    await server.stop();
    expect(await dumpOf(place, text)).toEqual({});
    expect(await dumpOf(place, name, "event <> 'file'")).toEqual({ files: 1 });
    server = await serve(place.settings);
    expect(await answers()).not.toContain(text);
  });

  it('withdraws what is open of it, keeps its place and time, and is final', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    const messageId = await send(server, ada, { content: 'which?', to: [bob.id] });
    const [before] = await allMessages(server, ada);
    const after = await redact(server, owner, messageId);
    expect(after).toMatchObject({ sequence: before!.sequence, timestamp: before!.timestamp, redacted: { by: owner.id } });
    expect(await answer(200, server, 'claimDelivery', bob)).toEqual({ delivery: null });
    const { deliveries } = await answer(200, server, 'listDeliveries', ada, { role: 'sender', state: 'all' });
    expect(deliveries).toMatchObject([{ outcome: 'withdrawn' }]);
    expect(await redact(server, ada, messageId, { reason: 'again' })).toEqual(after);
    expect((await exported(server, owner, 'jsonl')).split('"event":"message-redacted"')).toHaveLength(2);
    // What replies to it still can.
    await send(server, bob, { content: 'this one', replyTo: messageId });
  });

  it('is refused for a message that only repeats what something else says', async () => {
    const { owner } = await meeting(server, 1);
    await answer(200, server, 'createDecision', owner, { title: 'Ship it?', voters: 'all' });
    const [asking] = await allMessages(server, owner);
    const refused = await answer(409, server, 'redactMessage', owner, { messageId: asking!.id });
    expect(refused).toMatchObject({ code: 'not_redactable' });
  });

  it('of a task leaves nothing of its texts in the database, nor in what any surface or retry answers', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    const [title, text, note] = [secret(), secret(), secret()];
    const [created, claimed, submitted] = [randomUUID(), randomUUID(), randomUUID()];
    const wish = { title, text, for: [bob.id] };
    const { taskId } = await answer(200, server, 'createTask', ada, wish, created);
    expect(await answer(200, server, 'claimTask', bob, { taskId }, claimed)).toMatchObject({ title, text });
    await answer(200, server, 'submitTask', bob, { taskId, evidence: { note } }, submitted);
    const other = (await answer(200, server, 'createTask', ada, { title: 'another one', text: 'stays' })).taskId;
    const stream = await openStream(server, owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    await eventually(() => JSON.stringify(stream.events).includes(note));
    const view = await answer(200, server, 'redactTask', ada, { taskId, reason: 'a password' });
    expect(view).toMatchObject({ title: 'Deleted', state: 'submitted', evidence: {}, redacted: { by: ada.id } });
    await eventually(() => stream.events.some(({ event }) => event === 'text-redacted'));
    await answer(200, server, 'verifyTask', ada, { taskId });

    const answers = async (): Promise<string> =>
      JSON.stringify([
        await answer(200, server, 'createTask', ada, wish, created),
        await answer(200, server, 'claimTask', bob, { taskId }, claimed),
        await answer(200, server, 'submitTask', bob, { taskId, evidence: { note } }, submitted),
        await answer(200, server, 'getTask', bob, { taskId }),
        await answer(200, server, 'listTasks', bob, { state: 'all' }),
        await said(server, owner, bob),
        ...(await Promise.all([title, text, note].map((q) => answer(200, server, 'searchSpace', bob, { q })))),
      ]);
    const words = [title, text, note];
    const answered = await answers();
    expect(words.filter((word) => answered.includes(word))).toEqual([]);
    expect(await answer(200, server, 'getTask', bob, { taskId: other })).toMatchObject({ title: 'another one', text: 'stays' });
    await server.stop();
    for (const word of words) expect(await dumpOf(place, word)).toEqual({});
    server = await serve(place.settings);
    const again = await answers();
    expect(words.filter((word) => again.includes(word))).toEqual([]);
    // Its new title is not found either.
    const { results } = await answer(200, server, 'searchSpace', bob, { q: 'Deleted' });
    expect(results.filter(({ kind }) => kind === 'task')).toEqual([]);
  });

  it('of a decision leaves nothing of its texts, and a reason can be erased by itself, also after the end', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    const [title, text, label, mine, theirs] = [secret(), secret(), secret(), secret(), secret()];
    const [created, answered] = [randomUUID(), randomUUID()];
    const options = [{ label, description: text }, { label: 'No' }];
    const wish = { title, text, options, voters: [ada.id, bob.id], rule: 'all' };
    const { decisionId } = await answer(200, server, 'createDecision', owner, wish, created);
    const input = { decisionId, option: label, reason: theirs };
    await answer(200, server, 'answerDecision', bob, input, answered);
    await answer(200, server, 'answerDecision', ada, { decisionId, option: label, reason: mine });
    const stream = await openStream(server, owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    await eventually(() => JSON.stringify(stream.events).includes('"ended"'));
    const bare = await answer(200, server, 'redactDecision', ada, { decisionId, answerOf: ada.id });
    expect(bare).toMatchObject({ title, text });
    const view = await answer(200, server, 'redactDecision', owner, { decisionId, reason: 'a password' });
    expect(view).toMatchObject({ title: 'Deleted', state: 'decided', outcome: 'option-1', redacted: { by: owner.id } });
    expect(view.voters).toMatchObject([
      { participantId: ada.id, option: 'option-1', redacted: { by: ada.id } },
      { participantId: bob.id, option: 'option-1', reason: theirs },
    ]);
    await eventually(() => stream.events.filter(({ event }) => event === 'text-redacted').length === 2);

    const answers = async (): Promise<string> =>
      JSON.stringify([
        await answer(200, server, 'createDecision', owner, wish, created),
        await answer(200, server, 'answerDecision', bob, input, answered),
        await answer(200, server, 'getDecision', bob, { decisionId }),
        await answer(200, server, 'listDecisions', bob, { state: 'all' }),
        await said(server, owner, bob),
        ...(await Promise.all([title, text].map((q) => answer(200, server, 'searchSpace', bob, { q })))),
      ]);
    const words = [title, text, label, mine];
    const told = await answers();
    expect(words.filter((word) => told.includes(word))).toEqual([]);
    expect(told).toContain(theirs);
    await server.stop();
    for (const word of words) expect(await dumpOf(place, word)).toEqual({});
    expect(await dumpOf(place, theirs)).toEqual({ decision_texts: 1 });
    server = await serve(place.settings);
    const again = await answers();
    expect(words.filter((word) => again.includes(word))).toEqual([]);
    await answer(200, server, 'redactDecision', owner, { decisionId, answerOf: bob.id });
    expect(await answers()).not.toContain(theirs);
  });

  it('of a comment leaves nothing of its text and its passage, also where replies and messages repeat that', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    const [text, passage, theirs] = [secret(), secret(), secret()];
    const before = secret().slice(-20);
    const artifactId = await createArtifact(server, bob, `${before} ${passage} end\n`);
    const [created, replied, resolved] = [randomUUID(), randomUUID(), randomUUID()];
    const wish = { artifactId, version: 1, quote: passage, text, to: [bob.id] };
    const { commentId } = await answer(200, server, 'createComment', ada, wish, created);
    const reply = { artifactId, replyTo: commentId, text: theirs };
    const answering = await answer(200, server, 'createComment', bob, reply, replied);
    expect(answering.quote).toBe(passage);
    const another = { artifactId, version: 1, quote: 'end', text: 'stays' };
    const other = await answer(200, server, 'createComment', bob, { ...another, replyTo: commentId });
    // What the comment quotes is in an old version only.
    await answer(200, server, 'writeArtifact', bob, { artifactId, content: 'another text\n', lock: 'auto', baseVersion: 1 });
    const stream = await openStream(server, owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    await eventually(() => JSON.stringify(stream.events).includes(theirs));
    const of = { artifactId, commentId };
    const view = await answer(200, server, 'redactComment', ada, { ...of, reason: 'a password' });
    expect(view).toMatchObject({
      text: '',
      quote: '',
      anchor: null,
      state: 'open',
      redacted: { by: ada.id, reason: 'a password' },
    });
    expect(await answer(200, server, 'redactComment', owner, { ...of, reason: 'again' })).toEqual(view);
    await eventually(() => stream.events.some(({ event }) => event === 'text-redacted'));
    expect(await answer(200, server, 'resolveComment', ada, of, resolved)).toMatchObject({ redacted: view.redacted });
    await answer(200, server, 'reopenComment', ada, of);
    const further = await answer(200, server, 'createComment', bob, { ...reply, to: [ada.id], text: 'And now?' });
    expect(further).toMatchObject({ quote: '', anchor: null, orphaned: true });

    const answers = async (): Promise<string> =>
      JSON.stringify([
        await answer(200, server, 'createComment', ada, wish, created),
        await answer(200, server, 'createComment', bob, reply, replied),
        await answer(200, server, 'resolveComment', ada, of, resolved),
        await answer(200, server, 'listComments', bob, { artifactId, state: 'all' }),
        await answer(200, server, 'listDeliveries', bob, { state: 'all' }),
        await said(server, owner, bob),
        await answer(200, server, 'searchSpace', bob, { q: text }),
      ]);
    const told = await answers();
    expect(told).not.toContain(text);
    expect(told).toContain(theirs);
    const all = (await answer(200, server, 'listComments', bob, { artifactId, state: 'all' })).comments;
    expect(all.find((each) => each.commentId === answering.commentId)).toMatchObject({ quote: '', text: theirs });
    expect(all.find((each) => each.commentId === other.commentId)).toMatchObject({ quote: 'end', text: 'stays' });
    expect(all.find((each) => each.commentId === commentId)).toMatchObject({ text: '', redacted: view.redacted });
    const messages = await allMessages(server, bob);
    const [first, second] = [commentId, answering.commentId].map((id) => messages.find((each) => each.commentId === id)!);
    expect(first).toMatchObject({ content: '', redacted: view.redacted });
    expect(second!.content).toBe(`On "Plan":\n\n${theirs}`);
    await server.stop();
    expect(await dumpOf(place, text)).toEqual({});
    // The artifact has its text.
    for (const word of [passage, before])
      for (const table of ['comment_texts', 'events']) expect(await dumpOf(place, word)).not.toHaveProperty(table);
    server = await serve(place.settings);
    expect(await answers()).not.toContain(text);
  });

  it('of a comment that is resolved, and of one whose artifact was deleted, works', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const artifactId = await createArtifact(server, owner, 'one two\n');
    const words = [secret(), secret()];
    const add = async (quote: string, text: string) =>
      (await answer(200, server, 'createComment', ada, { artifactId, version: 1, quote, text })).commentId;
    const [first, second] = [await add('one', words[0]!), await add('two', words[1]!)];
    await answer(200, server, 'resolveComment', ada, { artifactId, commentId: first });
    const view = await answer(200, server, 'redactComment', ada, { artifactId, commentId: first });
    expect(view).toMatchObject({ state: 'resolved', text: '', redacted: { by: ada.id } });
    await answer(200, server, 'reopenComment', ada, { artifactId, commentId: first });
    expect((await answer(200, server, 'listComments', ada, { artifactId })).comments).toHaveLength(2);
    await answer(200, server, 'deleteArtifact', owner, { artifactId });
    expect(await answer(200, server, 'redactComment', owner, { artifactId, commentId: second })).toMatchObject({ text: '' });
    const elsewhere = await createArtifact(server, owner, 'one\n');
    await answer(404, server, 'redactComment', owner, { artifactId: elsewhere, commentId: first });
    await server.stop();
    for (const word of words) expect(await dumpOf(place, word)).toEqual({});
    server = await serve(place.settings);
  });

  it('of a comment that somebody replies to at the same moment erases its passage also there', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    for (let round = 0; round < 10; round += 1) {
      const artifactId = await createArtifact(server, owner, 'one two\n');
      const { commentId } = await answer(200, server, 'createComment', ada, { artifactId, version: 1, quote: 'one', text: 'x' });
      const [redacted] = await Promise.all([
        ask(server, 'redactComment', owner, { artifactId, commentId }),
        ask(server, 'createComment', bob, { artifactId, replyTo: commentId, text: 'y' }),
        ask(server, 'redactComment', ada, { artifactId, commentId }),
      ]);
      expect(redacted.status).toBe(200);
      const { comments } = await answer(200, server, 'listComments', bob, { artifactId });
      expect(comments.map(({ quote }) => quote)).toEqual(['', '']);
    }
    const log = await exported(server, owner, 'jsonl');
    expect(log.split('"event":"text-redacted"')).toHaveLength(11);
  });

  it('of texts that somebody changes at the same moment erases also what came last', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    for (let round = 0; round < 10; round += 1) {
      const [title, note] = [secret(), secret()];
      const { taskId } = await answer(200, server, 'createTask', ada, { title, for: [bob.id] });
      await answer(200, server, 'claimTask', bob, { taskId });
      const [redacted] = await Promise.all([
        ask(server, 'redactTask', owner, { taskId }),
        ask(server, 'submitTask', bob, { taskId, evidence: { note } }),
        ask(server, 'redactTask', ada, { taskId }),
      ]);
      expect(redacted.status).toBe(200);
      await answer(200, server, 'cancelTask', ada, { taskId });
      expect(await said(server, owner, bob)).not.toContain(title);
    }
    const log = await exported(server, owner, 'jsonl');
    expect(log.split('"event":"text-redacted"')).toHaveLength(11);
  });

  it('is possible for an agent while the space is paused: it makes the room safer', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const messageId = await send(server, ada, { content: 'a password' });
    const { taskId } = await answer(200, server, 'createTask', ada, { title: 'a password' });
    const { decisionId } = await answer(200, server, 'createDecision', ada, { title: 'a password' });
    const artifactId = await createArtifact(server, ada, 'one\n');
    const comment = { artifactId, version: 1, quote: 'one', text: 'a password' };
    const { commentId } = await answer(200, server, 'createComment', ada, comment);
    await answer(200, server, 'pauseSpace', owner);
    await answer(409, server, 'sendMessage', ada, { content: 'x' });
    expect(await redact(server, ada, messageId)).toMatchObject({ content: '' });
    expect(await answer(200, server, 'redactTask', ada, { taskId })).toMatchObject({ title: 'Deleted' });
    expect(await answer(200, server, 'redactDecision', ada, { decisionId })).toMatchObject({ title: 'Deleted' });
    expect(await answer(200, server, 'redactComment', ada, { artifactId, commentId })).toMatchObject({ text: '' });
  });

  it('works in a full space, and gives its room back', async () => {
    const own = await open();
    const small = await serve({ ...own.settings, PARLEY_MAX_BYTES_PER_SPACE: '20000' });
    onTestFinished(async () => {
      await small.stop();
      await own.remove();
    });
    const { owner } = await meeting(small, 0);
    const messageId = await send(small, owner, { content: 'x'.repeat(19_000) });
    await answer(400, small, 'sendMessage', owner, { content: 'y'.repeat(5_000) });
    await redact(small, owner, messageId);
    const { taskId } = await answer(200, small, 'createTask', owner, { title: 'x', text: 'x'.repeat(15_000) });
    await answer(400, small, 'sendMessage', owner, { content: 'y'.repeat(5_000) });
    await answer(200, small, 'redactTask', owner, { taskId });
    await send(small, owner, { content: 'y'.repeat(5_000) });
  });

  it('of one message by two at once is one redaction', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    for (let round = 0; round < 10; round += 1) {
      const messageId = await send(server, ada, { content: 'x' });
      const views = await Promise.all([ada, owner, ada].map((who) => redact(server, who, messageId)));
      expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1);
    }
    const text = await exported(server, owner, 'jsonl');
    expect(text.split('"event":"message-redacted"')).toHaveLength(11);
  });

  describe('is possible', () => {
    let owner: Member;
    let holders: Record<string, KeyHolder | undefined>;
    beforeAll(async () => {
      const { owner: chair, crew, invitation } = await meeting(server, 4);
      owner = chair;
      const [author, other, muted, kicked] = crew as [Member, Member, Member, Member];
      const left = await join(server, invitation, 'Left');
      const hidden = await meeting(server, 0);
      holders = { owner, author, other, muted, kicked, left, invitation, stranger: hidden.owner };
      holders['stranger'] = { spaceId: owner.spaceId, key: hidden.owner.key };
      await send(server, author, { content: 'author' });
      await send(server, muted, { content: 'muted' });
      await send(server, kicked, { content: 'kicked' });
      await send(server, left, { content: 'left' });
      await answer(200, server, 'muteParticipant', owner, { participantId: muted.id });
      await answer(200, server, 'kickParticipant', owner, { participantId: kicked.id });
      await answer(200, server, 'leaveSpace', left);
    });

    it.each([
      ['muted', 'muted', 200, undefined],
      ['author', 'muted', 403, 'forbidden'],
      ['other', 'author', 403, 'forbidden'],
      ['kicked', 'kicked', 401, 'key_revoked'],
      ['left', 'left', 401, 'key_revoked'],
      ['invitation', 'author', 401, 'key_wrong_type'],
      ['stranger', 'author', 401, 'key_unknown'],
      ['nobody', 'author', 401, 'key_missing'],
      ['author', 'author', 200, undefined],
      ['owner', 'kicked', 200, undefined],
      ['owner', 'left', 200, undefined],
    ])('for %s of a message by %s: %d', async (who, by, status, code) => {
      const message = (await allMessages(server, owner)).find(({ senderName, senderId }) => {
        const holder = holders[by] as Member;
        return senderId === holder.id && senderName !== '';
      })!;
      const caller = { spaceId: owner.spaceId, ...(holders[who] && { key: holders[who].key }) };
      const answered = await ask(server, 'redactMessage', caller, { messageId: message.id });
      expect([answered.status, answered.body.code]).toEqual([status, code]);
    });

    it('not for one who waits for approval, and of nothing that is no message', async () => {
      const { owner: chair } = await meeting(server, 0, { privacy: 'private' });
      const messageId = await send(server, chair, { content: 'x' });
      const waiting = await answer(202, server, 'joinSpace', await invite(server, chair), { name: 'Max' });
      expect(waiting).not.toHaveProperty('participantPrivateKey');
      for (const id of [randomUUID(), 'x', chair.spaceId])
        expect(await answer(404, server, 'redactMessage', chair, { messageId: id })).toMatchObject({ code: 'message_not_found' });
      await answer(200, server, 'closeSpace', chair);
      expect(await answer(409, server, 'redactMessage', chair, { messageId })).toMatchObject({ code: 'space_closed' });
    });
  });
});

describe.each(databases)('the age of messages on %s', (_, open) => {
  const day = 24 * 3_600_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  it('erases their texts after the days of the setting, in batches, and keeps their places', async () => {
    const place = await open();
    onTestFinished(place.remove);
    let server = await serve({ ...place.settings, PARLEY_RETENTION_MESSAGES_DAYS: '7' }, createApp, { sweepMs: 250 });
    const { owner, crew } = await meeting(server, 1, { ttl: 2_147_483_647 });
    const [ada] = crew as [Member];
    const [old, recent, before] = [secret(), secret(), secret()];
    await redact(server, ada, await send(server, ada, { content: before }));
    for (let i = 0; i < 250; i += 1) await send(server, ada, { content: old });
    const stream = await openStream(server, owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    vi.setSystemTime(Date.now() + 5 * day);
    await send(server, ada, { content: recent });
    vi.setSystemTime(Date.now() + 3 * day);
    await eventually(async () => {
      const messages = await allMessages(server, ada);
      return messages.filter(({ redacted }) => redacted).length === 251;
    });
    const messages = await allMessages(server, ada);
    expect(messages.map(({ redacted }) => redacted?.reason)).toEqual([undefined, ...Array(250).fill('retention'), undefined]);
    expect(messages[0]!.redacted).toMatchObject({ by: ada.id });
    expect(messages[1]!.redacted).not.toHaveProperty('by');
    expect(messages.at(-1)!.content).toBe(recent);
    expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map(({ sequence }) => sequence).toSorted((a, b) => a - b));
    await eventually(() => stream.events.filter(({ event }) => event === 'messages-expired').length === 2);
    expect(server.complaints).toEqual([]);
    await server.stop();
    expect(await dumpOf(place, old)).toEqual({});
    // Nothing is erased twice.
    server = await serve({ ...place.settings, PARLEY_RETENTION_MESSAGES_DAYS: '7' }, createApp, { sweepMs: 250 });
    vi.setSystemTime(Date.now() + 30 * day);
    await eventually(async () => (await allMessages(server, ada)).every(({ redacted }) => redacted));
    expect((await exported(server, owner, 'jsonl')).split('"event":"messages-expired"')).toHaveLength(4);
    await server.stop();
  });
});
