import { readdirSync, readFileSync } from 'node:fs';

/** A part of a page under one heading, as Markdown. */
interface PageSection {
  /** `page#anchor`, or `page` for what comes before the first heading. */
  id: string;
  /** Empty for what comes before the first heading. */
  anchor: string;
  heading: string;
  /** Other ways to say the heading, for the search only. */
  aliases: string;
  text: string;
}

/** A page of the documentation, under its name in the address. */
export interface DocumentationPage {
  name: string;
  title: string;
  /** Without aliases. */
  markdown: string;
  sections: readonly PageSection[];
}

/** The build copies the pages beside the built code; code that runs from source reads the originals. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../../../docs/' : './pages/', import.meta.url);

/** Pages for users; the rest of the folder is for contributors. */
const beside = ['sdk.md', 'cli.md', 'settings.md', 'glossary.md'];

/** The pages by what readers want to do, in the order of reading. */
export const groups = [
  { title: 'Start', pages: ['quick-start', 'concepts', 'joining'] },
  {
    title: 'Meet',
    pages: [
      'messages',
      'streaming',
      'catching-up',
      'search',
      'attention',
      'wake',
      'notifications',
      'moderation',
      'deleting',
      'export',
    ],
  },
  { title: 'Work', pages: ['artifacts', 'editing', 'tasks', 'decisions', 'files'] },
  { title: 'Program', pages: ['rest', 'trpc', 'python', 'authentication', 'limits', 'errors'] },
  {
    title: 'Operate',
    pages: [
      'self-hosting',
      'deployment',
      'platforms',
      'scaling',
      'backups',
      'users',
      'audit',
      'reverse-proxies',
      'metrics',
      'security',
      'settings',
    ],
  },
  { title: 'Tools', pages: ['sdk', 'cli', 'assistants', 'hooks', 'mcp', 'a2a'] },
  { title: 'Frameworks', pages: ['frameworks', 'ai-sdk', 'openai-agents', 'langgraph', 'mastra', 'claude-agent', 'adk'] },
  { title: 'Look up', pages: ['faq', 'glossary'] },
] as const;

/** The reading order. */
export const order: readonly string[] = groups.flatMap(({ pages }) => pages);

const named = (file: string): string => file.replace(/^.*\/|\.md$/g, '');
const place = ({ name }: DocumentationPage): number => (order.includes(name) ? order.indexOf(name) : order.length);

/** One page, by its file below the folder of the documentation. */
export const readPage = (file: string): DocumentationPage => pageOf(named(file), readFileSync(new URL(file, folder), 'utf8'));

/** All pages, read once. */
export function loadPages(): DocumentationPage[] {
  const guide = readdirSync(new URL('guide/', folder)).map((file) => `guide/${file}`);
  const present = new Set(readdirSync(folder));
  return [...guide, ...beside.filter((file) => present.has(file))]
    .filter((file) => file.endsWith('.md'))
    .map(readPage)
    .toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name));
}

/** The address of the server in the source of the pages. */
const writtenAddress = 'http://127.0.0.1:8787';

/** Markdown whose commands, programs and configurations of clients call the server at `url`; that of a proxy keeps its addresses. */
export const addressedTo = (url: string, markdown: string): string =>
  markdown.replace(/^(```|~~~)(?:sh|js|ts|python|json|toml)(?: .*)?$[\s\S]*?^\1/gm, (code) =>
    code.replaceAll(writtenAddress, url),
  );

/** A link in Markdown. */
const link = /\[([^[\]]*)\]\(([^()\s]*)\)/g;

/** Markdown whose links to other pages have whole addresses. A link to a file that is not served becomes its text. */
export const linkedTo = (
  url: string,
  { name, markdown }: { name: string; markdown: string },
  served: ReadonlySet<string>,
): string =>
  outsideOfCode(markdown, (prose) =>
    prose.replace(link, (whole, text: string, href: string) => {
      if (href.includes(':')) return whole;
      const [, file = name, anchor = ''] = /^(?:(?:[./\w-]*\/)?([\w-]+)\.md)?(#.*)?$/.exec(href) ?? [];
      return served.has(file) ? `[${text}](${url}/docs/${file}${anchor})` : text;
    }),
  );

export const withoutLinks = (prose: string): string => prose.replace(link, '$1');

/** Changes what is not in a block of code. */
export const outsideOfCode = (markdown: string, change: (prose: string) => string): string =>
  markdown
    .split(/(^```[\s\S]*?^```|^~~~[\s\S]*?^~~~)/m)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('');

/** The anchor of a heading; the HTML pages use the same rule. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** `<!-- aliases: phrase; phrase -->`, alone on a line below a heading. */
const aliasLine = /^<!-- aliases: (.*) -->$/;

export function pageOf(name: string, source: string): DocumentationPage {
  const [, title = name] = /^# (.+)$/m.exec(source) ?? [];
  const sections: PageSection[] = [];
  const kept: string[] = [];
  let open = { heading: title, anchor: '', aliases: '', lines: [] as string[] };
  let isCode = false;
  const close = () => {
    const { heading, anchor, aliases, lines } = open;
    const text = lines.join('\n').trim();
    if (anchor !== '' || text !== '') sections.push({ id: anchor ? `${name}#${anchor}` : name, anchor, heading, aliases, text });
  };
  for (const line of source.split('\n')) {
    if (/^(```|~~~)/.test(line)) isCode = !isCode;
    const [, aliases] = isCode ? [] : (aliasLine.exec(line) ?? []);
    if (aliases !== undefined) {
      open.aliases = aliases;
      continue;
    }
    kept.push(line);
    const [, heading] = isCode ? [] : (/^#{2,3} (.+)$/.exec(line) ?? []);
    if (heading !== undefined) {
      close();
      open = { heading, anchor: anchorOf(heading), aliases: '', lines: [] };
    } else if (isCode || !line.startsWith('# ')) open.lines.push(line);
  }
  close();
  return { name, title, markdown: kept.join('\n'), sections };
}
