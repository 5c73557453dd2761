import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** Elements of HTML that texts can have, without attributes. All else that looks like HTML is shown as its source. */
const inLines = /^<(\/?)(kbd|sub|sup)>$/i;
/** Markdown within a summary is rare, as HTML has none. */
const inTitles = /^<(\/?)(kbd|sub|sup|b|strong|i|em|code)>$/i;
const inBlocks = /^<(\/?)(details|summary)(?: open)?>$/i;
const marks = /<!--|-->|<\/?(?:details|summary)(?: open)?>/gi;
/** Within each other. */
const mostOpen = 8;

/** Finds `<details>` with its summary in what is HTML. In a document, comments are hidden. */
export function withElements({ core }: MarkdownIt): void {
  core.ruler.push('elements', (state) => {
    state.tokens = state.tokens.flatMap((token) => (token.type === 'html_block' ? piecesOf(token, state) : token));
    pair(state.tokens, 'html_block', inBlocks);
  });
}

/** Finds the elements in a line. */
export const pairInLine = (tokens: readonly Token[], isTitle: boolean): void =>
  pair(tokens, 'html_inline', isTitle ? inTitles : inLines);

/** Lets the tags of an element begin and end it, if it ends where it began: otherwise they are text. */
function pair(tokens: readonly Token[], type: string, known: RegExp): void {
  const open: Token[] = [];
  for (const token of tokens) {
    while (open.length > 0 && open.at(-1)!.level > token.level) open.pop();
    const [, slash, name] = (token.type === type && known.exec(token.content)) || [];
    if (name === undefined) continue;
    token.tag = name.toLowerCase();
    if (slash === '') {
      if (open.length < mostOpen) open.push(token);
      continue;
    }
    const at = open.findLastIndex(({ tag, level }) => tag === token.tag && level === token.level);
    if (at < 0) continue;
    const [begin] = open.splice(at);
    begin!.type = 'element_open';
    begin!.nesting = 1;
    token.type = 'element_close';
    token.nesting = -1;
  }
}

/** The tags of a block of HTML, and the text between them. */
function piecesOf(block: Token, { env, Token: Piece }: StateCore): readonly Token[] {
  const { content, level } = block;
  const pieces: Token[] = [];
  const add = (type: string, nesting: -1 | 0 | 1, text = ''): Token => {
    const piece = new Piece(type, nesting === 0 ? '' : 'p', nesting);
    [piece.content, piece.level] = [text, level];
    pieces.push(piece);
    return piece;
  };
  let [after, comment, isTitle, isChanged] = [0, -1, false, false];
  const addText = (end: number): void => {
    const text = content.slice(after, end).trim();
    if (text === '') return;
    if (isTitle) add('inline', 0, text).meta = { isTitle };
    else {
      add('paragraph_open', 1);
      add('inline', 0, text);
      add('paragraph_close', -1);
    }
  };
  for (const { 0: mark, index } of content.matchAll(marks)) {
    if (comment >= 0 || mark === '-->') {
      if (mark !== '-->' || comment < 0) continue;
      if (env['isDocument']) after = index + mark.length;
      comment = -1;
      continue;
    }
    if (mark === '<!--') {
      comment = index;
      if (!env['isDocument']) continue;
    }
    isChanged = true;
    addText(index);
    after = index;
    if (comment >= 0) continue;
    add('html_block', 0, mark);
    after += mark.length;
    isTitle = /^<summary/i.test(mark);
  }
  if (!isChanged) return [block];
  addText(content.length);
  return pieces;
}
