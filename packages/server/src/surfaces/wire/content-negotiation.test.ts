import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from './served.fixture.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

const get = (path: string, accept?: string) => served.ask('GET', path, { headers: accept === undefined ? {} : { accept } });
const typeOf = ({ headers }: Awaited<ReturnType<typeof get>>) => String(headers['content-type']).split(';')[0];

describe('an address at which nothing exists', () => {
  it('is no page if it has many folders, because each of its links would repeat them', async () => {
    const reply = await get('/a'.repeat(4_000), browser);
    expect([reply.status, typeOf(reply)]).toEqual([404, 'application/json']);
    expect((await get('/a'.repeat(10), browser)).body.length).toBeLessThan(20_000);
  });

  it.each(['/nothing', '/docs/nothing', '/docs/api/nothing', '/a/b/c', '/spaces'])('%s is a page for browsers', async (path) => {
    const reply = await get(path, browser);
    expect([reply.status, typeOf(reply), reply.headers['vary']]).toEqual([404, 'text/html', 'Accept']);
    const page = reply.body.toString();
    expect(page).toContain('There is nothing at this address');
    for (const [, href] of page.matchAll(/(?:href|src)="([^"#]+)"/g))
      if (!href!.startsWith('data:')) expect((await get(new URL(href!, served.url + path).pathname)).status, href).toBe(200);
  });

  it('repeats nothing of the address', async () => {
    const { body } = await get('/<b>bold</b>?key=secret', browser);
    expect(body.toString()).not.toMatch(/bold|secret/);
  });

  it.each([
    ['/nothing', undefined],
    ['/nothing', '*/*'],
    ['/nothing', 'application/json'],
    ['/nothing', 'application/json, text/html;q=0.9'],
    ['/nothing', 'text/html, application/json'],
    ['/hub/nothing', browser],
    ['/hub/space/none', browser],
    ['/api/nothing', browser],
    ['/trpc/nothing', browser],
    ['/assets/nothing.js', browser],
    ['/docs/nothing.md', browser],
    ['/.well-known/nothing', browser],
  ])('%s is JSON for a client that accepts %s', async (path, accept) => {
    const reply = await get(path, accept);
    expect(typeOf(reply)).toBe('application/json');
    expect(JSON.parse(reply.body.toString())).toHaveProperty('error');
  });

  it('is JSON for writes of a browser', async () => {
    const reply = await served.ask('POST', '/nothing', { headers: { accept: browser }, body: '{}' });
    expect([reply.status, typeOf(reply)]).toEqual([404, 'application/json']);
  });
});

describe('a question at /ask', () => {
  it('is answered with a page for browsers, and with JSON for others', async () => {
    const page = await get('/ask?query=How+do+I+lock+an+artifact', browser);
    expect([page.status, typeOf(page), page.headers['x-robots-tag']]).toEqual([200, 'text/html', 'noindex']);
    expect(page.body.toString()).toContain('<a href="docs/artifacts#how-long-does-a-lock-last">');
    for (const accept of [undefined, '*/*', 'application/json', 'text/html, application/json'])
      expect(typeOf(await get('/ask?query=lock', accept))).toBe('application/json');
    expect(typeOf(await get('/ask?query=lock', 'text/event-stream'))).toBe('text/event-stream');
  });

  it('leads to operations in the API reference', async () => {
    const page = (await get('/ask?query=createSpace', browser)).body.toString();
    expect(page).toContain('<a href="docs/api/spaces#createSpace">');
    expect((await get('/docs/api/spaces')).body.toString()).toContain('id="createSpace"');
  });

  it.each([
    ['xyzzy plugh', 'Try other words'],
    ['What is the capital of France?', 'Try other words'],
    ['artif', 'This comes closest'],
  ])('“%s” has no good answer, and the page says so', async (query, text) => {
    const page = (await get(`/ask?${new URLSearchParams({ query })}`, browser)).body.toString();
    expect(page).toContain('No good answer.');
    expect(page).toContain(text);
  });

  it.each(['lock', 'key', 'How do I join?', 'What is Parley?'])('“%s” has one', async (query) => {
    const page = (await get(`/ask?${new URLSearchParams({ query })}`, browser)).body.toString();
    expect(page).not.toContain('No good answer');
    expect(page).toContain('answers, best first');
  });

  it('that is missing, empty or too long leads to the form', async () => {
    for (const [query, status] of [
      ['', 200],
      ['?query=', 200],
      [`?query=${'a'.repeat(2_001)}`, 400],
    ] as const) {
      const reply = await get(`/ask${query}`, browser);
      expect([reply.status, typeOf(reply)]).toEqual([status, 'text/html']);
      expect(reply.body.toString()).toContain('<form role="search" action="ask"');
    }
    expect((await get('/ask')).status).toBe(400);
  });

  it('is text in the page, whatever it contains', async () => {
    const query = '"><script>alert(1)</script> lock';
    const page = (await get(`/ask?${new URLSearchParams({ query })}`, browser)).body.toString();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;');
  });
});
