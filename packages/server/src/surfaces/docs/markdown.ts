import { Marked, Renderer, type Tokens } from 'marked';
import { lazy } from '../../engine/async/lazy.ts';
import { anchorOf } from '../../docs/library.ts';
import { escapeHtml } from '../pages/wording.ts';
import { highlighter, type Highlight } from './highlight.ts';

/** A heading for the contents of a page. */
export interface Heading {
  anchor: string;
  depth: number;
  /** HTML without links. */
  label: string;
}

export interface Rendered {
  html: string;
  headings: Heading[];
}

/** All pages share one URL folder, wherever their files are in the repository. */
function placeOf(href: string): string {
  const [, name, anchor = ''] = /^(?:[./\w-]*\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name === undefined || href.includes(':') ? href : `${name}${anchor}`;
}

const links = {
  link(this: Renderer, { href, tokens }: Tokens.Link) {
    return `<a href="${escapeHtml(placeOf(href))}">${this.parser.parseInline(tokens)}</a>`;
  },
};

const phrases = new Marked({ renderer: { ...links, html: ({ text }) => escapeHtml(text) } });

/** A description in the contract: Markdown without blocks. */
export const inline = (text: string): string => phrases.parseInline(text, { async: false });

/** A heading that is a link to itself. */
export const anchored = (depth: number, anchor: string, label: string): string =>
  `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${label}</a></h${depth}>\n`;

/** A block of code that a keyboard can scroll. */
export const codeBlock = (html: string, caption = ''): string =>
  `<figure class="code">${caption && `<figcaption>${caption}</figcaption>`}<pre tabindex="0"><code>${html}</code></pre></figure>\n`;

/** A table that scrolls by itself where it is too wide. */
export const scrolling = (table: string): string => `<div class="scrolls" tabindex="0">${table}</div>\n`;

/** Renders the pages of the documentation, with colours in code. Not for texts of participants: hostile ones take minutes. */
export const renderer = lazy(async () => {
  const marked = markedWith(await highlighter());
  return (markdown: string): Rendered => {
    const tokens = marked.lexer(markdown);
    const headings = tokens.flatMap((token) =>
      token.type === 'heading' && (token.depth === 2 || token.depth === 3)
        ? [{ anchor: anchorOf(token['text'] as string), depth: token.depth as number, label: inline(token['text'] as string) }]
        : [],
    );
    return { html: marked.parser(tokens), headings };
  };
});

const written: Record<string, string> = { sh: 'bash', js: 'javascript', ts: 'typescript', toml: 'ini' };

const markedWith = (highlight: Highlight): Marked =>
  new Marked({
    renderer: {
      ...links,
      heading({ tokens, depth, text }) {
        const label = this.parser.parseInline(tokens);
        return depth === 1 ? `<h1 id="${anchorOf(text)}">${label}</h1>\n` : anchored(depth, anchorOf(text), label);
      },
      code({ text, lang = '' }) {
        const [language = ''] = lang.split(' ');
        return codeBlock(highlight(text, written[language] ?? language));
      },
      table(token) {
        return scrolling(Renderer.prototype.table.call(this, token));
      },
    },
  });
