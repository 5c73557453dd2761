import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, createArtifact, meeting, type Member } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(3);
});
afterAll(() => cluster.stop());

test('one of 16 concurrent lock calls on three processes wins, and the others get its holder', async () => {
  const { owner, crew } = await meeting(cluster.any(), 16);
  const artifactId = await createArtifact(cluster.any(), owner);
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all(
      crew.map((member, i) => ask(cluster.nth(i + round), 'lockArtifact', member, { artifactId })),
    );
    const winners = crew.filter((_, i) => answers[i]!.status === 200);
    expect(winners).toHaveLength(1);
    for (const { status, body } of answers) {
      expect([200, 423]).toContain(status);
      expect(body.lockedBy).toBe(winners[0]!.id);
    }
    await answer(200, cluster.any(), 'unlockArtifact', winners[0]!, { artifactId });
  }
});

test('no write is lost while the lock changes hands and the owner releases it', async () => {
  const { owner, crew } = await meeting(cluster.any(), 4);
  const artifactId = await createArtifact(cluster.any(), owner);
  const written: { version: number; line: string }[] = [];

  async function addLines(member: Member, count: number): Promise<void> {
    for (let i = 0; i < count;) {
      const server = cluster.any();
      const { status } = await ask(server, 'lockArtifact', member, { artifactId });
      expect([200, 423]).toContain(status);
      if (status === 423) continue;
      const before = await answer(200, cluster.any(), 'getArtifact', member, { artifactId });
      const line = `${member.id} ${i}\n`;
      const wrote = await ask(cluster.any(), 'writeArtifact', member, { artifactId, content: before.content + line });
      expect([200, 423]).toContain(wrote.status);
      if (wrote.status === 423) continue;
      expect(wrote.body).toMatchObject({ version: before.version + 1, content: before.content + line });
      written.push({ version: wrote.body.version, line });
      i += 1;
      await ask(cluster.any(), 'unlockArtifact', member, { artifactId });
    }
  }

  let isOver = false;
  async function forceUnlock(): Promise<void> {
    while (!isOver) {
      await answer(200, cluster.any(), 'unlockArtifact', owner, { artifactId });
      await sleep(randomInt(10));
    }
  }
  const writing = Promise.all(crew.map((member) => addLines(member, 25))).finally(() => (isOver = true));
  await Promise.all([writing, forceUnlock()]);

  const inOrder = written.toSorted((a, b) => a.version - b.version);
  expect(inOrder.map(({ version }) => version)).toEqual(inOrder.map((_, i) => i + 2));
  const stored = await answer(200, cluster.any(), 'getArtifact', owner, { artifactId });
  expect(stored.content).toBe(inOrder.map(({ line }) => line).join(''));
});
