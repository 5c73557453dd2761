import { commands } from './commands.ts';
import type { Command } from './resource.ts';
import { isOwner, type Model, type Order } from './model.ts';
import { theOne, type NamedChoice } from './named.ts';

export const isCommand = (text: string): boolean => text.startsWith('/') && !text.startsWith('//');

export function parse(line: string): { word: string; command: Command | undefined; argument: string } {
  const [, word = '', argument = ''] = /^\/(\S*)\s*(.*)$/s.exec(line)!;
  return { word, command: Object.hasOwn(commands, word) ? commands[word] : undefined, argument: argument.trim() };
}

const nothing: NamedChoice = { id: '', number: 0, name: '' };

/**
 * Resolves a line such as `/kick Ann`. Names are resolved before any question, so confirming cannot affect someone else.
 * @throws {Error} with a message for the user.
 */
export function understood(model: Model, line: string): Order {
  const { command, argument, word } = parse(line);
  if (!command) throw new Error(`There is no command /${word}. /help lists the commands.`);
  if (command.only === 'owner' && model.me !== undefined && !isOwner(model)) throw new Error('Only the owner can do this.');
  if (command.only === 'others' && isOwner(model))
    throw new Error('The owner cannot leave. `parley space close` closes the space for everyone.');
  const { chosen, text } = objectOf(command, model, argument);
  return {
    question: command.question?.(model, chosen),
    run: (meeting, model) => command.run(meeting, model, chosen, text),
  };
}

/** What a command applies to, and the text that it takes. */
function objectOf(command: Command, model: Model, argument: string): { chosen: NamedChoice; text: string } {
  const { choices, takes, takesText, takesMessage } = command;
  const [numbered, digits] = (takesMessage && /^#(\d{1,15})(?:\s+|$)/.exec(argument)) || ['', undefined];
  const text = argument.slice(numbered.length);
  if (digits !== undefined && (takesText || !text)) {
    if (takesText === 'some' && !text) throw new Error('There is no text.');
    return { chosen: { ...nothing, number: Number(digits) }, text };
  }
  if (choices && !takesText) return { chosen: theOne(choices(model), argument, takes!), text: '' };
  if (takesText === 'some' && !choices && !argument) throw new Error('There is no text.');
  return { chosen: nothing, text: argument };
}
