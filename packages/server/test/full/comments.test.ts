import { randomUUID } from 'node:crypto';
import { answer, ask, createArtifact, meeting, openStream, type Input, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

const content = '# Plan\n\nBegin on Monday.\nEnd on Friday.\n';

describe.each(databases)('a comment on %s', (_, open) => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    place = await open();
    server = await serve({ ...place.settings, PARLEY_ARTIFACT_VERSIONS: '51' });
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  /** The owner, Ben who created the artifact, Ada who comments, and Eve. */
  async function crewOf(space: Input = {}) {
    const { owner, crew } = await meeting(server, 3, space);
    const [ada, ben, eve] = crew as [Member, Member, Member];
    const plan = { artifactId: await createArtifact(server, ben, content) };
    const add = async (wish: Input = {}, who = ada) =>
      answer(200, server, 'createComment', who, { ...plan, version: 1, quote: 'on Monday', text: 'Which?', ...wish });
    const reply = (replyTo: string, who: Member, more: Input = {}) =>
      answer(200, server, 'createComment', who, { ...plan, replyTo, text: 'The first', ...more });
    const list = async (input: Input = {}) => (await answer(200, server, 'listComments', eve, { ...plan, ...input })).comments;
    const change = (input: Input) => answer(200, server, 'writeArtifact', ben, { ...plan, lock: 'auto', ...input });
    const of = ({ commentId }: { commentId: string }) => ({ ...plan, commentId });
    return { owner, ada, ben, eve, plan, add, reply, list, change, of };
  }

  it('survives a restart with its thread, open and resolved, and can be resolved and reopened after it', async () => {
    const { ada, ben, eve, add, reply, list, of } = await crewOf();
    const [first, second] = [await add(), await add({ quote: 'Friday', to: [eve.id] })];
    await reply(second.commentId, eve);
    await answer(200, server, 'resolveComment', ada, of(first));
    const before = await list({ state: 'all' });
    expect(before).toHaveLength(3);
    await server.stop();
    server = await serve({ ...place.settings, PARLEY_ARTIFACT_VERSIONS: '51' });
    expect(await list({ state: 'all' })).toEqual(before);
    await answer(200, server, 'resolveComment', ben, of(second));
    expect(await list()).toEqual([]);
    await answer(200, server, 'reopenComment', ben, of(second));
    await answer(200, server, 'reopenComment', ada, of(first));
    await reply(second.commentId, ada);
    expect((await list()).map(({ commentId }) => commentId)).toHaveLength(4);
  });

  it('follows its passage over many versions, also when its own is no longer stored', async () => {
    const { eve, plan, add, list, change } = await crewOf();
    await change({ content: `${content}Mondays are fine.\n`, baseVersion: 1 });
    await add({ version: 2, quote: 'Monday', occurrence: 2 });
    for (let i = 0; i < 60; i += 1) await change({ edits: [{ old: '# Plan', new: `Note\n# Plan` }] });
    await eventually(async () => (await ask(server, 'getArtifactVersion', eve, { ...plan, version: 2 })).status === 410);
    expect(await list()).toMatchObject([{ version: 2, anchor: { line: 65, column: 1, length: 6 } }]);
    await change({ edits: [{ old: 'Mondays are fine.', new: 'Never.' }] });
    // Without its version nothing but the quote says what it was about, so another place with other surroundings can be taken for it.
    const [comment] = await list();
    expect(comment!.anchor ?? { line: 63 }).toMatchObject({ line: 63 });
    await change({ edits: [{ old: 'on Monday', new: 'now' }] });
    expect(await list()).toMatchObject([{ quote: 'Monday', anchor: null, orphaned: true }]);
  });

  it('compares so many versions for an answer, and finds the passages of others by their surroundings', async () => {
    const { add, list, change } = await crewOf();
    for (let version = 1; version <= 30; version += 1) {
      await add({ version, quote: 'Friday' });
      await change({ append: `Line ${version}` });
    }
    const all = await list({ limit: 100 });
    expect(all).toHaveLength(30);
    for (const { anchor } of all) expect(anchor).toEqual({ line: 4, column: 8, length: 6 });
  });

  it('in a large text with a comment on each of many lines is answered soon', async () => {
    const { ben, eve, ada } = await crewOf();
    const lines = Array.from({ length: 20_000 }, (_, i) => `Line ${i} of a long text`);
    const artifactId = await createArtifact(server, ben, lines.join('\n'));
    for (let i = 0; i < 40; i += 1)
      await answer(200, server, 'createComment', ada, { artifactId, version: 1, quote: `Line ${i * 400} of`, text: 'x' });
    const shuffled = lines.map((line, i) => (i % 3 === 0 ? `${line}!` : line));
    const text = ['New', ...shuffled].join('\n');
    await answer(200, server, 'writeArtifact', ben, { artifactId, content: text, lock: 'auto', baseVersion: 1 });
    const { comments } = await answer(200, server, 'listComments', eve, { artifactId });
    expect(comments.map(({ anchor }) => anchor?.line).toReversed()).toEqual(Array.from({ length: 40 }, (_, i) => i * 400 + 2));
  });

  it('whose artifact was deleted has ended, asks nobody, is not found, and is resolved when that comes back', async () => {
    const { owner, ada, ben, eve, plan, add, list, of } = await crewOf();
    const asked = await add({ text: 'A xylophone?', to: [eve.id] });
    await answer(200, server, 'deleteArtifact', ben, plan);
    const { deliveries } = await answer(200, server, 'listDeliveries', eve, { state: 'all' });
    expect(deliveries).toMatchObject([{ outcome: 'withdrawn' }]);
    const found = await answer(200, server, 'searchSpace', ada, { q: 'xylophone', in: 'comments' });
    expect(found.results).toEqual([]);
    await answer(404, server, 'resolveComment', ada, of(asked));
    await answer(200, server, 'restoreArtifact', owner, plan);
    expect(await list()).toEqual([]);
    expect(await list({ state: 'all' })).toMatchObject([{ ...of(asked), state: 'resolved', resolvedBy: ben.id }]);
    expect(await answer(200, server, 'reopenComment', ada, of(asked))).toMatchObject({ state: 'open' });
  });

  it('stays when its author leaves or is muted, and can be resolved by the creator of the artifact', async () => {
    const { owner, ada, ben, add, list, of } = await crewOf();
    const [first, second] = [await add(), await add({ quote: 'Friday' })];
    await answer(200, server, 'muteParticipant', owner, { participantId: ada.id });
    expect(await answer(403, server, 'resolveComment', ada, of(first))).toMatchObject({ code: 'muted' });
    await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    expect(await list()).toHaveLength(2);
    await answer(200, server, 'resolveComment', ben, of(first));
    expect(await list()).toMatchObject([of(second)]);
  });

  it('is refused to agents while the space is paused, and to all once it is closed', async () => {
    const { owner, ada, eve, plan, add, of } = await crewOf();
    const first = await add();
    await answer(200, server, 'pauseSpace', owner);
    const input = { ...plan, version: 1, quote: 'Plan', text: 'x' };
    expect(await answer(409, server, 'createComment', ada, input)).toMatchObject({ code: 'paused' });
    expect(await answer(409, server, 'resolveComment', ada, of(first))).toMatchObject({ code: 'paused' });
    await answer(200, server, 'createComment', owner, input);
    await answer(200, server, 'resumeSpace', owner);
    await answer(200, server, 'closeSpace', owner);
    for (const name of ['resolveComment', 'reopenComment'] as const)
      expect(await answer(409, server, name, ada, of(first))).toMatchObject({ code: 'space_closed' });
    await answer(401, server, 'listComments', eve, plan);
  });

  it('costs agents their budget only where it is a message', async () => {
    const { ada, ben, plan, add, reply } = await crewOf({ agentBudget: 1 });
    for (let i = 0; i < 3; i += 1) await add();
    const asked = await add({ to: [ben.id] });
    const again = { ...plan, version: 1, quote: 'Plan', text: 'x', to: [ben.id] };
    expect(await answer(429, server, 'createComment', ada, again)).toMatchObject({ code: 'budget_spent' });
    const refused = await ask(server, 'createComment', ben, { ...plan, replyTo: asked.commentId, text: 'x' });
    expect(refused.body).toMatchObject({ code: 'budget_spent' });
    await reply(asked.commentId, ada);
  });

  it('is replayed with the same Idempotency-Key, and resolved once however often that is asked', async () => {
    const { ada, eve, plan, list, of } = await crewOf();
    const stream = await openStream(server, eve, { lastEventId: 0 });
    onTestFinished(stream.leave);
    const key = randomUUID();
    const input = { ...plan, version: 1, quote: 'Plan', text: 'Which?', to: [eve.id] };
    const [first, second] = [
      await answer(200, server, 'createComment', ada, input, key),
      await answer(200, server, 'createComment', ada, input, key),
    ];
    expect(second).toEqual(first);
    expect(await list()).toHaveLength(1);
    const ending = randomUUID();
    const ended = await answer(200, server, 'resolveComment', ada, of(first), ending);
    expect(await answer(200, server, 'resolveComment', ada, of(first), ending)).toEqual(ended);
    expect(await answer(200, server, 'resolveComment', ada, of(first))).toMatchObject({ resolvedAt: ended.resolvedAt });
    const actions = () => stream.events.flatMap(({ event, data }) => (event === 'comment' ? [(data as Input)['action']] : []));
    await eventually(() => actions().length > 1);
    expect(actions()).toEqual(['created', 'resolved']);
  });

  it('is in a catch-up once it is resolved, in a search, and in an export with its text', async () => {
    const { owner, ada, ben, plan, add, reply, of } = await crewOf();
    const first = await add({ text: 'A xylophone?' });
    await reply(first.commentId, ben, { text: 'No xylophone' });
    await answer(200, server, 'resolveComment', ben, of(first));
    const { decided } = await answer(200, server, 'catchUp', ada, { budget: 5_000 });
    expect(decided).toMatchObject([{ ...of(first), artifactName: 'Plan', authorId: ada.id, actorId: ben.id }]);
    const { results } = await answer(200, server, 'searchSpace', ada, { q: 'xylophone' });
    expect(results).toMatchObject([
      { kind: 'comment', authorId: ben.id, title: 'Plan', excerpt: 'No xylophone' },
      { kind: 'comment', id: first.commentId, authorId: ada.id },
    ]);
    const byAda = await answer(200, server, 'searchSpace', ada, { q: 'xylophone', in: 'comments', from: ada.id });
    expect(byAda.results).toHaveLength(1);
    const headers = { 'x-private-key': owner.key };
    const exported = await fetch(`${server.url}/hub/space/${owner.spaceId}/export?format=jsonl`, { headers });
    const lines = (await exported.text()).split('\n').filter((line) => line.startsWith('{"comment":'));
    expect(lines.map((line) => (JSON.parse(line) as { comment: object }).comment)).toMatchObject([
      { replyTo: first.commentId, text: 'No xylophone', quote: 'on Monday' },
      { ...of(first), ...plan, text: 'A xylophone?', state: 'resolved' },
    ]);
  });

  it('is refused beyond 500 on an artifact, until some are resolved', async () => {
    const { ada, eve, plan, add, list, of } = await crewOf();
    const [first] = [await add()];
    for (let i = 0; i < 499; i += 50)
      await Promise.all(Array.from({ length: Math.min(50, 499 - i) }, () => add({ quote: 'Plan' }, i % 2 ? ada : eve)));
    const more = { ...plan, version: 1, quote: 'Plan', text: 'x' };
    expect(await answer(409, server, 'createComment', ada, more)).toMatchObject({ code: 'limit_reached' });
    await answer(200, server, 'resolveComment', ada, of(first));
    await answer(200, server, 'createComment', ada, more);
    expect(await answer(409, server, 'reopenComment', ada, of(first))).toMatchObject({ code: 'limit_reached' });
    expect(await list({ state: 'resolved' })).toHaveLength(1);
  });
});
