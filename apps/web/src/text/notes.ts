import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** A footnote: its number, once the text refers to it. */
export type Footnote = { number?: number };

/** What the rules find in the environment of the parser. */
export interface Noted extends Env {
  notes: Map<string, Footnote>;
  /** How many have a number. */
  numbered: number;
}

/** Short, so that looking for the end of one that has none costs little. */
const name = String.raw`\[\^([^\s[\]]{1,100})\]`;
const defined = new RegExp(String.raw`${name}:[ \t]*`, 'y');
const referred = new RegExp(name, 'y');
const indentation = 4;

/** Footnotes as GFM has them. Their names lead to numbers, and never to ids or addresses. */
export function withNotes({ block, inline }: MarkdownIt): void {
  block.ruler.before('reference', 'note', definition, { alt: ['paragraph', 'reference'] });
  inline.ruler.before('link', 'note', reference);
}

const matchAt = (expression: RegExp, text: string, at: number): readonly string[] => {
  expression.lastIndex = at;
  return expression.exec(text) ?? [];
};

function definition(state: StateBlock, line: number, end: number, isAsked: boolean): boolean {
  const { blkIndent, bMarks, tShift, sCount, src } = state;
  const before = [bMarks[line]!, tShift[line]!, sCount[line]!] as const;
  const start = before[0] + before[1];
  if (src[start] !== '[' || before[2] - blkIndent >= indentation) return false;
  const [opening, label] = matchAt(defined, src, start);
  if (opening === undefined || label === undefined) return false;
  if (isAsked) return true;
  const note: Footnote = {};
  const { notes } = state.env as Noted;
  if (!notes.has(label)) notes.set(label, note);
  state.push('note_open', '', 1).meta = note;
  [bMarks[line], tShift[line]] = [start + opening.length, 0];
  state.blkIndent = sCount[line] = blkIndent + indentation;
  state.md.block.tokenize(state, line, end);
  [bMarks[line], tShift[line], sCount[line]] = before;
  state.blkIndent = blkIndent;
  state.push('note_close', '', -1);
  return true;
}

function reference(state: StateInline, isAsked: boolean): boolean {
  const env = state.env as Noted;
  if (state.src[state.pos] !== '[' || env.notes.size === 0) return false;
  const [mark, label] = matchAt(referred, state.src, state.pos);
  const note = label === undefined ? undefined : env.notes.get(label);
  if (mark === undefined || !note || state.pos + mark.length > state.posMax) return false;
  if (!isAsked) {
    note.number ??= env.numbered += 1;
    state.push('note_reference', '', 0).meta = note;
  }
  state.pos += mark.length;
  return true;
}
