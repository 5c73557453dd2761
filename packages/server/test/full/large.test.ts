import { maxPageBytes } from '@parley/core';
import { answer, ask, meeting, openSpace, openStream, startServer, type Member, type Server } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases } from '../databases.ts';
import { eventually } from '../eventually.ts';

const megabyte = 1024 * 1024;
const image = `data:image/png;base64,${'A'.repeat(megabyte - 100)}`;

describe.each(databases)('on %s', (_, open) => {
  test('however large messages are, pages have a bounded size, and pages and streams deliver each once', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const first = await startServer(place.settings);
    const { owner } = await meeting(first, 0);
    const contents = Array.from({ length: 30 }, (_, i) => (i % 10 === 3 ? `small ${i}` : image));
    const sent: string[] = [];
    for (const content of contents) {
      const type = content === image ? 'image' : 'text';
      sent.push((await answer(200, first, 'sendMessage', owner, { content, type })).messageId);
    }
    await first.stop();

    // Another process has an empty cache and reads everything from the database.
    const second = await startServer(place.settings);
    onTestFinished(() => second.stop());
    for (const by of ['after', 'timestamp'] as const) {
      const { read, largest } = await pages(second, owner, by);
      expect(read).toEqual(sent);
      expect(largest).toBeLessThan(maxPageBytes + 2 * megabyte);
    }
    const told: string[] = [];
    const stream = await openStream(second, owner, {}, (event) => event.event === 'message' && told.push(event.data.id));
    onTestFinished(() => stream.leave());
    await eventually(() => told.length >= sent.length);
    expect(told).toEqual(sent);
  });

  test('400 if the artifacts of a space would exceed their total limit, however often they are written', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const settings = { ...place.settings, PARLEY_MAX_ARTIFACT_BYTES_PER_SPACE: '100' };
    let server = await startServer(settings);
    onTestFinished(() => server.stop());
    const owner = await openSpace(server);
    const create = (content: string) => ask(server, 'createArtifact', owner, { name: 'Plan', type: 'markdown', content });
    const { id: artifactId } = (await create('é'.repeat(30))).body;
    expect(await create('x'.repeat(41))).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', issues: [{ field: 'content', limit: 100, actual: 101 }] },
    });
    expect((await create('x'.repeat(40))).status).toBe(200);
    await answer(200, server, 'lockArtifact', owner, { artifactId });
    const write = async (content: string) => (await ask(server, 'writeArtifact', owner, { artifactId, content })).status;
    expect([await write('x'.repeat(61)), await write('x'.repeat(10)), await write('x'.repeat(50))]).toEqual([400, 200, 200]);
    // The count is stored, so another process has the same. In an answer, a control character takes six characters.
    await server.stop();
    server = await startServer(settings);
    const sizes = ['x'.repeat(11), '\u0001\u0001', '\u0001'];
    expect([(await create(sizes[0]!)).status, (await create(sizes[1]!)).status, (await create(sizes[2]!)).status]).toEqual([
      400, 400, 200,
    ]);
  });
});

/** The ids of all messages, page by page, and how many bytes the largest answer had. */
async function pages(server: Server, member: Member, by: 'after' | 'timestamp'): Promise<{ read: string[]; largest: number }> {
  const read: string[] = [];
  let largest = 0;
  let place: number | string | undefined;
  for (let hasMore = true; hasMore;) {
    const page = await answer(200, server, 'listMessages', member, { [by]: place });
    largest = Math.max(largest, JSON.stringify(page).length);
    read.push(...page.messages.map(({ id }) => id));
    place = by === 'after' ? page.messages.at(-1)!.sequence : page.cursor;
    hasMore = page.hasMore;
  }
  return { read, largest };
}
