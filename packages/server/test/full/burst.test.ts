import { allMessages, ask, meeting, startServer } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { databases } from '../databases.ts';

const crowd = 1_000;

test.each(databases)('on %s, concurrent messages to one space are stored once each', async (_, open) => {
  const place = await open();
  onTestFinished(place.remove);
  const server = await startServer(place.settings);
  onTestFinished(() => server.stop());
  const { owner } = await meeting(server, 0);
  const said = Array.from({ length: crowd }, (_, i) => `message ${i}`);
  const answers = await Promise.all(said.map((content) => ask(server, 'sendMessage', owner, { content })));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const stored = await allMessages(server, owner);
  expect(stored.map(({ id }) => id).toSorted()).toEqual(answers.map(({ body }) => body.messageId).toSorted());
});
