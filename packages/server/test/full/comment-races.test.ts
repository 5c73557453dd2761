import { answer, ask, createArtifact, meeting, type Member } from '@parley/testing';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { raceScene } from '../race-scene.ts';

const scene = raceScene();
const { any, nth } = scene;

async function commenting(participants: number) {
  const { owner, crew } = await meeting(any(), participants);
  const plan = { artifactId: await createArtifact(any(), owner, 'one\ntwo\nthree\n') };
  const list = async (state = 'open') => {
    const all: Awaited<ReturnType<typeof page>>['comments'] = [];
    const page = (before?: number) => answer(200, any(), 'listComments', owner, { ...plan, state, before, limit: 100 });
    for (let before: number | undefined; ;) {
      const { comments, hasMore } = await page(before);
      all.push(...comments);
      before = comments.at(-1)?.sequence;
      if (!hasMore) return all;
    }
  };
  return { owner, crew, plan, list };
}

test('comments on versions that are written at the same time are each on theirs, and all are found in the last', async () => {
  const { owner, crew, plan, list } = await commenting(4);
  let isOver = false;
  const writing = async () => {
    for (let i = 0; i < 40; i += 1)
      await answer(200, nth(i), 'writeArtifact', owner, { ...plan, edits: [{ old: 'one\n', new: 'one\nnew\n' }], lock: 'auto' });
    isOver = true;
  };
  const commentingOn = async (member: Member, i: number) => {
    while (!isOver) {
      const { version } = await answer(200, nth(i), 'getArtifact', member, plan);
      const { status, body } = await ask(nth(i + 1), 'createComment', member, { ...plan, version, quote: 'three', text: 'x' });
      expect([status, body]).toMatchObject([200, { version, quote: 'three' }]);
    }
  };
  await Promise.all([writing(), ...crew.map(commentingOn)]);
  const all = await list();
  expect(all.length).toBeGreaterThan(0);
  for (const { anchor } of all) expect(anchor).toEqual({ line: 43, column: 1, length: 5 });
}, 120_000);

test('a thread that is resolved, reopened and replied to at the same time is open or resolved as a whole, and tells each change once', async () => {
  const { owner, crew, plan, list } = await commenting(3);
  const [ada, bob, eve] = crew as [Member, Member, Member];
  const stream = await scene.follow(owner);
  for (let round = 0; round < 15; round += 1) {
    const asked = { ...plan, version: 1, quote: 'two', text: 'x', to: [bob.id] };
    const { commentId } = await answer(200, any(), 'createComment', ada, asked);
    const of = { ...plan, commentId };
    const reply = { ...plan, replyTo: commentId, text: 'y' };
    const answers = await Promise.all([
      ask(nth(round), 'resolveComment', ada, of),
      ask(nth(round + 1), 'resolveComment', owner, of),
      ask(nth(round + 2), 'createComment', bob, reply),
      ask(nth(round), 'createComment', eve, reply),
      ...(round % 2 ? [ask(nth(round + 1), 'reopenComment', ada, of)] : []),
    ]);
    for (const { status, body } of answers)
      expect([200, 'comment_resolved'], JSON.stringify(body)).toContain(status === 200 ? 200 : body.code);
    const states = new Set(
      (await list('all')).filter((each) => (each.replyTo ?? each.commentId) === commentId).map(({ state }) => state),
    );
    expect(states.size).toBe(1);
    await answer(200, any(), 'resolveComment', ada, of);
    const { deliveries } = await answer(200, any(), 'listDeliveries', bob, { state: 'open' });
    expect(deliveries).toEqual([]);
    const steps = () =>
      stream.events.flatMap(({ event, data }) =>
        event === 'comment' && data['commentId'] === commentId ? [data['action']] : [],
      );
    await eventually(() => steps().at(-1) === 'resolved');
    for (const [i, step] of steps().entries()) expect(step, steps().join()).not.toBe(steps()[i - 1]);
  }
  expect(await list()).toEqual([]);
}, 120_000);

test('so many are open that there is room for, however many are created at once', async () => {
  const { owner, crew, plan, list } = await commenting(6);
  const add = (i: number) =>
    ask(nth(i), 'createComment', crew[i % crew.length]!, { ...plan, version: 1, quote: 'one', text: `${i}` });
  for (let i = 0; i < 480; i += 60) {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => add(i + n)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  const last = await Promise.all(Array.from({ length: 60 }, (_, n) => add(n)));
  expect(last.filter(({ status }) => status === 200)).toHaveLength(20);
  for (const { status, body } of last) if (status !== 200) expect([status, body]).toMatchObject([409, { code: 'limit_reached' }]);
  expect(await list()).toHaveLength(500);
  const [{ commentId } = { commentId: '' }] = await list();
  await answer(200, any(), 'resolveComment', owner, { ...plan, commentId });
  const [one, other] = await Promise.all([add(0), ask(nth(1), 'reopenComment', owner, { ...plan, commentId })]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
}, 240_000);
