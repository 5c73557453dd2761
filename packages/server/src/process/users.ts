import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { counted } from '@parley/core';
import {
  changePerson,
  idOf,
  isDestroying,
  issuerOf,
  NotChanged,
  onePerson,
  personActions,
  shownPerson,
  spacesLeft,
  type Directory,
  type PersonAction,
} from '../account/administration.ts';
import { directoryIn, type Person } from '../account/directory.ts';
import { readConfig } from '../config.ts';
import { withDatabase } from '../host/backup/place.ts';
import { Unusable } from '../engine/store/unusable.ts';
import { usersUsages } from './command-line.ts';
import { recordCommand } from './recorded.ts';
import { startFailure } from './start-failure.ts';

/** Where a command speaks, and whether a human reads it there. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** The answer of a human; undefined if there is none at a terminal. */
  ask?: ((question: string) => Promise<string>) | undefined;
}

/** Done; not found or refused; a wrong command line; recorded, but no server has ended the spaces yet. */
type UsersExitCode = 0 | 1 | 2 | 3;

const pageSize = 500;

interface UsersRequest {
  verb: 'list' | 'show' | PersonAction;
  who: string;
  isJson: boolean;
  isConfirmed: boolean;
}

/** A request, and whether no server can end spaces meanwhile. */
type PlacedRequest = UsersRequest & { isAlone: boolean; record: (entry: Recorded) => void };

type Recorded = Parameters<typeof recordCommand>[1];

/** Runs `parley-server users …`. */
export async function runUsersCommand(
  words: readonly string[],
  environment: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<UsersExitCode> {
  const asked = requestIn(words);
  if (!asked) {
    terminal.err(usersUsages.map((usage, i) => `${i === 0 ? 'Usage: ' : '       '}${usage}\n`).join(''));
    return 2;
  }
  try {
    return await withDatabase(readConfig(environment), ({ isAlone = false, ...database }) =>
      answer({ ...asked, isAlone, record: (entry) => recordCommand(environment, entry) }, directoryIn(database), terminal),
    );
  } catch (error) {
    const isKnown = error instanceof NotChanged || error instanceof Unusable;
    terminal.err(`${isKnown ? error.message : await startFailure(error, environment)}\n`);
    return 1;
  }
}

function requestIn(words: readonly string[]): UsersRequest | undefined {
  const options = { json: { type: 'boolean' }, yes: { type: 'boolean' }, messages: { type: 'boolean' } } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [name, who = '', ...more] = positionals;
    if (more.length > 0 || (who === '') !== (name === 'list') || (values.messages && name !== 'erase')) return undefined;
    const verb = values.messages ? 'erase-messages' : name;
    const isKnown =
      verb === 'list' || verb === 'show' || personActions.some((change) => change === name && change !== 'erase-messages');
    if (!isKnown) return undefined;
    return { verb: verb as UsersRequest['verb'], who, isJson: values.json ?? false, isConfirmed: values.yes ?? false };
  } catch {
    return undefined;
  }
}

async function answer(asked: PlacedRequest, directory: Directory, terminal: Terminal): Promise<UsersExitCode> {
  const { verb, who, isJson } = asked;
  if (verb === 'list') return list(directory, isJson, terminal);
  const person = await onePerson(directory, who);
  if (verb === 'show') {
    const shown = shownPerson(person, await directory.details(person, Date.now()));
    terminal.out(isJson ? `${JSON.stringify(shown)}\n` : inLines(shown));
    return 0;
  }
  return change({ ...asked, verb }, person, directory, terminal);
}

async function list(directory: Directory, isJson: boolean, terminal: Terminal): Promise<UsersExitCode> {
  const people: Person[] = [];
  for (let last: Person | undefined; ;) {
    const page = await directory.page(pageSize, last);
    people.push(...page);
    last = page[pageSize - 1];
    if (!last) break;
  }
  if (isJson) terminal.out(`${JSON.stringify(people.map((person) => shownPerson(person)))}\n`);
  else if (people.length === 0) terminal.out('This server has no accounts yet\n');
  else terminal.out(inColumns(people.map(rowOf)));
  return 0;
}

