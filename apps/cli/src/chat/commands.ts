import { LockedError, type ParticipantStatus, type Space } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { nameOf } from '../watch/wording.ts';
import type { HeldLocks } from './held-locks.ts';
import { isOwner, named, type Model } from './model.ts';
import { theOne, type Named } from './named.ts';

/** Where commands take effect. */
export interface Meeting {
  space: Space;
  locks: HeldLocks;
}

interface Command {
  help: string;
  /** What its argument is called, if it has one. */
  takes?: string;
  ownerOnly?: boolean;
  /** What its argument may name. */
  choices?(model: Model): Named[];
  /** Does it, and answers what there is to show. */
  run(meeting: Meeting, model: Model, chosen: Named): unknown;
}

const people =
  (...statuses: ParticipantStatus[]) =>
  ({ people }: Model): Named[] =>
    people
      .map((person, i) => ({ person, id: person.participantId, number: i + 1, name: nameOf(person) }))
      .filter(({ person }) => statuses.includes(person.status) && !person.isOwner);

const documents = ({ documents }: Model): Named[] =>
  documents.map(({ id, name }, i) => ({ id, number: i + 1, name: harmless(name).trim() }));

async function takeLock({ locks }: Meeting, model: Model, { id, name }: Named): Promise<void> {
  await locks.take(id).catch((error: unknown) => {
    if (!(error instanceof LockedError) || error.lockedBy === undefined) throw error;
    throw new Error(`${named(model, error.lockedBy)} holds the lock of “${name}”.`);
  });
}

const person = { takes: 'participant', ownerOnly: true };
const document = { takes: 'document', choices: documents };

const commands: Readonly<Record<string, Command>> = {
  help: { help: 'shows this', run: (_, model) => helpFor(model) },
  who: { help: 'shows who is here', run: (_, model) => whoIs(model) },
  docs: { help: 'shows the documents', run: (_, model) => documentsIn(model) },
  show: {
    ...document,
    help: 'shows a document',
    run: async ({ space }, _, { id }) => {
      const { name, version, content } = await space.call('getArtifact', { artifactId: id });
      return `“${harmless(name)}”, version ${version}\n${content}`;
    },
  },
  lock: { ...document, help: 'takes its edit lock, and keeps it', run: takeLock },
  unlock: { ...document, help: 'gives it back', run: ({ locks }, _, { id }) => locks.giveBack(id) },
  approve: {
    ...person,
    help: 'lets somebody in',
    choices: people('waitingForApproval'),
    run: ({ space }, _, { id }) => space.approve(id),
  },
  kick: {
    ...person,
    help: 'removes or refuses somebody',
    choices: people('active', 'muted', 'waitingForApproval'),
    run: ({ space }, _, { id }) => space.kick(id),
  },
  expel: {
    ...person,
    help: 'removes, and revokes the invitation',
    choices: people('active', 'muted', 'waitingForApproval'),
    run: ({ space }, _, { id }) => space.kick(id, { revokeInvitation: true }),
  },
  mute: { ...person, help: 'lets somebody read only', choices: people('active'), run: ({ space }, _, { id }) => space.mute(id) },
  unmute: { ...person, help: 'lets them write again', choices: people('muted'), run: ({ space }, _, { id }) => space.unmute(id) },
  invite: {
    help: 'makes an invitation',
    ownerOnly: true,
    run: async ({ space }) => {
      const { humanLink, agentLink } = await space.invite();
      return `Humans: ${humanLink}\nAgents: ${agentLink}`;
    },
  },
  quit: { help: 'ends this chat; you stay a participant', run: () => {} },
};

export const isCommand = (text: string): boolean => text.startsWith('/') && !text.startsWith('//');

/** Does what a line such as `/kick Ann` says; answers text to show, if there is any. */
export async function obey(meeting: Meeting, model: Model, line: string): Promise<string | undefined> {
  const { command, argument, word } = parse(line);
  if (!command) throw new Error(`There is no command /${word}; /help shows those there are.`);
  if (command.ownerOnly && model.me !== undefined && !isOwner(model)) throw new Error('Only the owner may do this.');
  const chosen = command.choices ? theOne(command.choices(model), argument, command.takes!) : { id: '', number: 0, name: '' };
  const answer = await command.run(meeting, model, chosen);
  return typeof answer === 'string' ? answer : undefined;
}

export function parse(line: string): { word: string; command: Command | undefined; argument: string } {
  const [, word = '', argument = ''] = /^\/(\S*)\s*(.*)$/s.exec(line)!;
  return { word, command: Object.hasOwn(commands, word) ? commands[word] : undefined, argument: argument.trim() };
}

/** Commands that this participant may give. */
export const commandsFor = (model: Model): [string, Command][] =>
  Object.entries(commands).filter(([, { ownerOnly }]) => !ownerOnly || isOwner(model));

const keysHelp = `Enter sends; Alt-Enter, or \\ at the end of a line, begins another line. PageUp and PageDown scroll.
Tab completes. A message that begins with / is sent with //.`;

function helpFor(model: Model): string {
  const usages = commandsFor(model).map(([word, { takes, help }]) => [`/${word}${takes ? ` <${takes}>` : ''}`, help] as const);
  return [...usages.map(([usage, help]) => `${usage.padEnd(22)} ${help}`), keysHelp].join('\n');
}

const statusWords: Record<ParticipantStatus, string> = {
  active: '',
  muted: 'muted',
  waitingForApproval: 'waits for approval',
  left: 'left',
  kicked: 'removed',
};

const whoIs = (model: Model): string =>
  model.people
    .map((person, i) => {
      const { participantId, isOwner, role, status } = person;
      const words = [participantId === model.me && 'you', isOwner ? 'owner' : harmless(role), statusWords[status]].filter(
        Boolean,
      );
      return { status, text: `${String(i + 1).padStart(3)} ${nameOf(person)}${words.length ? ` (${words.join(', ')})` : ''}` };
    })
    .filter(({ status }) => status !== 'left' && status !== 'kicked')
    .map(({ text }) => text)
    .join('\n');

const documentsIn = (model: Model): string =>
  model.documents
    .map(({ name, version, lockedBy }, i) => {
      const lock = lockedBy ? `, locked by ${named(model, lockedBy)}` : '';
      return `${String(i + 1).padStart(3)} ${harmless(name)} (version ${version}${lock})`;
    })
    .join('\n') || 'There are no documents yet.';
