import type { Argument, Option } from 'commander';
import type { Context } from '../context.ts';
import { fetch } from '../fetch.ts';
import { short } from '../naming.ts';
import { harmless } from '../watch/harmless.ts';
import { optionsOf, type TypedLine } from './line.ts';
import type { Named, Source } from '../resource.ts';
import { sources } from './sources.ts';

/** A word that can stand at the cursor, and its description. */
export interface Offer {
  value: string;
  about: string;
}

/** What can stand at the cursor; `files` if the shell should complete file names. */
export async function offersFor(line: TypedLine, contextOf: () => Context): Promise<Offer[] | 'files'> {
  const found = await candidates(line, contextOf);
  if (found === 'files') return found;
  return found
    .map(({ value, about }) => ({ value: line.prefix + value, about: harmless(about).replace(/\s+/g, ' ') }))
    .filter(({ value }) => value.startsWith(line.prefix + line.begun));
}

async function candidates(line: TypedLine, contextOf: () => Context): Promise<Offer[] | 'files'> {
  const { command, given, valueOf, begun } = line;
  if (valueOf) return valuesOf(valueOf, valueOf.attributeName(), line, contextOf);
  if (begun.startsWith('-')) return [...optionsOf(command).filter(({ hidden }) => !hidden), help].map(flag);
  const verbs = command.createHelp().visibleCommands(command);
  if (verbs.length > 0 && given.length === 0) return verbs.map((verb) => ({ value: verb.name(), about: verb.description() }));
  const argument = command.registeredArguments[given.length];
  return argument ? valuesOf(argument, argument.name(), line, contextOf) : [];
}

const help = { long: '--help', description: 'show help' };
const flag = ({ long, description }: Pick<Option, 'long' | 'description'>): Offer => ({ value: long!, about: description });

async function valuesOf(
  of: Option | Argument,
  name: string,
  { command, given, begun }: TypedLine,
  contextOf: () => Context,
): Promise<Offer[] | 'files'> {
  if (of.argChoices) return of.argChoices.map((value) => ({ value, about: '' }));
  if (name === 'file' || ('flags' in of && /<(file|folder)>/.test(of.flags))) return 'files';
  const verb = command.name();
  const source = sources[`${verb} ${name}`] ?? sources[name];
  const offers = source ? named(await found(source, verb, given, contextOf())) : [];
  // What an artifact is compared with can be a version or a file.
  return name === 'from' && !offers.some(({ value }) => value.startsWith(begun)) ? 'files' : offers;
}

/** One attempt without a spinner, because the user waits. A failure offers nothing: it must not print in the middle of the line. */
const found = (source: Source, verb: string, given: readonly string[], context: Context): Promise<Named[]> =>
  source({ context, space: () => context.space({ maxRetries: 0, fetch }), verb, given }).catch(() => []);

/** Names, and the beginnings of ids where a name fits several or cannot be typed. */
function named(items: readonly Named[]): Offer[] {
  const names = items.map(({ name }) => name);
  return items.map(({ id, name, about }) => {
    const isUsable = name && name === harmless(name) && !name.startsWith('-') && names.indexOf(name) === names.lastIndexOf(name);
    return isUsable ? { value: name, about } : { value: short(id), about: [name, about].filter(Boolean).join(', ') };
  });
}
