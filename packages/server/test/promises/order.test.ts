import { randomInt } from 'node:crypto';
import {
  allMessages,
  answer,
  ask,
  logOf,
  meeting,
  openStream,
  startServer,
  type Input,
  type Member,
  type Message,
  type Server,
  type TestServer,
} from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../databases.ts';
import { timesRepeated } from '../rounds.ts';

const writers = 8;
const messagesPerWriter = timesRepeated(200);
const lastWords = 'that is all';

type Place = (last: Message | undefined) => Input;
const bySequence: Place = (last) => ({ after: last?.sequence ?? 0 });
const byTimestamp: Place = (last) => ({ timestamp: last?.timestamp });
const byEventId: Place = (last) => ({ lastEventId: last?.sequence });

test('every poller and every stream of three processes sees the same messages in the same order', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const servers = await Promise.all([1, 2, 3].map(() => startServer(place.settings)));
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  const anyServer = () => servers[randomInt(servers.length)]!;

  const { owner, crew } = await meeting(servers[0]!, writers + 1);
  const [restless, ...speakers] = crew as [Member, ...Member[]];
  const readers = [owner, ...speakers];
  const reader = (i: number) => readers[i % readers.length]!;
  const patience = AbortSignal.timeout(240_000);
  const observers = [
    ...[bySequence, byTimestamp, bySequence, byTimestamp].map((from, i) => poll(anyServer, reader(i), from, 0, patience)),
    ...[bySequence, byTimestamp].map((from, i) => poll(anyServer, reader(i), from, 5, patience)),
    ...[byEventId, byEventId, byEventId, byEventId, byTimestamp, byTimestamp].map((from, i) =>
      stream(anyServer, reader(i), from, patience),
    ),
  ];

  const speaking = Promise.all(speakers.map((speaker, i) => speak(servers[i % servers.length]!, speaker)));
  const [said] = await Promise.all([speaking, moderate(anyServer, owner, restless, speaking)]);
  await answer(200, anyServer(), 'sendMessage', owner, { content: lastWords });

  const stored = await allMessages(servers[0]!, owner);
  const ids = stored.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  speakers.forEach(({ id }, i) => {
    expect(stored.filter(({ senderId }) => senderId === id).map((message) => message.id)).toEqual(said[i]);
  });
  for (const seen of await Promise.all(observers)) expect(seen).toEqual(stored);
  await expectSilenceOfMuted(servers[0]!, owner, restless);
});

async function speak(server: Server, speaker: Member): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < messagesPerWriter; i += 1) {
    ids.push((await answer(200, server, 'sendMessage', speaker, { content: `${speaker.id} ${i}` })).messageId);
  }
  return ids;
}

/** Changes the space continuously on all processes, so that their caches are always out of date. */
async function moderate(anyServer: () => TestServer, owner: Member, restless: Member, speaking: Promise<unknown>): Promise<void> {
  let isOver = false;
  void speaking.finally(() => (isOver = true));
  while (!isOver) {
    for (const change of ['muteParticipant', 'unmuteParticipant'] as const) {
      const talk = [1, 2].map(() => ask(anyServer(), 'sendMessage', restless, { content: change }));
      await answer(200, anyServer(), change, owner, { participantId: restless.id });
      for (const { status } of await Promise.all(talk)) expect([200, 403]).toContain(status);
    }
  }
}

async function poll(
  anyServer: () => Server,
  member: Member,
  from: Place,
  wait: number,
  patience: AbortSignal,
): Promise<Message[]> {
  const seen: Message[] = [];
  while (seen.at(-1)?.content !== lastWords && !patience.aborted) {
    const place = { ...from(seen.at(-1)), limit: randomInt(1, 200), ...(wait && { wait }) };
    seen.push(...(await answer(200, anyServer(), 'listMessages', member, place)).messages);
  }
  return seen;
}

/** Disconnects after some events, and resumes at another process. */
async function stream(anyServer: () => Server, member: Member, from: Place, patience: AbortSignal): Promise<Message[]> {
  const seen: Message[] = [];
  while (seen.at(-1)?.content !== lastWords && !patience.aborted) {
    let eventsLeft = randomInt(1, 400);
    const opened = await openStream(anyServer(), member, from(seen.at(-1)), ({ event, data }, { leave }) => {
      if (event === 'message') seen.push(data);
      eventsLeft -= 1;
      if (eventsLeft === 0 || seen.at(-1)?.content === lastWords) leave();
    });
    patience.addEventListener('abort', opened.leave);
    await opened.ended;
    patience.removeEventListener('abort', opened.leave);
  }
  return seen;
}

async function expectSilenceOfMuted(server: Server, owner: Member, restless: Member): Promise<void> {
  let isMuted = false;
  let changes = 0;
  for (const { event, data } of await logOf(server, owner)) {
    if (event === 'message' && data.senderId === restless.id) expect(isMuted, `message ${data.sequence}`).toBe(false);
    if (event !== 'participant-status' || data.participant.participantId !== restless.id) continue;
    isMuted = data.status === 'muted';
    changes += 1;
  }
  expect(changes).toBeGreaterThan(10);
}
