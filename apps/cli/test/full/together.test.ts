import { LockedError, LockLostError, Parley } from '@parley/sdk';
import { answer, ask, join as joinSpace, startServer, type Member, type TestServer } from '@parley/testing';
import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { machines } from '../machine.ts';
import { McpHost } from '../mcp-host.ts';

/** Five minutes are the goal; the suite has less time. */
const seconds = Number(process.env['TOGETHER_SECONDS'] ?? 20);
const mostLines = 40;
const authors = ['Rita', 'Sandra', 'Mona', 'Paula'];

/** A line that only its author writes, and only once. */
const line = (author: string): string => `${author} ${randomUUID()}`;
const newest = (text: string): string[] => text.split('\n').slice(-mostLines);
const lengthened = (text: string, more: string): string => [...newest(text), more].join('\n');

/** What somebody was told: that their line is in the history, or in a proposal. */
interface Told {
  author: string;
  text: string;
  proposalId?: string | undefined;
}

test(
  'what three agents and a person write in one document, over REST, SDK, MCP and the command, survives kills of the server',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-together-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const settings = { PARLEY_DATA_DIR: folder, PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'silent', PARLEY_ARTIFACT_VERSIONS: '100000' };
    const first = await startServer(settings);
    const { url } = first;
    let server: TestServer = first;
    onTestFinished(() => server.kill());

    const [person, model] = await machines(url, 'person', 'model');
    const { spaceId } = await person.answers<{ spaceId: string }>(
      'space',
      'create',
      'Launch',
      '--name',
      'Paula',
      '--agent-budget',
      'none',
    );
    await person.tries(['artifact', 'create', 'Plan'], { input: '# Plan' });
    const { agentLink } = await person.answers<{ agentLink: string }>('invite');
    const invitation = { spaceId, key: agentLink.split('/')[5]! };
    const rest = await joinSpace(first, invitation, 'Rita');
    const space = await new Parley({ baseUrl: url }).join(agentLink, { name: 'Sandra' });
    const host = await McpHost.start(model, '2026');
    const { space: alias } = await host.call('join_space', { link: agentLink, name: 'Mona' });
    const artifactId = (await answer(200, first, 'listArtifacts', rest)).artifacts[0]!.id;
    const editor = join(folder, 'editor');
    await writeFile(editor, '#!/bin/sh\nprintf "\\n%s" "$LINE" >> "$1"\n');
    await chmod(editor, 0o700);

    const told: Told[] = [];
    let accepted = 0;
    let kills = 0;
    let isOver = false;
    /** On a busy machine this takes longer than the time that was given. */
    const hasHappened = () => accepted > 0 && kills > 2 && authors.every((name) => told.some(({ author }) => author === name));
    const any = <Each>(...choices: Each[]): Each => choices[randomInt(choices.length)]!;

    /** Repeats an unanswered call with its key. */
    async function once(...[name, who, input]: [Parameters<typeof ask>[1], Member, object]) {
      for (const key = randomUUID(); ;) {
        const answered = await ask({ url }, name, who, { artifactId, ...input }, key);
        if (answered.status > 0 && answered.status < 500) return answered as { status: number; body: Record<string, any> };
        await sleep(50);
      }
    }

    async function byRest(): Promise<void> {
      const text = line('Rita');
      const { body: read } = await once('getArtifact', rest, {});
      const baseVersion = read['version'] as number;
      const content = lengthened(read['content'] as string, text);
      const way = randomInt(3);
      if (way === 0) {
        const { status, body } = await once('createProposal', rest, { baseVersion, append: text });
        if (status === 200) told.push({ author: 'Rita', text, proposalId: body['proposalId'] as string });
        return;
      }
      if (way === 1 && (await once('lockArtifact', rest, {})).status === 200) await sleep(randomInt(30));
      const input = { content, baseVersion, keep: 'proposal', lock: way === 1 ? 'held' : 'auto' };
      const { status, body } = await once('writeArtifact', rest, input);
      if (status === 200) told.push({ author: 'Rita', text });
      if (body['proposalId']) told.push({ author: 'Rita', text, proposalId: body['proposalId'] as string });
      if (way === 1) await once('unlockArtifact', rest, {});
    }

    const shared = await space.artifacts.get(artifactId);
    async function bySdk(): Promise<void> {
      const text = line('Sandra');
      try {
        if (randomInt(3) === 0) {
          const { id } = await shared.propose({ append: text });
          told.push({ author: 'Sandra', text, proposalId: id });
        } else if (randomInt(2) === 0) {
          await shared.edit({ append: text }, { orPropose: true, waitMs: 0 });
          told.push({ author: 'Sandra', text });
        } else {
          await shared.edit(async (present) => {
            await sleep(randomInt(50));
            return lengthened(present, text);
          });
          told.push({ author: 'Sandra', text });
        }
      } catch (error) {
        const isKept = error instanceof LockLostError || error instanceof LockedError;
        if (isKept && error.proposalId) told.push({ author: 'Sandra', text, proposalId: error.proposalId });
      }
    }

    async function byModel(): Promise<void> {
      const text = line('Mona');
      const about = { space: alias, artifactId: 'Plan' };
      try {
        if (randomInt(3) > 0) {
          const { isError } = await host.tries('edit_artifact', { ...about, append: text });
          if (!isError) told.push({ author: 'Mona', text });
          return;
        }
        const { version } = await host.call<{ version: number }>('get_artifact', about);
        const { proposalId } = await host.call<{ proposalId: string }>('propose_edit', {
          ...about,
          append: text,
          baseVersion: version,
        });
        told.push({ author: 'Mona', text, proposalId });
      } catch {
        // The server was away for longer than the host waits.
      }
    }

    async function byPerson(): Promise<void> {
      const text = line('Paula');
      const way = randomInt(5);
      if (way === 0) return void (await person.tries(['artifact', 'unlock', 'Plan']));
      if (way === 1) {
        const { code } = await person.tries(['artifact', 'write', 'Plan', '--append', '--wait', '2s'], { input: text });
        if (code === 0) told.push({ author: 'Paula', text });
        return;
      }
      if (way === 2) {
        const { code } = await person.tries(['artifact', 'edit', 'Plan', '--wait', '2s'], {
          env: { EDITOR: editor, LINE: text },
        });
        if (code === 0) told.push({ author: 'Paula', text });
        return;
      }
      const { stdout } = await person.tries(['artifact', 'proposals', 'Plan', '--json']);
      const ids = [...stdout.matchAll(/"proposalId":\s*"([^"]+)"/g)].map(([, id]) => id!);
      for (const id of ids.slice(-2)) {
        const decision = any('accept', 'accept', 'reject');
        const { code } = await person.tries(['artifact', decision, 'Plan', id, '--yes']);
        if (code === 0 && decision === 'accept') accepted += 1;
      }
    }

    const works = [byRest, bySdk, byModel, byPerson].map(async (work) => {
      // A person needs time to accept what has not changed meanwhile.
      while (!isOver) await work().then(() => sleep(work === byPerson ? 0 : randomInt(1_500)));
    });
    const end = Date.now() + seconds * 1_000;
    while (Date.now() < end || !hasHappened()) {
      await sleep(randomInt(1_500, 4_000));
      await server.kill();
      server = await startServer({ ...settings, PORT: new URL(url).port });
      kills += 1;
    }
    isOver = true;
    await Promise.all(works);

    const about = { artifactId, limit: 100 };
    const history = [];
    for (let before: number | undefined; before !== 1; before = history.at(-1)!.version) {
      history.push(...(await answer(200, server, 'listArtifactVersions', rest, { ...about, before })).versions);
    }
    expect(history.map(({ version }) => version)).toEqual(history.map((_, i) => history.length - i));
    const contents: { authorName: string; content: string }[] = [];
    for (const { version, authorName } of history.toReversed()) {
      const { content } = await answer(200, server, 'getArtifactVersion', rest, { artifactId, version });
      contents.push({ authorName, content });
    }
    const proposed = new Map<string, string>();
    for (let before: number | undefined; ;) {
      const { proposals } = await answer(200, server, 'listProposals', rest, { ...about, state: 'all', before });
      for (const { proposalId } of proposals) {
        const { content, append } = await answer(200, server, 'getProposal', rest, { artifactId, proposalId });
        proposed.set(proposalId, content ?? append);
      }
      before = proposals.at(-1)?.sequence;
      if (before === undefined) break;
    }
    const lost = told.filter(({ author, text, proposalId }) => {
      if (proposalId !== undefined) return !proposed.get(proposalId)?.includes(text);
      return contents.find(({ content }) => content.includes(text))?.authorName !== author;
    });
    expect(lost).toEqual([]);
    const log = await person.does('artifact', 'log', 'Plan', '--last', '100');
    for (const author of authors) {
      if (history.slice(0, 100).some(({ authorName }) => authorName === author)) expect(log).toContain(author);
    }
    expect(history.some(({ via, acceptedBy }) => via === 'proposal' && acceptedBy !== undefined)).toBe(true);
    if (process.env['TOGETHER_SECONDS'])
      console.log({ kills, versions: history.length, proposals: proposed.size, told: told.length }, log);
  },
  (seconds + 180) * 1_000,
);
