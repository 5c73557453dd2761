import { nameOf, reachInWords } from '../watch/wording.ts';
import { textIn } from './editor.ts';
import { addressed, isMention } from './mentions.ts';
import type { Model } from './model.ts';
import { parse } from './order.ts';
import { messageIn, quoted } from './quote.ts';
import { messagesForMe } from './addressees.ts';
import { reasonOf } from './reason.ts';

const answering = new Set(['reply', 'decline', 'ack']);

/** What Enter will do with the text being written, if it is directed to somebody: `to Olga (live), Bob (away for 3 min)`. */
export function intentInWords(model: Model): string {
  const text = textIn(model.editor);
  if (isMention(text)) return recipients(model, text);
  if (!/^\/\S+\s/.test(text)) return '';
  const { word, argument } = parse(text);
  if (word === 'to') return argument ? recipients(model, argument) : '';
  return answering.has(word) ? answered(model, word, argument) : '';
}

function recipients(model: Model, typed: string): string {
  try {
    const { to } = addressed(model, typed);
    return `to ${to.map(({ id }) => withReach(model, id)).join(', ')}`;
  } catch (error) {
    return reasonOf(error);
  }
}

function withReach({ people }: Model, id: string): string {
  const person = people.find(({ participantId }) => participantId === id)!;
  const marks = [person.status === 'muted' && 'muted', reachInWords(person)].filter(Boolean);
  return nameOf(person) + (marks.length > 0 ? ` (${marks.join(', ')})` : '');
}

function answered(model: Model, word: string, argument: string): string {
  const [, digits] = /^#(\d{1,15})(?=\s|$)/.exec(argument) ?? [];
  const message = digits
    ? messageIn(model, ({ sequence }) => sequence === Number(digits))
    : argument.startsWith('#')
      ? undefined
      : messagesForMe(model).at(-1);
  return message ? `${word === 'reply' ? 'reply to' : word} ${quoted(model, message)}` : '';
}
