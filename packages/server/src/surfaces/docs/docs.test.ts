import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tags } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { addressedTo, loadPages } from '../../docs/library.ts';
import { startParley, type Parley } from '../../parley.ts';
import { createLogger } from '../wire/log.ts';

const publicUrl = 'https://parley.example';
const contact = 'mailto:security@parley.example';
const dataDir = mkdtempSync(join(tmpdir(), 'parley-docs-'));
const pages = loadPages();
const names = pages.map(({ name }) => [name] as const);

const groups = [...tags.map(({ name }) => name.toLowerCase()), 'objects'].map((name) => `/docs/api/${name}`);

let parley: Parley;
let app: FastifyInstance;
beforeAll(async () => {
  const settings = {
    PARLEY_DATA_DIR: dataDir,
    PARLEY_PUBLIC_URL: publicUrl,
    PARLEY_SECURITY_CONTACT: contact,
    PARLEY_RATE_LIMIT: '0',
  };
  parley = await startParley(readConfig(settings), createLogger('silent'));
  app = await createApp(parley);
});
afterAll(async () => {
  await app.close();
  await parley.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (url: string) => app.inject({ method: 'GET', url });
const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"#]*)(?:#([^"]*))?"/g)].map(([, href, anchor]) => ({ href: href!, anchor }));

const linkedScripts = (html: string) => [...html.matchAll(/<script[^>]+"[./]*assets\/([^"]+\.js)"/g)].map(([, name]) => name!);
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'" };

describe('the documentation', () => {
  it.each(names)('serves %s as a page and, with .md added to the URL, as its source with the URL of the server', async (name) => {
    const page = pages.find((each) => each.name === name)!;
    const [html, markdown] = [await get(`/docs/${name}`), await get(`/docs/${name}.md`)];
    expect([html.statusCode, html.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html.body).toContain(`<link rel="alternate" type="text/markdown" href="../docs/${name}.md" />`);
    expect(html.headers['content-security-policy']).toContain("default-src 'none'");
    for (const [, attributes, code] of html.body.matchAll(/<script([^>]*)>([^<]*)/g))
      expect([attributes, code]).toEqual([expect.stringMatching(/ src="\.\.\/assets\/docs-[\w-]+\.js"/), '']);
    expect(html.headers['content-security-policy']).toContain("trusted-types 'none'");
    for (const { anchor } of page.sections) if (anchor) expect(html.body).toContain(`id="${anchor}"`);
    expect([markdown.statusCode, markdown.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(markdown.body).toBe(addressedTo(publicUrl, page.markdown));
  });

  it.each(['/docs', '/docs/api', ...pages.map(({ name }) => `/docs/${name}`), ...groups])(
    'at %s links only to existing pages and headings',
    async (place) => {
      const links = linksIn((await get(place)).body);
      expect(links).not.toEqual([]);
      for (const { href, anchor } of links) {
        const { origin, pathname } = new URL(href, publicUrl + place);
        if (origin !== publicUrl || href.startsWith('data:') || /decisions|README|CONTRIBUTING|AGENTS/.test(href)) continue;
        const target = await get(pathname);
        expect(target.statusCode, `${place}: ${href}`).toBeLessThan(400);
        if (anchor) expect(target.body, `${place}: ${href}#${anchor}`).toContain(`id="${anchor}"`);
      }
    },
  );

  it('shows the address of the server that serves it in commands, programs and configurations of clients, and not in those of proxies', async () => {
    for (const file of ['quick-start.md', 'quick-start', 'python.md'])
      expect((await get(`/docs/${file}`)).body).toContain(publicUrl);
    const { body } = await get('/docs/self-hosting.md');
    expect(body).toContain('proxy_pass http://127.0.0.1:8787;');
    for (const name of pages.map((page) => page.name)) {
      const commands = (await get(`/docs/${name}.md`)).body.match(/^```(sh|js|ts|python|json|toml)$[\s\S]*?^```/gm) ?? [];
      expect(commands.filter((code) => code.includes('http://127.0.0.1:8787'))).toEqual([]);
    }
  });

  it('describes every operation at /docs/api.md', async () => {
    const { statusCode, body } = await get('/docs/api.md');
    expect(statusCode).toBe(200);
    for (const [name, { method, path }] of Object.entries(parley.contract)) {
      expect(body).toContain(`### ${name}\n\n\`${method} ${path}\``);
    }
  });

  it('leads from page to page in the order of reading', async () => {
    for (const [index, { name }] of pages.entries()) {
      const { body } = await get(`/docs/${name}`);
      for (const [rel, neighbour] of [
        ['prev', pages[index - 1]],
        ['next', pages[index + 1]],
      ] as const) {
        const [, href] = new RegExp(`rel="${rel}" href="([^"]+)"`).exec(body) ?? [];
        expect(href, name).toBe(neighbour?.name);
      }
    }
  });

  it('colours code on the server, and shows it unchanged', async () => {
    const { body } = await get('/docs/quick-start');
    expect(body).toContain('<span class="hljs-');
    const text = (html: string) => html.replace(/<[^>]+>/g, '').replace(/&(?:#x?\w+|\w+);/g, (entity) => entities[entity]!);
    const shown = [...body.matchAll(/<pre tabindex="0"><code>([^]*?)<\/code><\/pre>/g)].map(([, code]) => text(code!));
    const source = (await get('/docs/quick-start.md')).body;
    const written = [...source.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, code]) => code!.trimEnd());
    expect(shown).toEqual(written);
  });

  it('loads at most 15 kB of script, of which nothing is in the page', async () => {
    for (const path of ['/docs', '/docs/sdk', '/docs/api/artifacts', '/ask?query=lock']) {
      const { body } = await app.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } });
      const scripts = linkedScripts(body);
      expect(scripts).toHaveLength(1);
      const loaded = new Map<string, string>();
      for (const name of scripts) {
        const code = (await get(`/assets/${name}`)).body;
        loaded.set(name, code);
        for (const [, found] of code.matchAll(/["']\.\/([^"']+\.js)["']/g)) scripts.push(found!);
      }
      const bytes = [...loaded.values()].reduce((sum, code) => sum + gzipSync(code).length, 0);
      expect(bytes, path).toBeGreaterThan(0);
      expect(bytes, path).toBeLessThan(15_000);
    }
  });

  it('404 as JSON for a page that does not exist', async () => {
    for (const name of [
      'api/nothing',
      'nothing',
      'nothing.md',
      '.md',
      '..%2Fsettings.md',
      'decisions%2F0001-what-callers-see.md',
    ]) {
      const { statusCode, body } = await get(`/docs/${name}`);
      expect([statusCode, (JSON.parse(body) as { code: string }).code], name).toEqual([404, 'not_found']);
    }
  });
});

describe('what machines look for', () => {
  it('/llms.txt lists every page as Markdown, and every listed page exists', async () => {
    const { headers, body } = await get('/llms.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const { name } of pages) expect(body).toContain(`${publicUrl}/docs/${name}.md`);
    for (const [, url] of body.matchAll(/\]\(([^)]+)\)/g)) {
      expect((await get(url!.slice(publicUrl.length))).statusCode, url).toBe(200);
    }
  });

  it('/robots.txt keeps robots from spaces', async () => {
    expect((await get('/robots.txt')).body).toContain('Disallow: /space/');
  });

  it('/.well-known/security.txt names the contact if one is set, and expires in less than a year', async () => {
    const { body } = await get('/.well-known/security.txt');
    expect(body).toContain(`Contact: ${contact}\n`);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)![1]!);
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThanOrEqual(Date.now() + 365 * 86_400_000);
  });
});
