import { nameOf } from '../watch/wording.ts';
import { commandsFor } from './commands.ts';
import { replaced, type Editor } from './editor.ts';
import type { Model } from './model.ts';
import { isCommand, parse } from './order.ts';

export interface Completion {
  editor: Editor;
  /** The candidates, if there are several. */
  choices: string[];
}

/** Completes the command or name before the cursor as far as it is unambiguous. */
export function complete(model: Model): Completion {
  const { editor } = model;
  const { begun, words, end } = candidates(model, editor.before);
  const fitting = [...new Set(words)].filter((word) => fold(word).startsWith(fold(begun)));
  if (fitting.length === 0) return { editor, choices: [] };
  const shared = fitting.length === 1 ? fitting[0]! + end : commonStart(fitting);
  const grown = shared.length > begun.length || fitting.length === 1;
  const before = editor.before.slice(0, editor.before.length - begun.length) + shared;
  return grown ? { editor: replaced(editor, before, editor.after), choices: [] } : { editor, choices: fitting };
}

function candidates(model: Model, before: string): { begun: string; words: string[]; end: string } {
  if (!isCommand(before)) {
    const begun = before.split(/[\s@]/).at(-1)!;
    const isAsked = begun !== '' || before.endsWith('@');
    return { begun, words: isAsked ? model.people.map(nameOf) : [], end: ' ' };
  }
  if (!/\s/.test(before)) return { begun: before, words: commandsFor(model).map(([word]) => `/${word}`), end: ' ' };
  const [, begun = ''] = /^\S+\s+@?(.*)$/s.exec(before)!;
  const { command } = parse(before);
  return { begun, words: (command?.choices?.(model) ?? []).map(({ name }) => name), end: command?.takesText ? ' ' : '' };
}

const fold = (text: string): string => text.toLowerCase();

function commonStart([first = '', ...others]: string[]): string {
  let shared = [...first];
  for (const other of others) {
    const characters = [...other];
    const differs = shared.findIndex((character, i) => fold(character) !== fold(characters[i] ?? ''));
    if (differs >= 0) shared = shared.slice(0, differs);
  }
  return shared.join('');
}
