import { isCommand, parse } from './commands.ts';
import { complete } from './complete.ts';
import * as edits from './editor.ts';
import type { Key, KeyName } from './keys.ts';
import { noted, type Model } from './model.ts';
import { scrolled } from './scroll.ts';

/** What a key press asks of the world outside the model. */
export type Wish = { do: 'send' | 'obey'; text: string } | { do: 'quit' | 'break' | 'redraw' };

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

/** The model after a key press. */
export function press(model: Model, key: Key): Pressed {
  const { editor } = model;
  if (key.name === 'text' || key.name === 'paste') return { model: { ...model, editor: edits.insert(editor, key.text) } };
  const { name } = key;
  if (isEditing(name)) {
    if (name === 'eraseNextOrQuit' && !edits.textIn(editor)) return { model, wish: { do: 'quit' } };
    return { model: { ...model, editor: editing[name](editor) } };
  }
  switch (name) {
    case 'interrupt':
      return { model, wish: { do: 'break' } };
    case 'redraw':
      return { model, wish: { do: 'redraw' } };
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
  const next = { ...model, editor };
  return choices.length ? noted(next, choices.join('  ')) : next;
}

function entered(model: Model): Pressed {
  const { editor } = model;
  if (editor.before.endsWith('\\') && !editor.after) {
    return { model: { ...model, editor: edits.insert(edits.erase(editor), '\n') } };
  }
  const text = edits.textIn(editor);
  if (!text.trim()) return { model };
  const next = { ...model, hidden: 0, editor: edits.taken(editor) };
  if (!isCommand(text)) return { model: next, wish: { do: 'send', text: text.startsWith('//') ? text.slice(1) : text } };
  return { model: next, wish: parse(text).word === 'quit' ? { do: 'quit' } : { do: 'obey', text } };
}
