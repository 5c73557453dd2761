import { readdirSync, readFileSync } from 'node:fs';

/** A part of a page under one heading, as Markdown. */
interface Section {
  /** `page#anchor`, or `page` for what comes before the first heading. */
  id: string;
  /** Empty for what comes before the first heading. */
  anchor: string;
  heading: string;
  text: string;
}

/** A page of the documentation, under its name in the address. */
export interface Page {
  name: string;
  title: string;
  markdown: string;
  sections: readonly Section[];
}

/** The build copies the pages beside the built code; code that runs from its sources takes the originals. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../../../docs/' : './pages/', import.meta.url);

/** What is for users; the rest of the folder is for us. */
const beside = ['sdk.md', 'cli.md', 'settings.md', 'glossary.md'];

/** Its headings are operations, which have no page among those that are files. */
const operationsAsked = 'api.md';

/** In the order in which a reader would take them. */
export const order = [
  'quick-start',
  'concepts',
  'joining',
  'messages',
  'streaming',
  'artifacts',
  'moderation',
  'rest',
  'trpc',
  'authentication',
  'limits',
  'errors',
  'self-hosting',
  'deployment',
  'reverse-proxies',
  'security',
  'settings',
  'sdk',
  'cli',
  'mcp',
  'a2a',
  'faq',
  'glossary',
];

const named = (file: string): string => file.replace(/^.*\/|\.md$/g, '');
const place = ({ name }: Page): number => (order.includes(name) ? order.indexOf(name) : order.length);

/** One page, by its file below the folder of the documentation. */
export const readPage = (file: string): Page => pageOf(named(file), readFileSync(new URL(file, folder), 'utf8'));

/** All pages, read once. */
export function loadPages(): Page[] {
  const guide = readdirSync(new URL('guide/', folder)).map((file) => `guide/${file}`);
  const present = new Set(readdirSync(folder));
  return [...guide, ...beside.filter((file) => present.has(file))]
    .filter((file) => file.endsWith('.md'))
    .map(readPage)
    .toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name));
}

/** Questions that a section, or an operation, is known to answer, by its id: lists under the same names and headings as the pages. */
export function loadAsked(): ReadonlyMap<string, readonly string[]> {
  const asked = new Map<string, readonly string[]>();
  for (const file of readdirSync(new URL('asked/', folder))) {
    for (const { id, heading, text } of readPage(`asked/${file}`).sections) {
      asked.set(
        file === operationsAsked ? heading : id,
        [...text.matchAll(/^- (.+)$/gm)].map(([, question]) => question!),
      );
    }
  }
  return asked;
}

/** Where a heading is in its page; the same rule makes the addresses of the readable pages. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

export function pageOf(name: string, markdown: string): Page {
  const [, title = name] = /^# (.+)$/m.exec(markdown) ?? [];
  const sections: Section[] = [];
  let open: { heading: string; lines: string[] } = { heading: title, lines: [] };
  let isCode = false;
  const close = (anchor: string) => {
    const text = open.lines.join('\n').trim();
    if (anchor !== '' || text !== '')
      sections.push({ id: anchor ? `${name}#${anchor}` : name, anchor, heading: open.heading, text });
  };
  let anchor = '';
  for (const line of markdown.split('\n')) {
    if (/^(```|~~~)/.test(line)) isCode = !isCode;
    const [, heading] = isCode ? [] : (/^#{2,3} (.+)$/.exec(line) ?? []);
    if (heading === undefined) {
      if (isCode || !line.startsWith('# ')) open.lines.push(line);
      continue;
    }
    close(anchor);
    open = { heading, lines: [] };
    anchor = anchorOf(heading);
  }
  close(anchor);
  return { name, title, markdown, sections };
}
