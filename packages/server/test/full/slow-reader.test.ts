import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, invite, join, openSpace, openStream, requestFor, type Member, type Server } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { onEmbedded } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve } from '../in-process.ts';

/** Far more than the buffers of two sockets, and the unsent limit. */
const messages = 24;
const image = `data:image/png;base64,${'A'.repeat(1024 * 1024 - 100)}`;

/** Follows on its own socket, which reads only while it is not paused. */
async function follow({ url }: Server, member: Member) {
  const { path } = requestFor('streamMessages', member, {});
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const reader = { socket, text: '', isClosed: false };
  socket.on('data', (chunk: Buffer) => (reader.text += chunk.toString('latin1')));
  // A connection that is cut with data in flight can also be reset.
  socket.on('error', () => {});
  socket.on('close', () => (reader.isClosed = true));
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Private-Key: ${member.key}\r\n\r\n`);
  await eventually(() => reader.text.includes('event: context'));
  return reader;
}

/** The sequences of all messages that arrived completely. */
const sequencesIn = (text: string): number[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter((frame) => /^event: message$/m.test(frame))
    .map((frame) => Number(/^id: (\d+)$/m.exec(frame)![1]));

test('a reader that stops reading a live stream is cut and slows down nobody; when it resumes, it gets everything once', async () => {
  const place = await onEmbedded();
  onTestFinished(place.remove);
  const server = await serve(place.settings);
  onTestFinished(server.stop);
  const owner = await openSpace(server);
  const guest = await join(server, await invite(server, owner));
  const heard: number[] = [];
  const prompt = await openStream(server, owner, {}, ({ event, id }) => event === 'message' && heard.push(id!));
  const slow = await follow(server, guest);
  slow.socket.pause();

  for (let i = 0; i < messages; i += 1) await answer(200, server, 'sendMessage', owner, { content: image, type: 'image' });
  await eventually(() => heard.length === messages);
  slow.socket.resume();
  await eventually(() => slow.isClosed);
  const early = sequencesIn(slow.text);
  expect(early.length).toBeLessThan(messages);
  expect(early).toEqual(heard.slice(0, early.length));

  const late: number[] = [];
  const resumed = await openStream(
    server,
    guest,
    { lastEventId: early.at(-1) ?? heard[0]! - 1 },
    ({ event, id }) => event === 'message' && late.push(id!),
  );
  await eventually(() => late.at(-1) === heard.at(-1));
  await sleep(100);
  expect([...early, ...late]).toEqual(heard);
  for (const stream of [prompt, resumed]) stream.leave();
});
