import { randomUUID } from 'node:crypto';
import { answer, ask, createArtifact, meeting, openStream, type Input, type Member, type Server } from '@parley/testing';
import { expect, test } from 'vitest';
import { dumpOf } from '../dump.ts';
import { eventually } from '../eventually.ts';
import { raceScene } from '../race-scene.ts';
import { timesRepeated } from '../rounds.ts';

const scene = raceScene();
const { any, nth } = scene;
const rounds = timesRepeated(12);

const exported = async ({ url }: Server, { spaceId, key }: Member) =>
  (await fetch(`${url}/hub/space/${spaceId}/export?format=jsonl`, { headers: { 'x-private-key': key } })).text();

const caughtUp = async ({ url }: Server, { spaceId, key }: Member) =>
  (await fetch(`${url}/hub/space/${spaceId}/catch-up?after=0`, { headers: { 'x-private-key': key } })).text();

/** What a new stream gets of the past. */
async function replayed(server: Server, member: Member, from: Input): Promise<unknown> {
  const stream = await openStream(server, member, from);
  await eventually(() => stream.events.some(({ event }) => event === 'context'));
  stream.leave();
  return stream.events;
}

const toolCall = async ({ url }: Server, { spaceId, key }: Member, name: string, args: Input) => {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-private-key': key },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { spaceId, ...args } } }),
  });
  return response.text();
};

test('once a redaction is answered no process serves the text, to whoever asks and however', async () => {
  const { owner, crew } = await meeting(any(), 2);
  const [ada, bob] = crew as [Member, Member];
  // Each process has the log in memory.
  const streams = await Promise.all(scene.servers.map((server) => openStream(server, owner, { lastEventId: 0 })));
  for (let i = 0; i < rounds; i += 1) {
    const text = `canary-${randomUUID()}`;
    const [sent, claimed] = [randomUUID(), randomUUID()];
    const input = { content: text, to: [bob.id] };
    const { messageId } = await answer(200, nth(i), 'sendMessage', ada, input, sent);
    await answer(200, nth(i + 1), 'claimDelivery', bob, {}, claimed);
    await eventually(() => streams.every(({ events }) => JSON.stringify(events.slice(-9)).includes(text)));
    for (const server of scene.servers) {
      const { messages } = await answer(200, server, 'listMessages', owner, {});
      expect(messages.at(-1)!.content).toBe(text);
    }
    const { sequence } = await answer(200, nth(i + 2), 'redactMessage', i % 2 ? ada : owner, { messageId });
    const said = await Promise.all(
      scene.servers.flatMap((server) => [
        ask(server, 'listMessages', bob, {}),
        ask(server, 'listMessages', bob, { after: sequence - 1, limit: 1 }),
        ask(server, 'sendMessage', ada, input, sent),
        ask(server, 'claimDelivery', bob, {}, claimed),
        exported(server, owner),
        caughtUp(server, bob),
        replayed(server, owner, { lastEventId: sequence - 1 }),
        replayed(server, owner, {}),
        toolCall(server, bob, 'list_messages', { after: sequence - 1 }),
        toolCall(server, bob, 'wait_for_events', { after: sequence - 1 }),
      ]),
    );
    for (const each of said) expect(JSON.stringify(each)).not.toContain(text);
    const isTold = ({ events }: (typeof streams)[number]) =>
      events.some(({ event, data }) => event === 'message-redacted' && (data as Input)['messageId'] === messageId);
    await eventually(() => streams.every(isTold));
    expect(await dumpOf({ settings: scene.settings, remove: async () => {} }, text)).toEqual({});
  }
  for (const stream of streams) stream.leave();
});

test('of many who redact at once on three processes one does, and the log says so once', async () => {
  const { owner, crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  for (let i = 0; i < rounds; i += 1) {
    const { messageId } = await answer(200, nth(i), 'sendMessage', ada, { content: 'x' });
    const views = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) => answer(200, nth(n), 'redactMessage', n % 2 ? ada : owner, { messageId, reason: `${n}` })),
    );
    expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1);
  }
  expect((await exported(any(), owner)).split('"event":"message-redacted"')).toHaveLength(rounds + 1);
});

test('of many who erase one reason at once on three processes one does, and the log says so once, also after the end', async () => {
  const { owner, crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  for (let i = 0; i < rounds; i += 1) {
    const question = { title: 'Ship it?', voters: [ada.id, owner.id], rule: i % 2 ? 'first' : 'all' };
    const { decisionId } = await answer(200, nth(i), 'createDecision', owner, question);
    await answer(200, nth(i), 'answerDecision', ada, { decisionId, option: 'approve', reason: 'x' });
    const input = { decisionId, answerOf: ada.id };
    const views = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
        answer(200, nth(n), 'redactDecision', n % 2 ? ada : owner, { ...input, reason: `${n}` }),
      ),
    );
    const redactions = views.map(({ voters }) => voters.find(({ participantId }) => participantId === ada.id)!.redacted);
    expect(new Set(redactions.map((redacted) => JSON.stringify(redacted))).size).toBe(1);
  }
  expect((await exported(any(), owner)).split('"event":"text-redacted"')).toHaveLength(rounds + 1);
});

