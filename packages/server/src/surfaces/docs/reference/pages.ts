import { tags, type Operation } from '@parley/core';
import { groupPlace, operationPlace } from '../../../docs/places.ts';
import { escapeHtml } from '../../pages/wording.ts';
import { inline, type Heading } from '../markdown.ts';
import { bodiesIn, type ApiDocument } from './document.ts';
import { objectSection, operationSection, routeOf, type Sources } from './operation.ts';

/** A page of the reference without its frame. */
export interface PageContent {
  title: string;
  /** HTML. */
  body: string;
  headings: Heading[];
}

const machines =
  'The same for programs: <a href="../openapi.json">OpenAPI 3.1</a>, and <a href="api.md">all operations as Markdown</a>.';

/** A place as seen from the overview. */
const besides = (place: string): string => place.replace(/^docs\//, '');

/** All operations by group. */
export function overview(operations: readonly [string, Operation][]): PageContent {
  const lists = tags.map((tag) => {
    const entries = operations
      .filter(([, operation]) => operation.tag === tag)
      .map(([name, operation]) => {
        const { method, path, summary } = operation;
        const place = besides(operationPlace(name, operation));
        return `<li><span class="method ${method.toLowerCase()}">${method}</span><a href="${place}">${escapeHtml(summary)}</a><small><code>${escapeHtml(path)}</code></small></li>`;
      });
    return `<h2 id="${tag.name}"><a href="${besides(groupPlace(tag))}">${tag.name}</a></h2>\n<p>${inline(tag.description)}</p>\n<ul class="operations">\n${entries.join('\n')}\n</ul>`;
  });
  return {
    title: 'API reference',
    headings: tags.map(({ name }) => ({ anchor: name, depth: 2, label: name })),
    body: `<h1>API reference</h1>
<p class="lead">Every operation of the REST interface, with what it takes, what it answers and an example.</p>
<p><a href="rest">REST</a> describes the conventions, <a href="authentication">Authentication</a> the keys, and <a href="errors">Errors</a> the codes.</p>
<p>${machines}</p>
${lists.join('\n')}`,
  };
}

/** The operations of one group. */
export function group(place: string, operations: readonly [string, Operation][], sources: Sources): PageContent {
  const tag = tags.find((each) => place === groupPlace(each))!;
  const members = operations.filter(([, operation]) => operation.tag === tag);
  const sections = members.map(([name, operation]) => operationSection(name, operation, sources));
  const list = members.map(
    ([name, operation]) =>
      `<li><a href="#${name}">${escapeHtml(operation.summary)}</a><p class="route">${routeOf(operation)}</p></li>`,
  );
  return {
    title: `${tag.name}: API reference`,
    headings: members.map(([name, { summary }]) => ({ anchor: name, depth: 2, label: escapeHtml(summary) })),
    body: `<h1>${tag.name}</h1>\n<p class="lead">${inline(tag.description)}</p>\n<ul class="routes">\n${list.join('\n')}\n</ul>\n${sections.join('\n')}`,
  };
}

/** The types that have a name. */
export function objects(document: ApiDocument): PageContent {
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
