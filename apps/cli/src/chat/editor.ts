import { firstGrapheme, lastGrapheme } from '../terminal/width.ts';

/** The text being written, split at the cursor, and the history. */
export interface Editor {
  readonly before: string;
  readonly after: string;
  readonly history: readonly string[];
  /** Index into the history; its length stands for the text being written. */
  readonly place: number;
  /** The text being written, while an entry of the history is shown. */
  readonly draft: string;
}

export type Edit = (editor: Editor) => Editor;

const remembered = 200;

export const emptyEditor: Editor = { before: '', after: '', history: [], place: 0, draft: '' };

export const textIn = ({ before, after }: Editor): string => before + after;

/** Inserts text at the cursor, without control characters other than tabs and line ends. */
export function insert(editor: Editor, text: string): Editor {
  const clean = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '');
  return { ...editor, before: editor.before + clean };
}

export const replaced = (editor: Editor, before: string, after = ''): Editor => ({ ...editor, before, after });

const lineBefore = (editor: Editor): string => editor.before.slice(editor.before.lastIndexOf('\n') + 1);
const lineAfter = (editor: Editor): string => editor.after.split('\n', 1)[0]!;
const wordAfter = (editor: Editor): string => /^\s*\S*/u.exec(editor.after)![0];

function wordBefore({ before }: Editor): string {
  const words = before.trimEnd();
  return before.slice(Math.max(...[' ', '\t', '\n'].map((space) => words.lastIndexOf(space))) + 1);
}

const back = (part: (editor: Editor) => string, keep: boolean): Edit => {
  return (editor) => {
    const { before, after } = editor;
    const moved = part(editor);
    return replaced(editor, before.slice(0, before.length - moved.length), keep ? moved + after : after);
  };
};

const forth = (part: (editor: Editor) => string, keep: boolean): Edit => {
  return (editor) => {
    const { before, after } = editor;
    const moved = part(editor);
    return replaced(editor, keep ? before + moved : before, after.slice(moved.length));
  };
};

export const left = back(({ before }) => lastGrapheme(before), true);
export const right = forth(({ after }) => firstGrapheme(after), true);
export const wordLeft = back(wordBefore, true);
export const wordRight = forth(wordAfter, true);
export const home = back(lineBefore, true);
export const end = forth(lineAfter, true);
export const erase = back(({ before }) => lastGrapheme(before), false);
export const eraseNext = forth(({ after }) => firstGrapheme(after), false);
export const eraseWord = back(wordBefore, false);
export const eraseToStart = back(lineBefore, false);
export const eraseToEnd = forth(lineAfter, false);

/** Up to the line above, or to the previous entry of the history. */
export function up(editor: Editor): Editor {
  const { before, after } = editor;
  if (!before.includes('\n')) return recall(editor, editor.place - 1);
  const column = lineBefore(editor).length;
  const above = before.slice(0, before.length - column - 1);
  const start = above.lastIndexOf('\n') + 1;
  return cut(editor, before + after, Math.min(start + column, above.length));
}

export function down(editor: Editor): Editor {
  const { before, after } = editor;
  if (!after.includes('\n')) return recall(editor, editor.place + 1);
  const start = before.length + lineAfter(editor).length + 1;
  const below = after.slice(lineAfter(editor).length + 1).split('\n', 1)[0]!;
  return cut(editor, before + after, start + Math.min(lineBefore(editor).length, below.length));
}

/** Splits at an offset, or before the grapheme that contains it. */
function cut(editor: Editor, text: string, offset: number): Editor {
  const inside = offset < text.length ? new Intl.Segmenter().segment(text).containing(offset)!.index : offset;
  return replaced(editor, text.slice(0, inside), text.slice(inside));
}

function recall(editor: Editor, place: number): Editor {
  const { history } = editor;
  if (place < 0 || place > history.length) return editor;
  const draft = editor.place === history.length ? textIn(editor) : editor.draft;
  return { ...editor, before: history[place] ?? draft, after: '', place, draft };
}

/** Empties the editor and adds its text to the history. */
export function taken(editor: Editor): Editor {
  const text = textIn(editor);
  const history = editor.history.at(-1) === text ? editor.history : [...editor.history, text].slice(-remembered);
  return { ...emptyEditor, history, place: history.length };
}
