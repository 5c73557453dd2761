import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Reply, type Served } from '../wire/served.fixture.ts';
import { loadWeb } from './web.ts';

const web = loadWeb();
/** Scripts, and what they import statically. */
function scriptsOf(first: readonly string[]): string[] {
  const scripts = new Set(first);
  for (const name of scripts) {
    const code = web.assets.get(name)!.body.toString();
    for (const [, found] of code.matchAll(/(?:^|[;}\s])import\s*(?:[\w*{][^"'`();]*?from\s*)?["']\.\/([^"']+\.js)["']/g))
      scripts.add(found!);
  }
  return [...scripts];
}
/** What a page loads before it shows anything. */
const firstScripts = (): string[] =>
  scriptsOf([...web.pageAt(0).matchAll(/<(?:script|link)[^>]+="assets\/([^"]+\.js)"/g)].map(([, name]) => name!));
const kilobytes = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(web.assets.get(name)!.body).length, 0) / 1_000;

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> => served.ask('GET', path, { headers });

describe('the app', () => {
  it('loads at most 44 kB of script before a room shows', () => {
    expect(firstScripts().length).toBeGreaterThan(0);
    expect(kilobytes(firstScripts())).toBeLessThan(44);
  });

  it.each([
    ['formats Markdown', 'formatted', 28],
    ['knows the names of characters', 'decode', 16],
  ])('%s with a chunk %j of at most %d kB, which a room does not wait for', (_, chunk, most) => {
    const [found = '', ...others] = [...web.assets.keys()].filter((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'));
    expect([others, firstScripts().includes(found)]).toEqual([[], false]);
    expect(kilobytes([found])).toBeLessThan(most);
  });

  it('keeps the editor of artifacts in a chunk of at most 110 kB, which only those load who write', () => {
    const [editor = '', ...others] = [...web.assets.keys()].filter((name) => /^code-editor-.*\.js$/.test(name));
    expect(others).toEqual([]);
    expect(kilobytes([editor])).toBeLessThan(110);
    const panel = [...web.assets.keys()].find((name) => /^artifact-panel-.*\.js$/.test(name))!;
    expect([...scriptsOf([panel])]).not.toContain(editor);
  });

  it('leads programs that ask for the start page to what they can read', async () => {
    const { status, headers, body } = await get('/');
    expect([status, headers['content-type'], headers['x-robots-tag']]).toEqual([200, 'text/html; charset=utf-8', undefined]);
    const links = [...String(headers['link']).matchAll(/<([^>]+)>; rel="service-(?:doc|desc)"; type="([^"]+)"/g)];
    expect(links).toHaveLength(3);
    for (const [, path, type] of links) {
      const told = await get(`/${path}`);
      expect([told.status, String(told.headers['content-type']).split(';')[0]]).toEqual([200, type]);
    }
    for (const path of ['docs', 'llms.txt']) expect(body.toString()).toMatch(new RegExp(`<noscript>[^]*<a href="${path}"`));
  });

  it.each(['/', '/inbox', '/room/anywhere'])('%s is one page, with all precautions', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([200, 'no-cache', 'no-referrer']);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/; trusted-types parley-worker$/);
    expect(headers['x-robots-tag']).toBe(path === '/' ? undefined : 'noindex');
    const [, script = ''] = /src="([^"]+)"/.exec(body.toString()) ?? [];
    expect((await get(new URL(script, served.url + path).pathname)).status).toBe(200);
    const head = await served.ask('HEAD', path);
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)]);
  });

  it.each([...web.assets.keys()])('has the file %s: compressed, cached for ever, and 304 when it is known', async (name) => {
    const plain = await get(`/assets/${name}`);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    for (const [coding, decoded] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const coded = await get(`/assets/${name}`, { 'accept-encoding': coding });
      expect([coded.headers['content-encoding'], coded.headers['vary']]).toEqual([coding, 'Accept-Encoding']);
      expect(decoded(coded.body).equals(plain.body)).toBe(true);
    }
    const known = await get(`/assets/${name}`, { 'if-none-match': String(plain.headers['etag']) });
    expect([known.status, known.body.length]).toEqual([304, 0]);
    const head = await served.ask('HEAD', `/assets/${name}`);
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it('has a manifest, whose icons exist, with addresses that work below a path', async () => {
    const { headers, body } = await get('/manifest.webmanifest');
    expect(headers).toMatchObject({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' });
    const manifest = JSON.parse(body.toString()) as Record<string, string> & {
      icons: { src: string; sizes: string; purpose?: string }[];
    };
    expect(manifest).toMatchObject({ name: 'Parley', display: 'standalone', start_url: './inbox', scope: './' });
    expect(manifest.icons.map(({ sizes, purpose = 'any' }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes } of [...manifest.icons, { src: './apple-touch-icon.png', sizes: '180x180' }]) {
      expect(src).toMatch(/^\.\/[\w-]+\.png$/);
      const icon = await get(src.slice(1));
      expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/png']);
      expect(`${icon.body.readUInt32BE(16)}x${icon.body.readUInt32BE(20)}`).toBe(sizes);
    }
    for (const depth of [0, 1, 2])
      for (const file of ['manifest.webmanifest', 'apple-touch-icon.png', 'icon-192.png'])
        expect(web.pageAt(depth)).toContain(`href="${'../'.repeat(depth)}${file}"`);
  });

  it('tells the app how large a file can be', () => {
    const toldBy = ({ pageAt }: typeof web) => Number(/name="parley-file-bytes" content="(\d+)"/.exec(pageAt(1))?.[1]);
    expect([toldBy(web), toldBy(loadWeb({ fileBytes: 5_000 }))]).toEqual([10_485_760, 5_000]);
  });

  it('has a service worker that every browser asks for anew, and that may ask only this service', async () => {
    const { status, headers } = await get('/sw.js');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(['nothing.js', '..%2Findex.html', 'constructor', 'index.html'])('has no file %s', async (name) => {
    const { status, body } = await get(`/assets/${name}`);
    expect([status, JSON.parse(body.toString())]).toMatchObject([404, { code: 'not_found' }]);
  });
});

it('a server that was built without the app does not start', () =>
  expect(() => loadWeb({ from: [new URL('file:///nowhere/')] })).toThrow('The web app is not built'));

it('below a path, the start page loads with and without a slash at the end of its address, and from elsewhere', async () => {
  const below = await serve({ PARLEY_PUBLIC_URL: 'https://parley.example/below' });
  try {
    const scriptFor = async (host: string) =>
      /src="([^"]*)assets\//.exec((await below.ask('GET', '/', { headers: { host } })).body.toString())?.[1];
    expect([await scriptFor('parley.example'), await scriptFor('127.0.0.1:8787')]).toEqual(['/below/', '']);
  } finally {
    await below.close();
  }
});
