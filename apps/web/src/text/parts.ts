import MarkdownIt, { type Token } from 'markdown-it';
import { withAddresses } from './addresses.ts';
import { pairInLine, withElements } from './elements.ts';
import { withNotes, type Footnote, type Noted } from './notes.ts';
import { isRelative } from './link-targets.ts';
import { isImage, isSafe } from './safe.ts';
import { bounded, Work, type Bounds } from './work.ts';

/** A piece of a formatted text, with what it contains. */
export interface Part {
  readonly token: Token;
  readonly children: readonly Part[];
}

/** Longer texts are shown as they were written. */
const mostCharacters = 200_000;
/** Of a paragraph, a heading or a cell; likewise. */
const mostInBlock = 20_000;
/** Of a whole text: browsers need long for more elements. */
const mostTokens = 100_000;
/** Of what is within a line: elements are made by recursion. */
const deepest = 40;
const longestMs = { structure: 100, block: 20 };
/** Of the heading that a text stands below. */
const titleLevel = 2;

const markdown = new MarkdownIt({ html: true, breaks: true, maxNesting: 50 });
withElements(markdown);
withNotes(markdown);
markdown.core.ruler.enableOnly(['normalize', 'block', 'strip_references', 'elements']);
markdown.validateLink = (href) => isSafe(href) || isImage(href) || isRelative(href);
// What else an address needs, browsers do.
markdown.normalizeLink = (href) => href;
markdown.normalizeLinkText = (href) => href;
/** HTML is shown as its source, with links. */
const source = new MarkdownIt('zero');
for (const each of [markdown, source]) {
  withAddresses(each);
  bounded(each);
}

/** Begins a text of which not everything is formatted. */
const unformatted: Part = { token: { type: 'unformatted', content: '' } as Token, children: [] };

/**
 * The parts of a text, with its footnotes at the end; those that would take too long to format are as they were written. Undefined if
 * all would. `isDocument`: comments are hidden.
 */
export function partsOf(text: string, now = () => performance.now(), isDocument = false): readonly Part[] | undefined {
  if (text.length > mostCharacters) return undefined;
  const work = new Work(text.length, longestMs.structure, now);
  const bounds: Bounds & Noted = { work, notes: new Map(), numbered: 0, isDocument };
  const tokens = markdown.parse(text, bounds);
  let room = mostTokens - tokens.length;
  if (room < 0) return undefined;
  let lastLevel = titleLevel;
  let isWhole = tokens.every(({ type }) => type !== 'as_written');
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.tag = `h${(lastLevel = leveled(token, lastLevel))}`;
    if (token.type === 'inline') {
      checkboxIn(tokens, i);
      alertIn(tokens, i);
    } else if (token.type !== 'html_block') continue;
    bounds.work = new Work(token.content.length, longestMs.block, now);
    token.children = token.content.length > mostInBlock || room < 0 ? null : inlined(token, bounds);
    isWhole &&= token.children !== null && bounds.work.step();
    room -= token.children?.length ?? 0;
    if (token.type === 'inline' && token.children) pairInLine(token.children, token.meta?.['isTitle'] === true);
  }
  const notes: Part[] = [];
  const parts = nested(tokens, notes);
  return [...(isWhole ? [] : [unformatted]), ...parts, ...notes.toSorted((one, other) => numberOf(one) - numberOf(other))];
}

/** Those that no text refers to come last, in their order. */
const numberOf = ({ token }: Part): number => (token.meta as Footnote).number ?? Number.MAX_SAFE_INTEGER;

/** Headings of a text stand below those of the page, and none leaves out a level. */
const leveled = ({ tag }: Token, lastLevel: number): number => Math.min(6, titleLevel + Number(tag.slice(1)), lastLevel + 1);

/** Moves the checkbox of a task from the text of an item to the item. */
function checkboxIn(tokens: readonly Token[], i: number): void {
  const [token, item] = [tokens[i]!, tokens[i - 2]];
  const [box, mark] = /^\[([ x])\]\s+/i.exec(token.content) ?? [];
  if (box === undefined || item?.type !== 'list_item_open') return;
  token.content = token.content.slice(box.length);
  token.meta = item.meta = { isDone: mark !== ' ' };
}

/** Takes `[!NOTE]` from the beginning of a quote. */
function alertIn(tokens: readonly Token[], i: number): void {
  const [token, quote] = [tokens[i]!, tokens[i - 2]];
  if (quote?.type !== 'blockquote_open') return;
  const [mark, kind] = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i.exec(token.content) ?? [];
  if (mark === undefined || kind === undefined) return;
  token.content = token.content.slice(mark.length);
  quote.meta = { alert: kind.toLowerCase() };
}

function inlined({ type, content }: Token, bounds: Bounds): Token[] | null {
  const parser = type === 'inline' ? markdown : source;
  const tokens: Token[] = [];
  parser.inline.parse(content, parser, bounds, tokens);
  return tokens.some(({ level }) => level > deepest) ? null : tokens;
}

/** Tokens of what begins and ends, with what is between. Footnotes go elsewhere. */
function nested(tokens: readonly Token[], notes: Part[]): readonly Part[] {
  const open: Part[][] = [[]];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const children: Part[] = [];
    const place = token.type === 'note_open' ? notes : open.at(-1)!;
    place.push({ token, children: token.children && token.type !== 'image' ? nested(token.children, notes) : children });
    if (token.nesting > 0) open.push(children);
  }
  return open[0]!;
}

export const attributeOf = (token: Token, name: string): string | undefined => {
  const value = token.attrGet(name);
  return value === null ? undefined : `${value}`;
};

/** The text for who does not see an image. */
export const alternativeOf = ({ children }: Token): string =>
  markdown.renderer.renderInlineAsText(children ?? [], markdown.options, {});

export const languageOf = ({ info }: Token): string => markdown.utils.unescapeAll(info).trim().split(/\s/, 1)[0]!;
