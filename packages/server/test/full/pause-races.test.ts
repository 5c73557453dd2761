import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, meeting, startServer, type Input, type Member } from '@parley/testing';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { raceScene } from '../race-scene.ts';

const scene = raceScene();
const { any, nth } = scene;
const [pauses, writes, agents] = [20, 2_000, 8];

interface Try {
  what: string;
  /** Between which answers of the owner it was sent and answered. */
  sentIn: number;
  answeredIn: number;
  status: number;
  code?: string | undefined;
  messageId?: string | undefined;
}

/** Odd from the answer to a pause until its end is asked for. */
const isPaused = (phase: number): boolean => phase % 2 === 1;

test(`of ${writes} writes on three processes around ${pauses} pauses, none is stored after a pause was answered`, async () => {
  const { owner, crew } = await meeting(any(), agents);
  const { id: artifactId } = await answer(200, any(), 'createArtifact', owner, { name: 'Plan', type: 'markdown' });
  const tries: Try[] = [];
  let phase = 0;
  let isOver = false;

  const kinds: [what: 'sendMessage' | 'createTask' | 'lockArtifact' | 'claimDelivery' | 'createArtifact', input: () => Input][] =
    [
      ['sendMessage', () => ({ content: 'Hello' })],
      ['sendMessage', () => ({ content: 'Ready?', to: [owner.id] })],
      ['createTask', () => ({ title: 'Work' })],
      ['createArtifact', () => ({ name: 'Draft', type: 'markdown' })],
      ['lockArtifact', () => ({ artifactId })],
      ['claimDelivery', () => ({})],
    ];

  async function work(agent: Member, which: number): Promise<void> {
    for (let i = 0; !isOver; i += 1) {
      const [what, input] = kinds[i % 3 === 0 ? randomInt(kinds.length) : 0]!;
      const sentIn = phase;
      // A process that is being replaced does not answer.
      const answered = await ask(nth(which + i), what, agent, input());
      const { status, body } = answered;
      if (status === 0) continue;
      tries.push({ what, sentIn, answeredIn: phase, status, code: body.code, messageId: (body as Input)['messageId'] as string });
      // So that all take part in each pause, however fast refusals are.
      await sleep(randomInt(8));
    }
  }

  const working = Promise.all(crew.map(work));
  for (let i = 0; i < pauses; i += 1) {
    const enough = (writes / pauses) * (i + 0.5);
    await eventually(() => tries.filter(({ sentIn }) => !isPaused(sentIn)).length >= enough);
    await answer(200, nth(i), 'pauseSpace', owner, { reason: `Pause ${i}` });
    phase += 1;
    if (i === pauses / 2) {
      await scene.servers[1]!.kill();
      scene.servers[1] = await startServer(scene.settings);
    }
    // Each process is asked during each pause.
    const before = tries.length;
    await eventually(() => tries.slice(before).filter(({ sentIn }) => sentIn === phase).length >= 3 * agents);
    phase += 1;
    await answer(200, nth(i + 1), 'resumeSpace', owner);
  }
  isOver = true;
  await working;

  expect(tries.length).toBeGreaterThanOrEqual(writes);
  for (const each of tries) {
    const wasPaused = isPaused(each.sentIn) && each.answeredIn === each.sentIn;
    if (wasPaused) expect(each).toMatchObject({ status: 409, code: 'paused' });
  }
  // The log says it too: between a pause and its end nothing happened.
  const { events } = await scene.follow(owner);
  const count = (action: string) =>
    events.filter((each) => each.event === 'space' && (each.data as Input)['action'] === action).length;
  await eventually(() => count('resumed') === pauses);
  let isStill = false;
  let seen = 0;
  for (const { event, data, id } of events) {
    if (id === undefined) continue;
    seen += 1;
    if (event === 'space') isStill = (data as Input)['action'] === 'paused';
    else expect([isStill, event], `event ${id}`).toEqual([false, event]);
  }
  expect(seen).toBeGreaterThan(writes / 2);
  // And what was acknowledged is there.
  const logged = new Set(events.flatMap(({ event, data }) => (event === 'message' ? [(data as Input)['id']] : [])));
  const said = tries.flatMap(({ status, messageId }) => (status === 200 && messageId ? [messageId] : []));
  expect(said.filter((id) => !logged.has(id))).toEqual([]);
}, 600_000);
