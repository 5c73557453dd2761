import type { Env, MarkdownIt, ParserInline, StateBlock, StateInline } from 'markdown-it';

/** Plain texts cost less than one step for each character. */
const stepsPerCharacter = 8;
const fewSteps = 200;

/** What formatting may cost: steps in proportion to the length of a text, and in any case little time. */
export class Work {
  #left: number;
  readonly #now: () => number;
  readonly #end: number;

  constructor(characters: number, longestMs: number, now: () => number) {
    this.#left = stepsPerCharacter * characters + fewSteps;
    this.#now = now;
    this.#end = now() + longestMs;
  }

  /** Takes a step, unless all are taken. */
  step(): boolean {
    if (this.#left > 0) this.#left -= 1;
    if (this.#left % 256 === 0 && this.#now() > this.#end) this.#left = 0;
    return this.#left > 0;
  }
}

/** What rules find in the environment of the parser. */
export interface Bounds extends Env {
  work: Work;
}

/** Of blocks within blocks. */
const deepest = 40;

const canGoOn = ({ env }: StateBlock | StateInline): boolean => (env as Bounds).work.step();

/** Lets a parser take what has become too much work, or is too deep, as it was written. */
export function bounded({ block, inline }: MarkdownIt): void {
  block.ruler.before('table', 'work', asWritten, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  inline.ruler.before('text', 'work', restAsWritten);
  const skip = inline.skipToken;
  inline.skipToken = function (this: ParserInline, state: StateInline) {
    if (canGoOn(state)) skip.call(this, state);
    else state.pos = state.posMax;
  };
}

function asWritten(state: StateBlock, start: number, end: number, isAsked: boolean): boolean {
  const isTooMuch = !canGoOn(state) || state.level >= deepest;
  if (!isTooMuch || isAsked) return false;
  let next = start + 1;
  while (next < end && (state.isEmpty(next) || state.sCount[next]! >= state.blkIndent)) next += 1;
  state.push('as_written', '', 0).content = state.getLines(start, next, state.blkIndent, false).trimEnd();
  state.line = next;
  return true;
}

function restAsWritten(state: StateInline, isAsked: boolean): boolean {
  if (canGoOn(state)) return false;
  if (!isAsked) state.pending += state.src.slice(state.pos, state.posMax);
  state.pos = state.posMax;
  return true;
}
