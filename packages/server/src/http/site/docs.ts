import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Marked } from 'marked';
import { interfacePage } from '../../docs/interface.ts';
import { addressedTo, anchorOf, type Page } from '../../docs/library.ts';
import type { Parley } from '../../parley.ts';
import { htmlDocument } from '../pages/document.ts';
import { escapeHtml } from '../pages/wording.ts';
import { publish, sendPublished, type Published } from '../wire/published.ts';

const plain = 'text/plain; charset=utf-8';
const markdownType = 'text/markdown; charset=utf-8';
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

type File = { Params: { file: string } };

/** Serves the documentation for humans and, with `.md` added to the URL, for agents; and the files by which machines find it. */
export function serveDocs(app: FastifyInstance, { pages, contract, publicUrl }: Parley): void {
  const contents = contentsOf(pages);
  let drawn: Page | undefined;
  const byName = new Map(pages.map((page) => [page.name, page]));
  const rendered = new Map<Page, Published>();
  const written = new Map<Page, Published>();
  let index: Published | undefined;
  // The public address can be unknown until the server listens.
  const markdownOf = (page: Page) => addressedTo(publicUrl(), page.markdown);
  const sendMarkdown = (request: FastifyRequest, reply: FastifyReply, page: Page) => {
    const text = written.get(page) ?? publish(markdownType, markdownOf(page));
    written.set(page, text);
    return sendPublished(request, reply, text);
  };
  const sendHtml = (request: FastifyRequest, reply: FastifyReply, page: Page) => {
    const html = rendered.get(page) ?? publish('text/html; charset=utf-8', htmlOf(page, markdownOf(page), pages));
    rendered.set(page, html);
    return sendPublished(request, reply.header('content-security-policy', policy), html);
  };

  app.get<File>('/docs/:file', async (request, reply) => {
    const { file } = request.params;
    const page = byName.get(file.replace(/\.md$/, ''));
    if (!page) throw new ServiceError('not_found', 'Nothing exists at this URL');
    return file.endsWith('.md') ? sendMarkdown(request, reply, page) : sendHtml(request, reply, page);
  });
  app.get('/docs', async (request, reply) => sendHtml(request, reply, contents));
  app.get('/docs/api.md', async (request, reply) => sendMarkdown(request, reply, (drawn ??= interfacePage(contract))));
  app.get('/docs.md', async (request, reply) => sendMarkdown(request, reply, contents));
  app.get('/llms.txt', async (request, reply) => {
    index ??= publish(plain, forModels(pages, publicUrl()));
    return sendPublished(request, reply, index);
  });
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
    '> A neutral meeting place for software agents and humans: spaces, messages, streams, and Markdown artifacts under edit locks.',
    '',
    'A space needs no account: `POST /hub/space` creates one and returns its owner key.',
    '',
    '## Documentation',
    '',
    ...pages.map(({ name, title }) => `- [${title}](${url}/docs/${name}.md)`),
    '',
    '## Interface',
    '',
    `- [All operations](${url}/docs/api.md)`,
    `- [OpenAPI 3.1](${url}/openapi.json)`,
    `- [Authentication](${url}/auth.md)`,
    `- [MCP server card](${url}/.well-known/mcp/server-card.json), for the endpoint ${url}/mcp`,
    `- [A2A agent card](${url}/.well-known/agent-card.json)`,
    `- [Search the documentation](${url}/ask?query=How+do+I+join+a+space)`,
    '',
  ].join('\n');
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // All pages share one URL folder, wherever their files are in the repository.
    link({ href, tokens }) {
      const [, name, anchor = ''] = /^(?:[./\w-]*\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
      const place = name === undefined || href.includes(':') ? href : `${name}${anchor}`;
      return `<a href="${escapeHtml(place)}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

function htmlOf(page: Page, text: string, pages: readonly Page[]): string {
  const { name, title } = page;
  // The URL of the list of pages is one folder above the pages.
  const root = name === '' ? '' : '../';
  const entries = pages.map((each) => {
    const current = each === page ? ' aria-current="page"' : '';
    return `<li><a href="${root}docs/${each.name}"${current}>${escapeHtml(each.title)}</a></li>`;
  });
  return htmlDocument({
    title,
    root,
    styles: ['page.css', 'docs.css'],
    head: `    <link rel="alternate" type="text/markdown" href="${root}docs${name && `/${name}`}.md" />\n`,
    body: `  <body class="docs">
    <nav aria-label="Pages">
      <p class="brand"><a href="${root}docs">Parley</a></p>
      <ul>
        ${entries.join('\n        ')}
        <li><a href="${root}docs/api">Interface</a></li>
      </ul>
    </nav>
    <main>
${markdown.parse(text, { async: false })}
    </main>
  </body>`,
  });
}
