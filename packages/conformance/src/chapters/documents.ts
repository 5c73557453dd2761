import { expect } from '../expect/expect.ts';
import { addition, additions } from '../runner/promises.ts';
import { carriesTheHeadersOfAll } from '../wire/answer.ts';
import { send } from '../wire/client.ts';

const get = (path: string) => send({ method: 'GET', path });

additions('the documentation', () => {
  addition('is listed at /llms.txt, each page as Markdown and as HTML', async () => {
    const index = await get('/llms.txt');
    expect(index.status).toBe(200);
    expect(index.headers.get('content-type')).toMatch(/^text\/(plain|markdown)/);
    carriesTheHeadersOfAll(index.headers);
    const text = await index.text();
    expect(text).toMatch(/^# \S/);
    const pages = [...text.matchAll(/\]\((https?:\/\/[^)\s]+)\)/g)].map(([, link]) => new URL(link!).pathname);
    const inMarkdown = pages.filter((path) => path.endsWith('.md'));
    expect(inMarkdown.length).toBeGreaterThan(2);
    for (const path of inMarkdown) {
      const page = await get(path);
      expect(page.status, path).toBe(200);
      expect(page.headers.get('content-type'), path).toMatch(/^text\/markdown/);
      expect((await page.text()).trim(), path).not.toBe('');
    }
    const twins = inMarkdown.filter((path) => path.startsWith('/docs/'));
    for (const path of twins.slice(0, 3)) {
      const twin = await get(path.replace(/\.md$/, ''));
      expect(twin.status, path).toBe(200);
      expect(twin.headers.get('content-type'), path).toMatch(/^text\/html/);
    }
  });
});
