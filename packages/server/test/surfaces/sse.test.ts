import type { EventBody, EventName } from '@parley/core';
import { answer, ask, createArtifact, invite, join, logOf, openSpace, type Member } from '@parley/testing';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

const names = ['message', 'participant-status', 'artifact', 'delivery', 'space-closed'] as const satisfies EventName[];

let served: Served;
beforeAll(async () => {
  served = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => served.stop());

interface Received {
  id: number;
  event: EventName;
  data: EventBody<EventName>;
}

/** Follows a space like a page: with the key in the query, and reconnecting by itself. */
function follow({ spaceId, key }: Member) {
  const source = new EventSource(`${served.url}/hub/space/${spaceId}/messages/stream?key=${key}`);
  onTestFinished(() => source.close());
  const received: Received[] = [];
  let connections = 0;
  source.addEventListener('open', () => (connections += 1));
  for (const event of names) {
    source.addEventListener(event, ({ lastEventId, data }) => {
      received.push({ id: Number(lastEventId), event, data: JSON.parse(String(data)) as EventBody<EventName> });
    });
  }
  return { source, received, connections: () => connections };
}

test('a page follows a whole meeting, is cut off in the middle, and sees every event once and in order', async () => {
  const owner = await openSpace(served);
  const page = follow(owner);
  await eventually(() => page.connections() === 1);
  const ada = await join(served, await invite(served, owner));
  const saw = (content: string) =>
    eventually(() => page.received.some(({ data }) => 'content' in data && data.content === content));

  await answer(200, served, 'sendMessage', ada, { content: 'Hello' });
  await saw('Hello');
  served.cut();
  // Notices that the connections for requests are cut too.
  await ask(served, 'health', {});
  const artifactId = await createArtifact(served, ada);
  await answer(200, served, 'lockArtifact', ada, { artifactId });
  await answer(200, served, 'writeArtifact', ada, { artifactId, content: '# Plan' });
  await answer(200, served, 'unlockArtifact', ada, { artifactId });
  const { messageId } = await answer(200, served, 'sendMessage', owner, { content: 'Agreed?', to: [ada.id] });
  await answer(200, served, 'sendMessage', ada, { content: 'Agreed', replyTo: messageId });
  await saw('Agreed');
  expect(page.connections()).toBe(2);
  await answer(200, served, 'muteParticipant', owner, { participantId: ada.id });
  const log = await logOf(served, owner);
  await eventually(() => page.received.at(-1)?.event === 'participant-status');
  expect(page.received).toEqual(log);

  await answer(200, served, 'closeSpace', owner);
  await eventually(() => page.received.at(-1)?.event === 'space-closed');
  // What ended does not come back: the reconnection is refused, and an EventSource gives up.
  await eventually(() => page.source.readyState === page.source.CLOSED);
});
