import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { alsoPromised } from '../spec-only.ts';
import { target } from '../target.ts';
import { covers, nobody } from '../wire/call.ts';
import { send, type Request } from '../wire/client.ts';

const query = 'How do I join a space?';
type Event = { message_type: string; item?: { url: string; score: number }; query_id: string };

async function eventsOf(response: Response): Promise<[string, Event][]> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const blocks = (await response.text()).trim().split('\n\n');
  return blocks.map((block) => {
    const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
    return [event, JSON.parse(data) as Event];
  });
}

group('a question', () => {
  promise('200: answers as schema.org objects, best first', async () => {
    const { body } = await covers('ask', 200, nobody, { query });
    expect(body).toMatchObject({ query });
    alsoPromised(() => expect(body).toMatchObject({ _meta: { response_type: 'answer', answered: true } }));
    expect(body.results.length).toBeGreaterThan(0);
    for (const { url, name, score, schema_object } of body.results) {
      expect(url).toMatch(/^https?:/);
      expect(name).not.toBe('');
      alsoPromised(() => {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(schema_object).toMatchObject({ '@type': expect.stringMatching(/^(TechArticle|HowTo|WebAPI)$/) });
      });
    }
    const scores = body.results.map(({ score }) => score);
    alsoPromised(() => expect(scores).toEqual(scores.toSorted((a, b) => b - a)));
  });

  promise('200: the same for a link, and for an object', async () => {
    const posted = await covers('ask', 200, nobody, { query });
    const got = await covers('askByQuery', 200, nobody, { query });
    expect(got.body.results).toEqual(posted.body.results);
    if (target().specOnly) return;
    const wrapped = await covers('ask', 200, nobody, { query: { text: query }, site: 'all', mode: 'list', prev: [] });
    expect(wrapped.body.results).toEqual(posted.body.results);
  });

  addition('keeps the given id, and otherwise gets one', async () => {
    const query_id = randomUUID();
    expect((await covers('ask', 200, nobody, { query, query_id })).body.query_id).toBe(query_id);
    expect((await covers('ask', 200, nobody, { query })).body.query_id).not.toBe(query_id);
  });

  promise('400 without a question, with an empty one or one that is too long', async () => {
    const also = target().specOnly ? [] : ['', '   ', 'x'.repeat(2_001)];
    for (const wrong of [undefined, 7, ...also]) await covers('ask', 400, nobody, { query: wrong });
    for (const wrong of [undefined, ...also.slice(0, 1)]) await covers('askByQuery', 400, nobody, { query: wrong });
  });

  addition('200 without results for unknown words', async () => {
    const { body } = await covers('ask', 200, nobody, { query: 'zzzqqq ☃' });
    expect(body.results).toEqual([]);
    expect(body).toMatchObject({ _meta: { response_type: 'answer', answered: false, summary: expect.any(String) } });
  });
});

group('a question that is answered as a stream', () => {
  const json = { 'content-type': 'application/json' };
  const olderStreaming: [string, Request] = [
    'with the older field streaming',
    { method: 'POST', path: '/ask', headers: json, body: JSON.stringify({ query, streaming: true }) },
  ];
  promise.each<[string, Request]>([
    [
      'with prefer.streaming',
      { method: 'POST', path: '/ask', headers: json, body: JSON.stringify({ query, prefer: { streaming: true } }) },
    ],
    ...(target().specOnly ? [] : [olderStreaming]),
    [
      'by Accept',
      { method: 'POST', path: '/ask', headers: { ...json, accept: 'text/event-stream' }, body: JSON.stringify({ query }) },
    ],
    [
      'with Accept and GET',
      { method: 'GET', path: `/ask?query=${encodeURIComponent(query)}`, headers: { accept: 'text/event-stream' } },
    ],
  ])('sends start, every result, complete: %s', async (_, request) => {
    const { body } = await covers('ask', 200, nobody, { query });
    const events = await eventsOf(await send(request));
    expect(events.map(([name]) => name)).toEqual(['start', ...body.results.map(() => 'result'), 'complete']);
    alsoPromised(() => {
      expect(events.every(([name, { message_type }]) => name === message_type)).toBe(true);
      expect(new Set(events.map(([, { query_id }]) => query_id)).size).toBe(1);
      expect(events.flatMap(([, { item }]) => item ?? [])).toEqual(body.results);
    });
  });

  promise('400 as JSON without a question', async () => {
    const response = await send({ method: 'POST', path: '/ask', headers: { ...json, accept: 'text/event-stream' }, body: '{}' });
    expect(response.status).toBe(400);
    const body: unknown = await response.json();
    expect(body).toHaveProperty('error');
    alsoPromised(() => expect(body).toMatchObject({ code: 'invalid_request', _meta: { response_type: 'failure' } }));
  });
});
