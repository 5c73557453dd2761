import { complete } from './complete.ts';
import * as edits from './editor.ts';
import type { Key, KeyName } from './keys.ts';
import { isMention, mentioned, unescaped } from './mentions.ts';
import type { Model, Question, Wish } from './model.ts';
import { isCommand, understood } from './order.ts';
import { reasonOf } from './reason.ts';
import { noted, scrolled } from './scroll.ts';
import { looking, unmarked } from './unread.ts';

export interface Pressed {
  model: Model;
  wish?: Wish;
}

const editing = {
  left: edits.left,
  right: edits.right,
  wordLeft: edits.wordLeft,
  wordRight: edits.wordRight,
  home: edits.home,
  end: edits.end,
  up: edits.up,
  down: edits.down,
  erase: edits.erase,
  eraseNext: edits.eraseNext,
  eraseNextOrQuit: edits.eraseNext,
  eraseWord: edits.eraseWord,
  eraseToStart: edits.eraseToStart,
  eraseToEnd: edits.eraseToEnd,
  newline: (editor) => edits.insert(editor, '\n'),
} satisfies Partial<Record<KeyName, edits.Edit>>;

const isEditing = (name: KeyName): name is keyof typeof editing => Object.hasOwn(editing, name);

const quitting: Question = { text: 'Quit this chat? Press Ctrl-C again to quit.', yes: { do: 'interrupt' } };

const refusals = new Set<Key['name']>(['enter', 'escape', 'interrupt', 'eraseNextOrQuit']);

/** The model after a key press. */
export function press(model: Model, key: Key): Pressed {
  const unoffered = model.choices.length > 0 ? { ...model, choices: [] } : model;
  const { model: next, wish } = model.question ? answered(unoffered, model.question, key) : pressed(unoffered, key);
  return { model: looking(next), ...(wish && { wish }) };
}

/** Only `y` and `yes` confirm. Any other text is typed as usual, so that none of it is lost. */
function answered(model: Model, { yes }: Question, key: Key): Pressed {
  const unasked = { ...model, question: undefined };
  const isYes = key.name === 'interrupt' ? yes.do === 'interrupt' : key.name === 'text' && /^y(es)?$/i.test(key.text);
  if (isYes) return { model: unasked, wish: yes };
  if (key.name === 'suspend' || key.name === 'redraw') return pressed(model, key);
  const isNo = key.name === 'text' ? /^no?$/i.test(key.text) : refusals.has(key.name);
  return isNo ? { model: unasked } : pressed(unasked, key);
}

function pressed(model: Model, key: Key): Pressed {
  const { editor } = model;
  if (key.name === 'text' || key.name === 'paste') return { model: { ...model, editor: edits.insert(editor, key.text) } };
  const { name } = key;
  if (isEditing(name)) {
    if (name === 'eraseNextOrQuit' && !edits.textIn(editor)) return { model, wish: { do: 'quit' } };
    return { model: { ...model, editor: editing[name](editor) } };
  }
  switch (name) {
    case 'interrupt':
      // The history keeps the cleared text.
      return { model: edits.textIn(editor) ? { ...model, editor: edits.taken(editor) } : { ...model, question: quitting } };
    case 'suspend':
    case 'redraw':
      return { model, wish: { do: name } };
    case 'pageUp':
      return { model: scrolled(model, 1) };
    case 'pageDown':
      return { model: scrolled(model, -1) };
    case 'escape':
      return { model: { ...model, hidden: 0 } };
    case 'tab':
      return { model: completed(model) };
    case 'enter':
      return entered(model);
  }
}

function completed(model: Model): Model {
  const { editor, choices } = complete(model);
  return { ...model, editor, choices };
}

function entered(model: Model): Pressed {
  const { editor } = model;
  if (editor.before.endsWith('\\') && !editor.after) {
    return { model: { ...model, editor: edits.insert(edits.erase(editor), '\n') } };
  }
  const text = edits.textIn(editor);
  if (!text.trim()) return { model };
  const next = { ...model, hidden: 0, editor: edits.taken(editor) };
  if (isMention(text)) return directed(model, unmarked(next), text);
  if (!isCommand(text)) {
    const message = text.startsWith('//') ? text.slice(1) : unescaped(text);
    return { model: unmarked(next), wish: { do: 'send', text: message } };
  }
  try {
    const order = understood(next, text);
    const yes: Wish = { do: 'run', order };
    return order.question ? { model: { ...next, question: { text: order.question, yes } } } : { model: next, wish: yes };
  } catch (error) {
    return { model: noted(next, reasonOf(error), 'refused') };
  }
}

/** A message that cannot be directed as it says stays in the editor. */
function directed(model: Model, next: Model, typed: string): Pressed {
  try {
    const { to, text } = mentioned(model, typed);
    return { model: next, wish: { do: 'send', text, direction: { to } } };
  } catch (error) {
    const way = 'Nothing was sent. Tab completes a name; with \\ before the @ it is sent as text.';
    return { model: noted(model, `${reasonOf(error)} ${way}`, 'refused') };
  }
}
