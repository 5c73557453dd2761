import { tags } from '@parley/core';
import { groups, type DocumentationPage } from '../../docs/library.ts';
import { groupPlace, reference } from '../../docs/places.ts';
import { goodScore } from '../../docs/search.ts';
import { escapeHtml } from '../pages/wording.ts';
import type { Web } from '../web/web.ts';
import type { Heading } from './markdown.ts';

/** A page in the design of the documentation. */
interface DocsPage {
  title: string;
  /** The folders between the page and the root of the service. */
  depth: number;
  /** Its place below the root, if the navigation has it. */
  place?: string;
  /** Where programs find the same, below the root. */
  markdown?: string;
  /** HTML. */
  body: string;
  headings?: readonly Heading[];
  /** Whether the page has a search form of its own. */
  hasSearch?: boolean;
  isWide?: boolean;
}

export type PageFrame = (page: DocsPage) => string;

interface Entry {
  title: string;
  place: string;
}

interface PageGroup {
  title: string;
  entries: Entry[];
}

/** The pages of the API reference. */
export const referenceEntries: readonly Entry[] = [
  { title: 'Overview', place: reference },
  ...tags.map((tag) => ({ title: tag.name, place: groupPlace(tag) })),
  { title: 'Objects', place: `${reference}/objects` },
];

/** The root of the service, as seen from a page. */
export const rootOf = (depth: number): string => '../'.repeat(depth) || './';

/** Puts pages into the document of the app's build, with header, navigation and contents. */
export function frameOf({ docsAt }: Web, pages: readonly DocumentationPage[]): PageFrame {
  const titles = new Map(pages.map(({ name, title }) => [name, title]));
  const guide = groups.map(({ title, pages: names }) => ({
    title,
    entries: names.flatMap((name) => (titles.has(name) ? [{ title: titles.get(name)!, place: `docs/${name}` }] : [])),
  }));
  return ({ title, depth, place, markdown, body, headings = [], hasSearch = false, isWide = false }) => {
    const root = rootOf(depth);
    const isReference = place?.startsWith(reference);
    const api = isReference ? referenceEntries : [{ title: 'API reference', place: reference }];
    const groups: PageGroup[] = [...guide, { title: isReference ? 'API reference' : 'Interface', entries: [...api] }];
    const alternate =
      markdown === undefined ? '' : `    <link rel="alternate" type="text/markdown" href="${hrefOf(root, markdown)}" />\n`;
    const content = `<a class="skip" href="#main">Skip to the content</a>
    <header class="bar">
      <a class="brand" href="${hrefOf(root, 'docs')}">Parley <span class="of-docs">Docs</span></a>
      ${hasSearch ? '' : searchForm(root)}
      <a class="to-app" href="${root}">Open the app</a>
    </header>
    ${navigation(groups, root, place)}
    ${contentsOf(headings)}
    <main id="main"${isWide ? ' class="wide"' : ''}>
${body}
    </main>`;
    return docsAt(depth)
      .replace('<title>Parley</title>', () => `<title>${escapeHtml(title)} · Parley</title>`)
      .replace('  </head>', () => `${alternate}  </head>`)
      .replace('<body></body>', () => `<body class="docs">\n    ${content}\n  </body>`);
  };
}

const hrefOf = (root: string, place: string): string => (root === './' ? place : root + place);

/** The search works as a plain form; `query` is what was asked. */
export function searchForm(root: string, query?: string): string {
  const field = `<input type="search" name="query" aria-label="Search the documentation" placeholder="Search" maxlength="2000" required autocapitalize="none" spellcheck="false"`;
  const form = `<form role="search" action="${hrefOf(root, 'ask')}" data-good="${goodScore}">`;
  if (query === undefined) return `${form}${field} /><span class="slash" aria-hidden="true">/</span></form>`;
  return `${form}<div class="search-line">${field} value="${escapeHtml(query)}" /><button>Search</button></div></form>`;
}

function navigation(groups: readonly PageGroup[], root: string, current: string | undefined): string {
  const item = ({ title, place }: Entry) =>
    `<li><a href="${hrefOf(root, place)}"${place === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  const lists = groups.map(({ title, entries }) => `<p class="group">${title}</p>\n<ul>\n${entries.map(item).join('\n')}\n</ul>`);
  return `<nav class="pages" aria-label="Pages"><details><summary aria-label="Pages">${menu}</summary>
<div class="drawer">
${lists.join('\n')}
</div></details></nav>`;
}

const menu = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16" /></svg>';

function contentsOf(headings: readonly Heading[]): string {
  if (headings.length < 2) return '';
  const item = ({ anchor, depth, label }: Heading) =>
    `<li${depth > 2 ? ' class="deeper"' : ''}><a href="#${anchor}">${label}</a></li>`;
  return `<nav class="contents" aria-label="On this page"><details><summary>On this page</summary>
<ul>
${headings.map(item).join('\n')}
</ul></details></nav>`;
}
