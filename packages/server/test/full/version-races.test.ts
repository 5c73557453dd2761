import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, createArtifact, meeting, startServer, type Member, type TestServer } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../databases.ts';
import { eventually } from '../eventually.ts';

const [writers, processes, rounds] = [6, 3, 4];

/** What a writer was told of a version that it wrote. */
interface Written {
  version: number;
  authorId: string;
  base: number;
  note: string;
}

test('no write is lost and none is applied to another version than its base, on three processes that are killed', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const servers: TestServer[] = await Promise.all(Array.from({ length: processes }, () => startServer(place.settings)));
  onTestFinished(() => Promise.all(servers.map((server) => server.kill())).then(() => {}));
  const any = () => servers[randomInt(processes)]!;
  const { owner, crew } = await meeting(servers[0]!, writers);
  const lines = crew.map(({ id }) => `${id} 0\n`).join('');
  const artifactId = await createArtifact(servers[0]!, owner, lines);
  const written: Written[] = [];
  let isOver = false;

  /** Counts in a line of its own, with every kind of change. Repeats an unanswered write with its key until it is answered. */
  async function count(member: Member): Promise<void> {
    for (let mine = 0; !isOver;) {
      const read = await ask(any(), 'getArtifact', member, { artifactId });
      if (read.status !== 200) continue;
      const { content: text, version: base } = read.body;
      const [old, next] = [`${member.id} ${mine}\n`, `${member.id} ${mine + 1}\n`];
      expect(text).toContain(old);
      const change = randomInt(2) === 0 ? { edits: [{ old, new: next }] } : { content: text.replace(old, next) };
      const note = randomUUID();
      const input = { artifactId, ...change, baseVersion: base, lock: 'auto', note };
      for (;;) {
        const { status, body } = await ask(any(), 'writeArtifact', member, input, note);
        if (status === 409) expect(body).toMatchObject({ code: 'version_conflict' });
        else if (status === 200) written.push({ version: body.version, authorId: member.id, base, note });
        else {
          await sleep(20);
          continue;
        }
        mine += status === 200 ? 1 : 0;
        break;
      }
    }
  }

  const counting = Promise.all(crew.map(count));
  for (let round = 0; round < rounds; round += 1) {
    await sleep(randomInt(100, 500));
    const i = round % processes;
    await servers[i]!.kill();
    servers[i] = await startServer(place.settings);
  }
  await eventually(() => written.length > writers);
  isOver = true;
  await counting;

  const { versions } = await answer(200, any(), 'listArtifactVersions', owner, { artifactId, limit: 100 });
  let all = versions;
  while (all.at(-1)!.version > 1) {
    const { versions } = await answer(200, any(), 'listArtifactVersions', owner, {
      artifactId,
      limit: 100,
      before: all.at(-1)!.version,
    });
    all = [...all, ...versions];
  }
  const history = all.toReversed();
  expect(history.map(({ version }) => version)).toEqual(history.map((_, i) => i + 1));
  const told = written.toSorted((a, b) => a.version - b.version);
  expect(history.slice(1).map(({ version, authorId, note }) => ({ version, authorId, base: version - 1, note }))).toEqual(told);
  const { content } = await answer(200, any(), 'getArtifact', owner, { artifactId });
  const counts = crew.map(({ id }) => `${id} ${told.filter(({ authorId }) => authorId === id).length}\n`);
  expect(content).toBe(counts.join(''));
  expect(told.length).toBeGreaterThan(writers);
}, 300_000);
