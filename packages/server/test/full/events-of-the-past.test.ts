import { answer, meeting, type Input, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { serve, type Served } from '../in-process.ts';

describe.each(databases)('events of the past on %s', (_, open) => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    place = await open();
    server = await serve(place.settings);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });
  const page = (who: Member, input: Input = {}) => answer(200, server, 'listEvents', who, input);
  const places = ({ events }: Awaited<ReturnType<typeof page>>) => events.map(({ data }) => data.sequence);

  it('are all there after a restart, for one who joins late too', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    for (let i = 0; i < 30; i += 1) await answer(200, server, 'sendMessage', i % 2 ? ada : bob, { content: `${i}` });
    await answer(200, server, 'muteParticipant', owner, { participantId: bob.id });
    // After a restart the server has another address, which avatars have.
    const said = async (who: Member) => JSON.stringify(await page(who)).replaceAll(server.url, '');
    const [before, text] = [await page(owner), await said(owner)];
    await server.stop();
    server = await serve(place.settings);
    expect(await said(owner)).toBe(text);
    expect(places(before)).toEqual(Array.from({ length: before.events.length }, (__, i) => i + 1));
    expect(await said(ada)).toBe(text);
  });

  it('end a page by its bytes, and go on where it ended, in both directions', async () => {
    const { owner } = await meeting(server, 0);
    for (let i = 0; i < 6; i += 1)
      await answer(200, server, 'sendMessage', owner, { type: 'image', content: `data:image/png;base64,${'A'.repeat(400_000)}` });
    await answer(200, server, 'sendMessage', owner, { content: 'last' });
    const newest = await page(owner);
    expect([newest.hasMore, newest.events.length]).toEqual([true, 4]);
    const before = await page(owner, { before: newest.cursor });
    expect(places(before).at(-1)! + 1).toBe(places(newest)[0]);
    const first = await page(owner, { after: 0 });
    expect(first.hasMore).toBe(true);
    expect(places(await page(owner, { after: first.cursor }))[0]).toBe(first.cursor + 1);
  });

  it('of a rare kind are found behind thousands of others, portion by portion', async () => {
    const { owner } = await meeting(server, 0);
    await answer(200, server, 'createArtifact', owner, { name: 'Plan', type: 'markdown' });
    for (let i = 0; i < 60; i += 1)
      await Promise.all(Array.from({ length: 100 }, () => answer(200, server, 'sendMessage', owner, { content: 'x' })));
    const found = [];
    let calls = 0;
    for (let before: number | undefined, hasMore = true; hasMore; calls += 1) {
      const part: Awaited<ReturnType<typeof page>> = await page(owner, { before, kinds: 'artifact' });
      found.push(...part.events);
      ({ cursor: before, hasMore } = part);
    }
    expect([found.length, calls]).toEqual([1, 2]);
  });
});
