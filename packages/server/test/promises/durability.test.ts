import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allMessages, answer, createArtifact, logOf, meeting, startServer, type Server } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Editor, Joiner, Sender, type Worker } from '../crew.ts';
import { databases } from '../databases.ts';
import { Reader } from '../reader.ts';
import { timesRepeated } from '../rounds.ts';

const rounds = timesRepeated(5);
const senders = 12;

describe.each(databases)('on %s', (_, open) => {
  test(`answered writes survive ${rounds} kills, once and in order`, async () => {
    const place = await open();
    onTestFinished(place.remove);
    // URLs in events are those of the server that sends them.
    const settings = { ...place.settings, PARLEY_PUBLIC_URL: 'https://parley.example' };
    let server = await startServer(settings);
    onTestFinished(() => server.kill());

    const { owner, invitation, crew } = await meeting(server, senders + 2);
    const [writer, keyedWriter, ...speakers] = crew as [(typeof crew)[0], (typeof crew)[0], ...typeof crew];
    const workers: Worker[] = [
      ...speakers.map((member, i) => new Sender(member, i % 2 === 0)),
      new Editor(writer, await createArtifact(server, writer), false),
      new Editor(keyedWriter, await createArtifact(server, keyedWriter), true),
      new Joiner(invitation),
    ];
    const reader = new Reader(owner);

    for (let round = 1; round <= rounds; round += 1) {
      const load = Promise.all([...workers.map((worker) => worker.work(server)), reader.follow(server)]);
      await sleep(randomInt(50, 600));
      await server.kill();
      await load;
      server = await startServer(settings);
      await Promise.all(workers.map((worker) => worker.retry(server)));
      await reader.catchUp(server);
      await Promise.all(workers.map((worker) => worker.check(server, reader)));
    }

    const probe = await answer(200, server, 'sendMessage', owner, { content: randomUUID() });
    await reader.catchUp(server);
    expect(reader.messages.at(-1)?.id).toBe(probe.messageId);
    await expectOneHistory(server, reader);
  }, 600_000);
});

/** The events that a reader received across all restarts equal the log. */
async function expectOneHistory(server: Server, reader: Reader): Promise<void> {
  expect(await logOf(server, reader.member)).toEqual(reader.events);
  expect(reader.events.map(({ id }) => id)).toEqual(reader.events.map((_, i) => i + 1));
  const stored = await allMessages(server, reader.member);
  expect(stored).toEqual(reader.messages);
  expect(reader.polled.map(({ id }) => id)).toEqual(stored.slice(0, reader.polled.length).map(({ id }) => id));
  expect(new Set(stored.map(({ content }) => content)).size).toBe(stored.length);
  expect(stored.map(({ timestamp }) => timestamp)).toEqual([...new Set(stored.map(({ timestamp }) => timestamp))].toSorted());
}
