import { wrap } from '../terminal/width.ts';

const enoughCharacters = 200;
const mostLines = 12;
const mostCodeLines = 8;
const mostCodeBlocks = 2;

interface ExcerptBlock {
  code?: boolean;
  lines: string[];
}

/** The beginning of a Markdown text for a terminal: prose without markup, then code blocks, those with `parley` commands first. */
export function excerpt(markdown: string, columns: number): string[] {
  const blocks = blocksOf(markdown);
  const prose: string[][] = [];
  for (const { code, lines } of blocks) {
    if (!code && (prose.flat().join('').length < enoughCharacters || announcesMore(prose)))
      prose.push(lines.flatMap((line) => wrapped(plain(line), columns)));
  }
  const code = blocks.filter((block) => block.code).toSorted((a, b) => usesParley(b) - usesParley(a));
  const text = cut(prose);
  // It announces a table, which is left out.
  if (announcesMore(text) && code.length === 0) text.push(['…']);
  return [...text, ...code.slice(0, mostCodeBlocks).map(shortened)].flatMap((lines) => ['', ...lines]).slice(1);
}

const announcesMore = (prose: readonly string[][]): boolean => prose.at(-1)?.at(-1)?.endsWith(':') ?? false;

/** At most so many lines in total. */
function cut(prose: readonly string[][]): string[][] {
  let room = mostLines;
  const shown: string[][] = [];
  for (const lines of prose) {
    if (room <= 0) break;
    shown.push(lines.length > room ? [...lines.slice(0, room), '…'] : lines);
    room -= lines.length;
  }
  return shown;
}

const usesParley = ({ lines }: ExcerptBlock): number => Number(lines.some((line) => /(^|\| *)parley /.test(line)));

function shortened({ lines }: ExcerptBlock): string[] {
  const shown = lines.length > mostCodeLines ? [...lines.slice(0, mostCodeLines - 1), '…'] : lines;
  return shown.map((line) => `    ${line}`);
}

/** Paragraphs, with a line for each item of a list, and blocks of code. Tables are left out: they need their whole width. */
function blocksOf(markdown: string): ExcerptBlock[] {
  const blocks: ExcerptBlock[] = [];
  let block: ExcerptBlock | undefined;
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      if (block?.code) block = undefined;
      else blocks.push((block = { code: true, lines: [] }));
    } else if (block?.code) block.lines.push(line);
    else if (/^\s*(\||#|<!--|$)/.test(line)) block = undefined;
    else if (block && !/^\s*([-*]|\d+\.) /.test(line)) block.lines.push(`${block.lines.pop()} ${line.trim()}`);
    else if (block) block.lines.push(line);
    else blocks.push((block = { lines: [line] }));
  }
  return blocks.filter(({ lines }) => lines.length > 0);
}

/** Wrapped lines of a list item are indented to its text. */
function wrapped(text: string, columns: number): string[] {
  const [, mark = '', rest = ''] = /^(\s*(?:[-*]|\d+\.) )?(.*)$/.exec(text)!;
  return wrap(rest, columns - mark.length).map((line, i) => (i === 0 ? mark : ' '.repeat(mark.length)) + line);
}

const plain = (prose: string): string =>
  prose
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<![\w`])[*_]([^*_`\n]+)[*_](?!\w)/g, '$1')
    .replace(/`([^`]*)`/g, '$1');
