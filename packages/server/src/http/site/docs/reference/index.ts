import { ServiceError, tags, type Operation } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../../../parley.ts';
import { escapeHtml } from '../../../pages/wording.ts';
import { publish, type Published } from '../../../wire/published.ts';
import { reference, referenceEntries, type Frame } from '../frame.ts';
import { highlighter } from '../highlight.ts';
import { inline, type Heading } from '../markdown.ts';
import { html, sendDocs } from '../send.ts';
import { turns } from '../turns.ts';
import { bodiesIn, type ApiDocument } from './document.ts';
import { objectSection, operationSection, routeOf, type Sources } from './operation.ts';

type Group = { Params: { group: string } };

interface Content {
  title: string;
  /** HTML. */
  body: string;
  headings: Heading[];
}

const machines =
  'The same for programs: <a href="../openapi.json">OpenAPI 3.1</a>, and <a href="api.md">all operations as Markdown</a>.';

/** Serves the reference of all operations, one page per group, drawn from the contract and `/openapi.json`. */
export function serveReference(
  app: FastifyInstance,
  { contract, pages, publicUrl }: Parley,
  frame: Frame,
  published: () => Promise<Published>,
): void {
  const operations = Object.entries(contract) as [string, Operation][];
  const rendered = new Map<string, Published>();
  const contentOf = async (place: string): Promise<Content> => {
    if (place === reference) return overview(operations);
    const document = JSON.parse((await published()).body.toString()) as ApiDocument;
    if (place === `${reference}/objects`) return objects(document);
    const sources = { document, pages, publicUrl: publicUrl(), highlight: await highlighter() };
    return group(place, operations, sources);
  };
  const pageAt = async (place: string): Promise<Published> => {
    const known = rendered.get(place);
    if (known) return known;
    const { title, body, headings } = await contentOf(place);
    const depth = place.split('/').length - 1;
    const article = `<article class="prose">\n${body}\n</article>\n${turnsAt(place)}`;
    const made = publish(
      html,
      frame({ title, depth, place, markdown: `${reference}.md`, body: article, headings, isWide: place !== reference }),
    );
    rendered.set(place, made);
    return made;
  };

  app.get(`/${reference}`, async (request, reply) => sendDocs(request, reply, await pageAt(reference)));
  app.get(`/${reference}/`, (_request, reply) => reply.redirect('../api', 301));
  app.get<Group>(`/${reference}/:group`, async (request, reply) => {
    const place = `${reference}/${request.params.group}`;
    if (!referenceEntries.some((entry) => entry.place === place))
      throw new ServiceError('not_found', 'Nothing exists at this URL');
    return sendDocs(request, reply, await pageAt(place));
  });
}

function turnsAt(current: string): string {
  const index = referenceEntries.findIndex(({ place }) => place === current);
  const turn = (each: { title: string; place: string } | undefined) =>
    each && { title: each.title, href: `${current === reference ? '../' : '../../'}${each.place}` };
  return turns(turn(referenceEntries[index - 1]), turn(referenceEntries[index + 1]));
}

function overview(operations: readonly [string, Operation][]): Content {
  const lists = tags.map((tag) => {
    const entries = operations.filter(([, operation]) => operation.tag === tag).map(([name, operation]) => {
      const { method, path, summary } = operation;
      const place = `api/${tag.name.toLowerCase()}#${name}`;
      return `<li><span class="method ${method.toLowerCase()}">${method}</span><a href="${place}">${escapeHtml(summary)}</a><small><code>${escapeHtml(path)}</code></small></li>`;
    });
    return `<h2 id="${tag.name.toLowerCase()}"><a href="api/${tag.name.toLowerCase()}">${tag.name}</a></h2>\n<p>${inline(tag.description)}</p>\n<ul class="operations">\n${entries.join('\n')}\n</ul>`;
  });
  return {
    title: 'API reference',
    headings: tags.map(({ name }) => ({ anchor: name.toLowerCase(), depth: 2, label: name })),
    body: `<h1>API reference</h1>
<p class="lead">Every operation of the REST interface, with what it takes, what it answers and an example.</p>
<p><a href="rest">REST</a> describes the conventions, <a href="authentication">Authentication</a> the keys, and <a href="errors">Errors</a> the codes.</p>
<p>${machines}</p>
${lists.join('\n')}`,
  };
}

function group(place: string, operations: readonly [string, Operation][], sources: Sources): Content {
  const tag = tags.find(({ name }) => place === `${reference}/${name.toLowerCase()}`)!;
  const members = operations.filter(([, operation]) => operation.tag === tag);
  const sections = members.map(([name, operation]) => operationSection(name, operation, sources));
  const list = members.map(
    ([name, operation]) => `<li><a href="#${name}">${escapeHtml(operation.summary)}</a><p class="route">${routeOf(operation)}</p></li>`,
  );
  return {
    title: `${tag.name}: API reference`,
    headings: members.map(([name, { summary }]) => ({ anchor: name, depth: 2, label: escapeHtml(summary) })),
    body: `<h1>${tag.name}</h1>\n<p class="lead">${inline(tag.description)}</p>\n<ul class="routes">\n${list.join('\n')}\n</ul>\n${sections.join('\n')}`,
  };
}

function objects(document: ApiDocument): Content {
  const bodies = bodiesIn(document);
  const named = Object.entries(document.components.schemas)
    .filter(([name]) => !bodies.has(name))
    .toSorted(([a], [b]) => a.localeCompare(b));
  return {
    title: 'Objects: API reference',
    headings: named.map(([name]) => ({ anchor: name, depth: 2, label: name })),
    body: `<h1>Objects</h1>\n<p class="lead">What answers and events consist of.</p>\n${named.map(([name, schema]) => objectSection(name, schema, document)).join('\n')}`,
  };
}
