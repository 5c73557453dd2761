import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Input, Member } from '@parley/testing';
import type { Sent } from '../history/history.ts';
import type { Client } from './client.ts';

const restMs = 30;
const writesPerLock = 4;
/** For what was not answered: after so many tries somebody gives up, and it stays unknown. */
const mostTries = 1_000;

/** Sends a message and records it in `sent`. With an Idempotency-Key it is sent until it is acknowledged. */
export async function say(
  client: Client<Member>,
  content: string,
  { key, more = {}, sent = client.history.sent }: { key?: string | undefined; more?: Input; sent?: Sent[] } = {},
): Promise<void> {
  const message: Sent = { content, sentAt: performance.now() };
  sent.push(message);
  // What was begun is finished, so that the last one is not unknown.
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { body, isUnclear } = await client.ask('sendMessage', { content, ...more }, key);
    if (body) Object.assign(message, { messageId: body.messageId, answeredAt: performance.now() });
    if (!isUnclear || key === undefined || (client.over.aborted && tries > 0)) return;
  }
}

/** Sends messages; a part of them has an Idempotency-Key. */
export async function talk(
  client: Client<Member>,
  name: string,
  { keyed = 0.5, pauseMs = () => restMs * 2 * Math.random() } = {},
): Promise<void> {
  for (let i = 0; !client.over.aborted; i += 1) {
    const content = `${name} ${i}`;
    await say(client, content, { key: Math.random() < keyed ? content : undefined });
    await sleep(pauseMs());
  }
}

/** Takes the lock of an artifact that others want too, writes, and gives it back, if it still has it. */
export async function edit(client: Client<Member>, artifactId: string, name: string): Promise<void> {
  for (let i = 0; !client.over.aborted; i += 1) {
    if ((await client.ask('lockArtifact', { artifactId })).body) await write(client, artifactId, `${name} ${i}`);
    await sleep(restMs * 4 * Math.random());
  }
}

async function write(client: Client<Member>, artifactId: string, text: string): Promise<void> {
  for (let i = 0; i < writesPerLock && !client.over.aborted; i += 1) {
    const content = `${text} ${i}`;
    const { body } = await client.ask('writeArtifact', { artifactId, content });
    if (!body) return;
    const sha256 = createHash('sha256').update(content).digest('hex');
    client.history.written.push({ artifactId, version: body.version, sha256, actorId: client.member.id });
    // Some keep the lock until it expires.
    if (Math.random() < 0.1) return;
  }
  await client.ask('unlockArtifact', { artifactId });
}