async function change(
  { verb, isJson, isConfirmed, isAlone, record }: PlacedRequest & { verb: PersonAction },
  person: Person,
  directory: Directory,
  terminal: Terminal,
): Promise<UsersExitCode> {
  const named = person.email || idOf(person);
  if (isDestroying(verb) && !isConfirmed) {
    if (!terminal.ask) throw new NotChanged(`${consequences[verb](named)} Nothing was changed: repeat the command with --yes`);
    const said = await terminal.ask(`${consequences[verb](named)}\nType the e-mail address (or the id) to go on: `);
    if (![person.email, idOf(person)].some((each) => each !== '' && each.toLowerCase() === said.trim().toLowerCase()))
      throw new NotChanged('Nothing was changed');
  }
  const entry = { event: `users-${verb}`, about: { personId: idOf(person) } };
  const asking = { person, change: verb, by: undefined, now: Date.now() };
  const userId = await changePerson(directory, asking).catch((error: unknown) => {
    record({ ...entry, refused: error instanceof NotChanged ? 'not-changed' : 'failed' });
    throw error;
  });
  record(entry);
  const left = await (isAlone ? directory.unended(userId) : spacesLeft(directory, userId));
  const done = `${outcomes[verb](named)}${left > 0 ? `. ${notEnded(left)}` : ''}`;
  terminal.out(isJson ? `${JSON.stringify({ id: userId, done: verb, spacesLeft: left })}\n` : `${done}\n`);
  return left > 0 ? 3 : 0;
}

const notEnded = (left: number): string =>
  `No server has ended ${counted(left, 'space')} for it yet: the next one that runs on this database does so within a second`;

const consequences: Record<PersonAction, (who: string) => string> = {
  disable: () => '',
  enable: () => '',
  promote: () => '',
  demote: () => '',
  delete: (who) =>
    `The account of ${who} is deleted with its sessions, passkeys and tokens, and it leaves its spaces; nobody can open those that it owns as their owner any more.`,
  erase: (who) =>
    `The account of ${who} is deleted, it leaves its spaces, and its name there becomes “Deleted person”. What it wrote stays.`,
  'erase-messages': (who) =>
    `The account of ${who} is deleted, it leaves its spaces, its name there becomes “Deleted person”, and what it wrote is erased, as far as texts can be deleted.`,
};

const outcomes: Record<PersonAction, (who: string) => string> = {
  disable: (who) => `Disabled: ${who}. Its sessions, tokens and the keys of its spaces no longer work`,
  enable: (who) => `Enabled: ${who}. It can sign in, its tokens work again, and it can recover the keys of its spaces`,
  promote: (who) => `${who} is an administrator now`,
  demote: (who) => `${who} is no administrator any more`,
  delete: (who) => `Deleted: ${who}`,
  erase: (who) => `Erased: ${who}. Backups that were made before still have it`,
  'erase-messages': (who) => `Erased with what it wrote: ${who}. Backups that were made before still have it`,
};

const rowOf = (person: Person): string[] => [
  person.email || idOf(person),
  person.name,
  person.disabledAt === undefined ? 'active' : 'disabled',
  person.isAdministrator ? 'administrator' : '',
  new Date(person.createdAt).toISOString().slice(0, 10),
  issuerOf(person),
];

function inColumns(rows: readonly string[][]): string {
  const shown = [['EMAIL', 'NAME', 'STATE', 'ROLE', 'SINCE', 'SIGNS IN AT'], ...rows.map((row) => row.map(onOneLine))];
  const widths = shown[0]!.map((_, i) => Math.max(...shown.map((row) => row[i]!.length)));
  return shown
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

const inLines = (shown: Readonly<Record<string, unknown>>): string =>
  Object.entries(shown)
    .map(([name, value]) => `${name.padEnd(16)} ${onOneLine(String(value))}\n`)
    .join('');

/** Names that strangers chose must not move the cursor of a terminal, or begin a line of their own. */
const onOneLine = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');

/** The terminal of this process. */
export const ownTerminal = (): Terminal => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  ask: process.stdin.isTTY && process.stderr.isTTY ? asking : undefined,
});

async function asking(question: string): Promise<string> {
  const reading = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  reading.once('close', () => ended.abort());
  try {
    return await reading.question(question, { signal: ended.signal }).catch(() => '');
  } finally {
    reading.close();
  }
}