test('once the redaction of a task is answered no process serves its texts, although others work on it meanwhile', async () => {
  const { owner, crew } = await meeting(any(), 2);
  const [ada, bob] = crew as [Member, Member];
  const streams = await Promise.all(scene.servers.map((server) => openStream(server, owner, { lastEventId: 0 })));
  for (let i = 0; i < rounds; i += 1) {
    const text = `canary-${randomUUID()}`;
    const [created, claimed] = [randomUUID(), randomUUID()];
    const input = { title: text, text, for: [bob.id] };
    const { taskId } = await answer(200, nth(i), 'createTask', ada, input, created);
    await answer(200, nth(i + 1), 'claimTask', bob, { taskId }, claimed);
    await eventually(() => streams.every(({ events }) => JSON.stringify(events.slice(-9)).includes(taskId)));
    await Promise.all([
      ask(nth(i), 'submitTask', bob, { taskId, evidence: { note: 'done' } }),
      answer(200, nth(i + 2), 'redactTask', i % 2 ? ada : owner, { taskId }),
    ]);
    const said = await Promise.all(
      scene.servers.flatMap((server) => [
        ask(server, 'listMessages', bob, {}),
        ask(server, 'getTask', bob, { taskId }),
        ask(server, 'listTasks', bob, { state: 'all' }),
        ask(server, 'createTask', ada, input, created),
        ask(server, 'claimTask', bob, { taskId }, claimed),
        ask(server, 'searchSpace', bob, { q: text }),
        exported(server, owner),
        caughtUp(server, bob),
        replayed(server, owner, { lastEventId: 0 }),
        toolCall(server, bob, 'get_task', { taskId }),
        toolCall(server, bob, 'wait_for_events', { after: 0 }),
      ]),
    );
    for (const each of said) expect(JSON.stringify(each)).not.toContain(text);
    expect(await dumpOf({ settings: scene.settings, remove: async () => {} }, text)).toEqual({});
  }
  for (const stream of streams) stream.leave();
});

test('once the redaction of a comment is answered no process serves its texts, although others reply meanwhile', async () => {
  const { owner, crew } = await meeting(any(), 2);
  const [ada, bob] = crew as [Member, Member];
  for (let i = 0; i < rounds; i += 1) {
    const [text, passage] = [`canary-${randomUUID()}`, `canary-${randomUUID()}`];
    const artifactId = await createArtifact(any(), owner, passage);
    await answer(200, nth(i), 'writeArtifact', owner, { artifactId, content: 'x', lock: 'auto', baseVersion: 1 });
    const created = randomUUID();
    const input = { artifactId, version: 1, quote: passage, text, to: [bob.id] };
    const { commentId } = await answer(200, nth(i), 'createComment', ada, input, created);
    const of = { artifactId, commentId };
    const reply = { artifactId, replyTo: commentId, text: 'y', to: [owner.id] };
    await answer(200, nth(i + 1), 'createComment', bob, reply);
    if (i % 3 === 0) await answer(200, nth(i), 'resolveComment', ada, of);
    await Promise.all([
      ask(nth(i), 'createComment', bob, reply),
      ask(nth(i + 1), i % 3 === 0 ? 'reopenComment' : 'resolveComment', owner, of),
      answer(200, nth(i + 2), 'redactComment', i % 2 ? ada : owner, of),
    ]);
    const said = await Promise.all(
      scene.servers.flatMap((server) => [
        ask(server, 'listMessages', bob, {}),
        ask(server, 'listComments', bob, { artifactId, state: 'all' }),
        ask(server, 'createComment', ada, input, created),
        ask(server, 'searchSpace', bob, { q: text }),
        caughtUp(server, bob),
        replayed(server, owner, { lastEventId: 0 }),
        toolCall(server, bob, 'list_comments', { artifactId }),
        toolCall(server, bob, 'wait_for_events', { after: 0 }),
      ]),
    );
    for (const each of said) for (const word of [text, passage]) expect(JSON.stringify(each)).not.toContain(word);
    for (const each of await Promise.all(
      scene.servers.map((server) => ask(server, 'listComments', bob, { artifactId, state: 'all' })),
    ))
      expect(each.body.comments.find((one: { commentId: string }) => one.commentId === commentId)).toHaveProperty('redacted');
    const dumped = { settings: scene.settings, remove: async () => {} };
    expect(await dumpOf(dumped, text)).toEqual({});
    for (const table of ['comment_texts', 'events']) expect(await dumpOf(dumped, passage)).not.toHaveProperty(table);
  }
});
