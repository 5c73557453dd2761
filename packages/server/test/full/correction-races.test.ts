import { allMessages, answer, ask, meeting, type Member } from '@parley/testing';
import { expect, test } from 'vitest';
import { raceScene } from '../race-scene.ts';
import { timesRepeated } from '../rounds.ts';

const scene = raceScene();
const { any, nth } = scene;
const rounds = timesRepeated(4);

test('of many corrections at once on three processes each counts, in order, up to the last that is possible', async () => {
  const { crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  for (let round = 0; round < rounds; round += 1) {
    const { messageId: replaces } = await answer(200, nth(round), 'sendMessage', ada, { content: 'first' });
    const tries = await Promise.all(
      Array.from({ length: 24 }, (_, n) => ask(nth(n), 'sendMessage', ada, { content: `${n}`, replaces })),
    );
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 20 }, () => 200),
      ...Array.from({ length: 4 }, () => 409),
    ]);
    for (const server of scene.servers) {
      const all = await allMessages(server, ada);
      const corrections = all.filter((each) => each.replaces === replaces);
      expect(corrections).toHaveLength(20);
      expect(all.find(({ id }) => id === replaces)).toMatchObject({ content: 'first', replacedBy: corrections.at(-1)!.id });
    }
  }
});

test('of a correction and a redaction at once nothing remains', async () => {
  const { crew } = await meeting(any(), 1);
  const [ada] = crew as [Member];
  for (let round = 0; round < 3 * rounds; round += 1) {
    const { messageId } = await answer(200, nth(round), 'sendMessage', ada, { content: `canary ${round}` });
    await Promise.all([
      ask(nth(round), 'sendMessage', ada, { content: `canary ${round} again`, replaces: messageId }),
      answer(200, nth(round + 1), 'redactMessage', ada, { messageId }),
    ]);
    for (const server of scene.servers) expect(JSON.stringify(await allMessages(server, ada))).not.toContain(`canary ${round}`);
  }
});
