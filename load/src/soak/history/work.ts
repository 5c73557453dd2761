import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sent } from './history.ts';
import type { Person } from './person.ts';

const restMs = 30;
const writesPerLock = 4;
/** For what was not answered: after so many tries somebody gives up, and it stays unknown. */
const mostTries = 1_000;

/** Sends messages. Half of them have an Idempotency-Key, and are sent until they are acknowledged; others once. */
export async function talk(person: Person, name: string): Promise<void> {
  for (let i = 0; !person.isOver; i += 1) {
    const content = `${name} ${i}`;
    const key = person.chance() < 0.5 ? content : undefined;
    const sent: Sent = { content, sentAt: performance.now() };
    person.history.sent.push(sent);
    // What was begun is finished, so that the last one is not unknown.
    for (let tries = 0; tries < mostTries; tries += 1) {
      const answered = await person.try('sendMessage', { content }, key);
      if (answered?.status === 200) Object.assign(sent, { messageId: answered.body.messageId, answeredAt: performance.now() });
      if (answered || key === undefined || (person.isOver && tries > 0)) break;
    }
    await sleep(restMs * 2 * person.chance());
  }
}

/** Takes the lock of an artifact that others want too, writes, and gives it back, if it still has it. */
export async function edit(person: Person, artifactId: string, name: string): Promise<void> {
  for (let i = 0; !person.isOver; i += 1) {
    if ((await person.try('lockArtifact', { artifactId }))?.status === 200) await write(person, artifactId, `${name} ${i}`);
    await sleep(restMs * 4 * person.chance());
  }
}

async function write(person: Person, artifactId: string, text: string): Promise<void> {
  for (let i = 0; i < writesPerLock && !person.isOver; i += 1) {
    const content = `${text} ${i}`;
    const written = await person.try('writeArtifact', { artifactId, content });
    if (written?.status !== 200) return;
    const sha256 = createHash('sha256').update(content).digest('hex');
    person.history.written.push({ artifactId, version: written.body.version, sha256, actorId: person.member.id });
    // Some keep the lock until it expires.
    if (person.chance() < 0.1) return;
  }
  await person.try('unlockArtifact', { artifactId });
}
