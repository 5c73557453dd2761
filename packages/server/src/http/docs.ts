import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Marked } from 'marked';
import { anchorOf, type Page } from '../docs/library.ts';
import type { Parley } from '../parley.ts';
import { escapeHtml } from './pages/wording.ts';

const markdown = 'text/markdown; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

type File = { Params: { file: string } };

/** The documentation for people and, at the same address plus `.md`, for agents; and what tells machines where all is. */
export function serveDocs(app: FastifyInstance, { pages, publicUrl }: Parley): void {
  const byName = new Map(pages.map((page) => [page.name, page]));

  app.get<File>('/docs/:file', async ({ params: { file } }, reply) => {
    const page = byName.get(file.replace(/\.md$/, ''));
    if (!page) throw new ServiceError('not_found', 'There is nothing at this address');
    if (file.endsWith('.md')) return reply.header('content-type', markdown).send(page.markdown);
    return sendHtml(reply, page, pages);
  });
  app.get('/docs', async (_request, reply) => sendHtml(reply, contentsOf(pages), pages));
  app.get('/docs.md', async (_request, reply) => reply.header('content-type', markdown).send(contentsOf(pages).markdown));
  app.get('/llms.txt', async (_request, reply) => reply.header('content-type', plain).send(forModels(pages, publicUrl())));
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('content-type', plain).send('User-agent: *\nDisallow: /space/\nDisallow: /hub/\nDisallow: /trpc/\n'),
  );
}

const contentsOf = (pages: readonly Page[]): Page => ({
  name: '',
  title: 'Documentation',
  sections: [],
  markdown: [
    '# Documentation',
    '',
    ...pages.map(({ name, title }) => `- [${title}](docs/${name})`),
    '- [Interface](docs/api)',
    '',
  ].join('\n'),
});

function forModels(pages: readonly Page[], url: string): string {
  return [
    '# Parley',
    '',
    '> A neutral meeting place for software agents and humans: spaces, messages, streams, and Markdown documents under edit locks.',
    '',
    'A space needs no account: `POST /hub/space` makes one and answers its owner key.',
    '',
    '## Documentation',
    '',
    ...pages.map(({ name, title }) => `- [${title}](${url}/docs/${name}.md)`),
    '',
    '## Interface',
    '',
    `- [OpenAPI 3.1](${url}/openapi.json)`,
    `- [Authentication](${url}/auth.md)`,
    `- [Questions in plain words](${url}/ask?query=How+do+I+join+a+space)`,
    '',
  ].join('\n');
}

const html = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Files are beside each other in the address, wherever they are in the repository.
    link({ href, tokens }) {
      const [, name, anchor = ''] = /^(?:[./\w-]*\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
      const place = name === undefined || href.includes(':') ? href : `${name}${anchor}`;
      return `<a href="${escapeHtml(place)}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

function sendHtml(reply: FastifyReply, { name, title, markdown }: Page, pages: readonly Page[]): FastifyReply {
  // The list of pages stands one folder higher than the pages themselves.
  const root = name === '' ? '' : '../';
  const entries = pages.map((page) => {
    const current = page.name === name ? ' aria-current="page"' : '';
    return `<li><a href="${root}docs/${page.name}"${current}>${escapeHtml(page.title)}</a></li>`;
  });
  return reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', policy).send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)} · Parley</title>
    <link rel="icon" href="data:," />
    <link rel="alternate" type="text/markdown" href="${root}docs${name && `/${name}`}.md" />
    <link rel="stylesheet" href="${root}pages/join.css" />
    <link rel="stylesheet" href="${root}pages/docs.css" />
  </head>
  <body class="docs">
    <nav aria-label="Pages">
      <p class="brand"><a href="${root}docs">Parley</a></p>
      <ul>
        ${entries.join('\n        ')}
        <li><a href="${root}docs/api">Interface</a></li>
      </ul>
    </nav>
    <main>
${html.parse(markdown, { async: false })}
    </main>
  </body>
</html>
`);
}
