import { Lexer, type Token, type Tokens } from 'marked';

/** Longer texts take too long. */
const mostCharacters = 200_000;
/** Of one paragraph: the time for these grows with their square. */
const mostDelimiters = 1_500;
/** Of blocks within blocks: elements are made by recursion, and so are tokens. */
const deepest = 40;
/** Of the heading that a text stands below. */
const titleLevel = 2;

const options = { gfm: true, breaks: true };

/** The tokens of a text, or undefined if it would take too long to format, as hostile texts can. */
export function tokensOf(text: string): readonly Token[] | undefined {
  if (!isQuick(text)) return undefined;
  try {
    const tokens = new Lexer(options).lex(text);
    if (isTooDeep(tokens, deepest)) return undefined;
    level(tokens, { last: titleLevel });
    return tokens;
  } catch {
    // Blocks within blocks beyond the stack.
    return undefined;
  }
}

/** The tokens of a text within a line; none of them contains blocks. */
export const inlineTokensOf = (text: string): readonly Token[] => new Lexer(options).inlineTokens(text);

function isQuick(text: string): boolean {
  if (text.length > mostCharacters) return false;
  return text.split(/\n[ \t]*\n/).every((part) => {
    let delimiters = 0;
    for (const character of part) {
      if (character === '*' || character === '_' || character === '~') delimiters += 1;
    }
    return delimiters <= mostDelimiters;
  });
}

/** The tokens within a token: of a list, a table and everything else. */
function innerOf(token: Token): readonly Token[] {
  const { tokens = [], items = [] } = token as Tokens.Generic;
  return [...tokens, ...(items as Token[])];
}

const isTooDeep = (tokens: readonly Token[], left: number): boolean =>
  tokens.length > 0 && (left === 0 || tokens.some((token) => isTooDeep(innerOf(token), left - 1)));

/** Headings of a text stand below those of the page, and none leaves out a level. */
function level(tokens: readonly Token[], above: { last: number }): void {
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = token as Tokens.Heading;
      heading.depth = above.last = Math.min(6, titleLevel + heading.depth, above.last + 1);
    }
    level(innerOf(token), above);
  }
}
