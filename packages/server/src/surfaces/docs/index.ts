import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { interfacePage } from '../../docs/interface.ts';
import { addressedTo, type DocumentationPage } from '../../docs/library.ts';
import type { Parley } from '../../parley.ts';
import { publish, sendPublished, type Published } from '../wire/published.ts';
import type { Web } from '../web/web.ts';
import { answersPage } from './answers-page.ts';
import { frameOf, type PageFrame } from './frame.ts';
import { renderer } from './markdown.ts';
import { missingPage } from './missing-page.ts';
import { serveReference } from './reference/index.ts';
import { html, sendDocs } from './send.ts';
import { startPage } from './start-page.ts';
import { turnsAfter } from './turns.ts';

const plain = 'text/plain; charset=utf-8';
const markdownType = 'text/markdown; charset=utf-8';

/** The documentation as pages, which also answer browsers elsewhere. */
export function docsOf(parley: Parley, web: Web) {
  const frame = frameOf(web, parley.pages);
  return {
    missingPage: missingPage(frame),
    answersPage: answersPage(parley, frame),
    /** `document` describes the interface as OpenAPI. */
    serve(app: FastifyInstance, document: () => Promise<Published>): void {
      serveGuide(app, parley, frame);
      serveReference(app, parley, frame, document);
    },
  };
}

type File = { Params: { file: string } };

/** Serves the documentation for humans and, with `.md` added to the URL, for agents; and the files by which machines find it. */
function serveGuide(app: FastifyInstance, { pages, contract, publicUrl }: Parley, frame: PageFrame): void {
  const contents = contentsOf(pages);
  let drawn: DocumentationPage | undefined;
  const byName = new Map(pages.map((page) => [page.name, page]));
  const rendered = new Map<DocumentationPage, Published>();
  const written = new Map<DocumentationPage, Published>();
  let start: Published | undefined;
  let index: Published | undefined;
  // The public address can be unknown until the server listens.
  const markdownOf = (page: DocumentationPage) => addressedTo(publicUrl(), page.markdown);
  const sendMarkdown = (request: FastifyRequest, reply: FastifyReply, page: DocumentationPage) => {
    const text = written.get(page) ?? publish(markdownType, markdownOf(page));
    written.set(page, text);
    return sendPublished(request, reply, text);
  };
  const sendHtml = async (request: FastifyRequest, reply: FastifyReply, page: DocumentationPage) => {
    const known = rendered.get(page) ?? publish(html, await htmlOf(page, markdownOf(page), pages, frame));
    rendered.set(page, known);
    return sendDocs(request, reply, known);
  };

  app.get<File>('/docs/:file', async (request, reply) => {
    const { file } = request.params;
    const page = byName.get(file.replace(/\.md$/, ''));
    if (!page) throw new ServiceError('not_found', 'Nothing exists at this URL');
    return file.endsWith('.md') ? sendMarkdown(request, reply, page) : sendHtml(request, reply, page);
  });
  app.get('/docs', async (request, reply) => sendDocs(request, reply, (start ??= publish(html, startPage(pages, frame)))));
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

const contentsOf = (pages: readonly DocumentationPage[]): DocumentationPage => ({
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

function forModels(pages: readonly DocumentationPage[], url: string): string {
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
    `- [MCP server card](${url}/mcp/server-card), for the endpoint ${url}/mcp`,
    `- [A2A agent card](${url}/.well-known/agent-card.json)`,
    `- [Search the documentation](${url}/ask?query=How+do+I+join+a+space)`,
    '',
  ].join('\n');
}

async function htmlOf(
  page: DocumentationPage,
  text: string,
  pages: readonly DocumentationPage[],
  frame: PageFrame,
): Promise<string> {
  const { name, title } = page;
  const { html: article, headings } = (await renderer())(text);
  const body = `<article class="prose">\n${article}</article>\n${turnsAfter(page, pages)}`;
  return frame({ title, depth: 1, place: `docs/${name}`, markdown: `docs/${name}.md`, body, headings });
}
