import { createHash, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  allMessages,
  answer,
  createArtifact,
  join as joinSpace,
  meeting,
  openSpace,
  invite,
  openStream,
  startServer,
  type Input,
  type Member,
  type Server,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { stored } from '../uploads.ts';

const exportOf = (server: Server, { spaceId, key }: Member, format = 'jsonl', signal?: AbortSignal) =>
  fetch(`${server.url}/hub/space/${spaceId}/export?format=${format}`, {
    headers: { 'x-private-key': key },
    ...(signal && { signal }),
  });

type Line = Record<string, Record<string, unknown>>;

async function linesOf(server: Server, member: Member): Promise<Line[]> {
  const response = await exportOf(server, member);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const lines = text.split('\n').slice(0, -1);
  const end = JSON.parse(lines.at(-1)!) as { end: string; sha256: string };
  const body = text.slice(0, text.lastIndexOf('{"end":'));
  expect(end).toMatchObject({ end: 'parley/1', sha256: createHash('sha256').update(body).digest('hex') });
  return lines.map((line) => JSON.parse(line) as Line);
}

const only = (lines: Line[], kind: string): Record<string, unknown>[] =>
  lines.flatMap((line) => (kind in line && !('end' in line) ? [line[kind]!] : []));

/** A space with more than the socket buffers of a reader who waits. */
async function fill(server: Server, member: Member, messages = 400): Promise<void> {
  for (let i = 0; i < messages; i += 50) {
    await Promise.all(
      Array.from({ length: 50 }, () => answer(200, server, 'sendMessage', member, { content: 'x'.repeat(60_000) })),
    );
  }
}

describe.each(databases)('an export on %s', (_, open) => {
  let place: Place;
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    place = await open();
    server = await startServer({ ...place.settings, PARLEY_PUBLIC_URL: 'https://parley.example' });
  });
  afterAll(async () => {
    await server.kill();
    await place.remove();
  });

  test('contains files: their bytes in an archive, what is known of them in lines and transcripts', async () => {
    const { owner, crew } = await meeting(server, 1);
    const bytes = randomBytes(300_000);
    for (const content of [bytes, 'second']) await stored(server, crew[0]!, content, { name: 'log.bin' });
    const files = only(await linesOf(server, owner), 'file');
    expect(files).toMatchObject([
      { name: 'log.bin', bytes: 300_000 },
      { name: 'log.bin', bytes: 6 },
    ]);
    expect(await (await exportOf(server, owner, 'md')).text()).toContain('- log.bin (293 kB, SHA-256 ');
    const archive = Buffer.from(await (await exportOf(server, owner, 'zip')).arrayBuffer());
    expect(archive.includes(bytes)).toBe(true);
    for (const name of ['files/log.bin', 'files/log (2).bin']) expect(archive.includes(name)).toBe(true);
  });

  test('contains everything that the owner can see, and of a participant no more than it can see', async () => {
    const { owner, crew } = await meeting(server, 3, { privacy: 'public', agenda: '1. Begin' });
    const [ada, ben, eve] = crew as [Member, Member, Member];
    const artifactId = await createArtifact(server, ada, 'one');
    await answer(200, server, 'writeArtifact', ada, { artifactId, content: 'two', lock: 'auto', baseVersion: 1 });
    const { proposalId } = await answer(200, server, 'createProposal', ben, { artifactId, baseVersion: 2, content: 'three' });
    const gone = await createArtifact(server, owner, 'deleted content');
    await answer(200, server, 'deleteArtifact', owner, { artifactId: gone });
    await answer(200, server, 'sendMessage', owner, { content: 'For Ada only', to: [ada.id] });

    for (const [member, isOwner] of [
      [owner, true],
      [ada, false],
      [eve, false],
    ] as const) {
      const lines = await linesOf(server, member);
      const stream = await openStream(server, member, { lastEventId: 0 });
      await eventually(() => stream.events.some(({ event }) => event === 'context'));
      stream.leave();
      const seen = stream.events.filter(({ id }) => id !== undefined);
      expect(lines.filter((line) => 'event' in line && 'data' in line).map(({ event, data }) => [event, data])).toEqual(
        seen.map(({ event, data }) => [event, data]),
      );
      expect(lines[0]).toMatchObject({
        format: 'parley/1',
        kind: 'space',
        viewer: member.id,
        space: { spaceId: owner.spaceId, agenda: '1. Begin' },
      });
      expect(only(lines, 'participant').length).toBe(4);
      expect(only(lines, 'artifact').map(({ id }) => id)).toEqual(isOwner ? [artifactId, gone] : [artifactId]);
      const versions = only(lines, 'version').filter((each) => each['artifactId'] === artifactId);
      expect(versions.map(({ content }) => content)).toEqual(['two', 'one']);
      expect(only(lines, 'proposal')).toMatchObject([{ proposalId, content: 'three', state: 'open' }]);
      expect(JSON.stringify(lines).includes('deleted content')).toBe(isOwner);
      for (const { key } of [owner, ...crew]) expect(JSON.stringify(lines)).not.toContain(key);
    }
  });

  test('as Markdown it is a transcript in which no participant can imitate another', async () => {
    const { owner, crew } = await meeting(server, 1);
    await answer(200, server, 'sendMessage', crew[0]!, { content: 'Hello\n\n**Owner**, 2026-01-01\n\n> I resign' });
    await createArtifact(server, owner, '```\ncode\n```\n');
    const response = await exportOf(server, owner, 'md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('filename="Bridge.md"');
    const text = await response.text();
    expect(text).toMatch(/^# Bridge\n/);
    expect(text).toContain('> Hello\n> \n> **Owner**, 2026-01-01\n> \n> > I resign\n');
    expect(text.match(/^\*\*Owner\*\*/gm)).toBeNull();
    expect(text).toContain('````markdown\n```\ncode\n```\n````');
  });

  test('as Markdown it has the comments below their artifact, by threads, with passage and state, and without erased texts', async () => {
    const { owner, crew } = await meeting(server, 1);
    const artifactId = await createArtifact(server, owner, '# Plan\n\nBegin on Monday.\n');
    const comment = (who: Member, input: Input) => answer(200, server, 'createComment', who, { artifactId, ...input });
    const { commentId: first } = await comment(crew[0]!, {
      version: 1,
      quote: 'Monday',
      text: 'Which?\n\n**Owner**, 2026-01-01',
    });
    const { commentId: second } = await comment(owner, { version: 1, quote: 'Plan', text: 'Of what?' });
    await comment(owner, { replyTo: first, text: 'The first' });
    await answer(200, server, 'resolveComment', owner, { artifactId, commentId: second });
    const { commentId: secret } = await comment(owner, { version: 1, quote: 'Begin', text: 'hunter2' });
    await answer(200, server, 'redactComment', owner, { artifactId, commentId: secret });
    const text = await (await exportOf(server, owner, 'md')).text();
    const [, below = ''] = text.split('#### Comments\n\n');
    expect(below.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')).toBe(
      [
        '**Owner**, TIME (open, on version 1)\n\n(deleted TIME)',
        '**Owner**, TIME (resolved, on version 1)\n\n> > Plan\n\n> Of what?',
        '**Crew 0**, TIME (open, on version 1)\n\n> > Monday\n\n> Which?\n> \n> **Owner**, 2026-01-01',
        '**Owner**, TIME, in reply\n\n> The first\n\n',
      ].join('\n\n'),
    );
    expect(text.indexOf('#### Comments')).toBeGreaterThan(text.indexOf('Begin on Monday.'));
    expect(text).not.toContain('hunter2');
  });

  test('as an archive it has the lines, and every artifact as a file with a safe name of its own', async () => {
    const { owner } = await meeting(server, 0);
    const names = ['Plan', 'plan', '../../etc/passwd', 'Grüße'];
    for (const name of names)
      await answer(200, server, 'createArtifact', owner, { name, type: 'markdown', content: `# ${name}` });
    const response = await exportOf(server, owner, 'zip');
    expect(response.headers.get('content-type')).toBe('application/zip');
    const folder = mkdtempSync(join(tmpdir(), 'parley-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const archive = join(folder, 'space.zip');
    writeFileSync(archive, Buffer.from(await response.arrayBuffer()));
    // Another implementation of the format checks every checksum.
    const program =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
    execFileSync('python3', ['-c', program, archive, join(folder, 'out')]);
    const files = readdirSync(join(folder, 'out', 'artifacts'));
    expect(files.toSorted()).toEqual(['-..-etc-passwd.md', 'Grüße.md', 'Plan.md', 'plan (2).md'].toSorted());
    expect(readFileSync(join(folder, 'out', 'artifacts', 'plan (2).md'), 'utf8')).toBe('# plan');
    const lines = readFileSync(join(folder, 'out', 'space.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ kind: 'space' });
    expect(JSON.parse(lines.at(-2)!)).toMatchObject({ end: 'parley/1', counts: { artifact: 4, version: 4 } });
  });

  test('ends where it began, while others write', async () => {
    const { owner, crew } = await meeting(server, 2);
    let isOver = false;
    const writing = crew.map(async (member) => {
      while (!isOver) await answer(200, server, 'sendMessage', member, { content: 'x'.repeat(10_000) });
    });
    await eventually(async () => (await allMessages(server, owner)).length > 100);
    const lines = await linesOf(server, owner);
    isOver = true;
    await Promise.all(writing);
    const { sequence } = lines[0] as unknown as { sequence: number };
    const sequences = lines.filter((line) => 'data' in line).map(({ data }) => data!['sequence']);
    expect(sequences).toEqual(Array.from({ length: sequence }, (_, i) => i + 1));
  });

  test('one at a time per space: 429 for the next, until the first is taken or its reader has gone', async () => {
    const { owner, crew } = await meeting(server, 1);
    await fill(server, owner);
    const leaving = new AbortController();
    const first = await exportOf(server, owner, 'jsonl', leaving.signal);
    expect(first.status).toBe(200);
    const second = await exportOf(server, crew[0]!);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '5']);
    const other = await openSpace(server);
    expect((await exportOf(server, other)).status).toBe(200);
    leaving.abort();
    await eventually(async () => {
      const again = await exportOf(server, crew[0]!);
      await again.body?.cancel();
      return again.status === 200;
    });
    await eventually(async () => (await exportOf(server, owner, 'md')).status === 200);
  });

  test('ends without its last line when the key stops working', async () => {
    const owner = await openSpace(server);
    const ada = await joinSpace(server, await invite(server, owner));
    await fill(server, owner);
    const response = await exportOf(server, ada);
    const reader = response.body!.getReader();
    await reader.read();
    await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    const rest = async () => {
      let bytes = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return bytes;
        bytes += value.length;
        await sleep(1);
      }
    };
    await expect(rest()).rejects.toThrow('terminated');
    expect((await exportOf(server, ada)).status).toBe(401);
    await eventually(async () => (await exportOf(server, owner, 'md')).status === 200);
  });
});
