import { commandsFor } from './commands.ts';
import { replaced, type Editor } from './editor.ts';
import { addressable } from './mentions.ts';
import type { Model } from './model.ts';
import { isCommand, parse } from './order.ts';
import { quoted } from './quote.ts';
import { clip } from '../terminal/width.ts';

export interface Completion {
  editor: Editor;
  /** The candidates, if there are several. */
  choices: string[];
}

interface Candidate {
  word: string;
  /** How it is offered, if not as the word alone. */
  label?: string;
}

/** What is typed of a word, and the words that it can become. */
interface Begun {
  begun: string;
  candidates: readonly Candidate[];
}

/** Completes the command or name before the cursor as far as it is unambiguous. */
export function complete(model: Model): Completion {
  const { editor } = model;
  const { begun, candidates } = begunIn(model, editor.before);
  const fitting = new Map(candidates.filter(({ word }) => begins(word, begun)).map((each) => [each.word, each]));
  const words = [...fitting.keys()];
  if (words.length === 0) return { editor, choices: [] };
  const [only, ...others] = words;
  const shared = others.length === 0 ? `${only!} ` : commonStart(words);
  const before = editor.before.slice(0, editor.before.length - begun.length) + shared;
  const after = others.length === 0 ? editor.after.replace(/^ /, '') : editor.after;
  if (others.length === 0 || shared.length > begun.length) return { editor: replaced(editor, before, after), choices: [] };
  return { editor, choices: [...fitting.values()].map(({ word, label = word }) => label) };
}

function begunIn(model: Model, before: string): Begun {
  const others = addressable(model).map(({ name: word }) => ({ word }));
  const { command } = isCommand(before) ? parse(before) : {};
  const [, mention] = /(?:^|[\s,])@([^@]*)$/.exec(before) ?? [];
  const isNamed = !isCommand(before) || command?.takesText;
  if (isNamed && mention !== undefined && (mention === '' || others.some(({ word }) => begins(word, mention))))
    return { begun: mention, candidates: others };
  if (!isCommand(before)) {
    const begun = before.split(/[\s@]/).at(-1)!;
    return { begun, candidates: begun ? others : [] };
  }
  if (!/\s/.test(before)) return { begun: before, candidates: commandsFor(model).map(([word]) => ({ word: `/${word}` })) };
  const [, begun = ''] = /^\S+\s+@?(.*)$/s.exec(before)!;
  if (command?.takesMessage && begun.startsWith('#')) return { begun, candidates: latest(model) };
  return { begun, candidates: (command?.choices?.(model) ?? []).map(({ name: word }) => ({ word })) };
}

const offered = 8;
const briefly = 40;

/** The newest messages, by their numbers. */
const latest = (model: Model): Candidate[] =>
  model.entries
    .flatMap((entry) => (entry.kind === 'message' ? [entry] : []))
    .slice(-offered)
    .map((message) => ({ word: `#${message.sequence}`, label: clip(quoted(model, message), briefly) }));

const fold = (text: string): string => text.toLowerCase();
const begins = (word: string, begun: string): boolean => fold(word).startsWith(fold(begun));

function commonStart([first = '', ...others]: string[]): string {
  let shared = [...first];
  for (const other of others) {
    const characters = [...other];
    const differs = shared.findIndex((character, i) => fold(character) !== fold(characters[i] ?? ''));
    if (differs >= 0) shared = shared.slice(0, differs);
  }
  return shared.join('');
}
