import { randomUUID } from 'node:crypto';
import { allMessages, answer, meeting, openStream, type Input, type Member, type Server } from '@parley/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { dumpOf } from '../dump.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

const day = 24 * 3_600_000;
const send = async (server: Server, who: Member, input: Input, key?: string) =>
  (await answer(200, server, 'sendMessage', who, input, key)).messageId;

describe.each(databases)('corrections on %s', (_, open) => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    place = await open();
    server = await serve(place.settings);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  it('leave nothing in the database once one of the texts is redacted, whichever it is', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const texts = Array.from({ length: 3 }, () => `canary-${randomUUID()}`);
    for (const redacted of [0, 1, 2]) {
      const first = await send(server, ada, { content: texts[0] });
      const ids = [first];
      for (const content of texts.slice(1)) ids.push(await send(server, ada, { content, replaces: first }));
      await answer(200, server, 'redactMessage', ada, { messageId: ids[redacted]! });
      expect((await answer(409, server, 'sendMessage', ada, { content: 'x', replaces: first })).code).toBe('not_replaceable');
      // Again it changes nothing.
      await answer(200, server, 'redactMessage', owner, { messageId: ids[1]! });
    }
    const all = await allMessages(server, owner);
    expect(all.map(({ redacted }) => redacted?.by)).toEqual(Array.from({ length: 9 }, () => ada.id));
    await server.stop();
    for (const text of texts) expect(await dumpOf(place, text)).toEqual({});
    server = await serve(place.settings);
    expect(await allMessages(server, owner)).toEqual(all);
  });

  it('count once when two are sent at once, and a retry is answered like the first try', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const replaces = await send(server, ada, { content: 'first' });
    const once = randomUUID();
    const tries = [
      { input: { content: 'a', replaces }, key: once },
      { input: { content: 'a', replaces }, key: once },
      { input: { content: 'b', replaces } },
    ];
    const ids = await Promise.all(tries.map(({ input, key }) => send(server, ada, input, key)));
    expect(new Set(ids).size).toBe(2);
    const [first, ...corrections] = await allMessages(server, owner);
    expect(corrections.map((each) => each.replaces)).toEqual([replaces, replaces]);
    expect(first!.replacedBy).toBe(corrections.at(-1)!.id);
  });

  it('are told to streams, also to one that reads the past, where the first message names its newest correction', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const replaces = await send(server, ada, { content: 'at none' });
    const live = await openStream(server, owner, { lastEventId: 0 });
    onTestFinished(live.leave);
    await eventually(() => live.events.some(({ event }) => event === 'context'));
    const newest = await send(server, ada, { content: 'at noon', replaces });
    await eventually(() => live.events.some(({ data }) => (data as Input)['replaces'] === replaces));
    const past = await openStream(server, owner, { lastEventId: 0 });
    onTestFinished(past.leave);
    await eventually(() => past.events.some(({ event }) => event === 'context'));
    const first = past.events.find(({ event, data }) => event === 'message' && (data as Input)['id'] === replaces)!;
    expect(first.data).toMatchObject({ content: 'at none', replacedBy: newest });
  });

  it('of a reply are what its asker gets', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const replyTo = await send(server, owner, { content: 'When?', to: [ada.id] });
    const reply = await send(server, ada, { content: 'At none', replyTo });
    await send(server, ada, { content: 'At noon', replaces: reply });
    const { message } = await answer(200, server, 'claimDelivery', owner);
    expect(message).toMatchObject({ id: reply, content: 'At noon', replyTo });
    const corrections = (await allMessages(server, owner)).filter(({ replaces }) => replaces === reply);
    expect(corrections).toMatchObject([{ replyTo }]);
    expect(await answer(200, server, 'claimDelivery', owner)).toEqual({ delivery: null });
  });

  it('are refused a day later', async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    const own = await open();
    const later = await serve(own.settings);
    onTestFinished(async () => {
      await later.stop();
      await own.remove();
    });
    const { crew } = await meeting(later, 1, { ttl: 604_800 });
    const [ada] = crew as [Member];
    const replaces = await send(later, ada, { content: 'at none' });
    vi.setSystemTime(Date.now() + day - 60_000);
    await send(later, ada, { content: 'at noon', replaces });
    vi.setSystemTime(Date.now() + 120_000);
    expect((await answer(409, later, 'sendMessage', ada, { content: 'at one', replaces })).code).toBe('not_replaceable');
  });

  it('take room, also at the message that they correct', async () => {
    const own = await open();
    const small = await serve({ ...own.settings, PARLEY_MAX_BYTES_PER_SPACE: '20000' });
    onTestFinished(async () => {
      await small.stop();
      await own.remove();
    });
    const { owner } = await meeting(small, 0);
    const replaces = await send(small, owner, { content: 'x' });
    await send(small, owner, { content: 'y'.repeat(7_000), replaces });
    await answer(400, small, 'sendMessage', owner, { content: 'z'.repeat(7_000) });
  });

  it('of a long message are read from their beginning', async () => {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const replaces = await send(server, ada, { content: `old ${'é"'.repeat(20_000)}` });
    await send(server, ada, { content: `new ${'è"'.repeat(20_000)}`, replaces });
    // So that it is among what is read of older messages.
    for (let i = 0; i < 150; i += 1) await send(server, owner, { content: `${i}` });
    const query = new URLSearchParams({ after: '0', budget: '50000' });
    const response = await fetch(`${server.url}/hub/space/${ada.spaceId}/catch-up?${query}`, {
      headers: { 'x-private-key': owner.key },
    });
    const { messages } = (await response.json()) as { messages: { id: string; content: string }[] };
    for (const { content } of messages) expect(content).not.toMatch(/^old/);
  });
});
