import { LockedError, type ParticipantStatus } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { nameOf } from '../watch/wording.ts';
import type { Entry } from './entry.ts';
import { keyList } from './key-list.ts';
import { artifactsIn, participantsIn } from './listings.ts';
import type { Answer, Meeting } from './meeting.ts';
import { addressable, mentioned } from './mentions.ts';
import { isOwner, named, type Model } from './model.ts';
import type { Named } from './named.ts';
import { messageMeant, shownWhole } from './numbered.ts';

export interface Command {
  help: string;
  /** What its argument names, if it has one. */
  takes?: 'participant' | 'artifact';
  /** Whether a text follows, and whether it can be left out. */
  takesText?: 'some' | 'any';
  /** Whether `#48` before the text, or in place of the argument, names a message. */
  takesMessage?: boolean;
  only?: 'owner' | 'others';
  /** What its argument can name at present. */
  choices?(model: Model): Named[];
  /** The question to confirm before anything that cannot be undone. */
  question?(model: Model, chosen: Named): string | undefined;
  run(meeting: Meeting, model: Model, chosen: Named, text: string): Promise<Answer | void> | Answer | void;
}

const people =
  (...statuses: ParticipantStatus[]) =>
  ({ people }: Model): Named[] =>
    people
      .map((person, i) => ({ person, id: person.participantId, number: i + 1, name: nameOf(person) }))
      .filter(({ person }) => statuses.includes(person.status) && !person.isOwner);

const artifacts = ({ artifacts }: Model): Named[] =>
  artifacts.map(({ id, name }, i) => ({ id, number: i + 1, name: harmless(name).trim() }));

/** Names the holder when the lock is taken. */
async function underLock<T>(model: Model, { name }: Named, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof LockedError) || error.lockedBy === undefined) throw error;
    throw new Error(`${named(model, error.lockedBy)} holds the lock on “${name}”.`);
  });
}

function kickQuestion({ people }: Model, { id, name }: Named): string {
  const isWaiting = people.some(({ participantId, status }) => participantId === id && status === 'waitingForApproval');
  return isWaiting ? `Decline the join request from ${name}?` : `Remove ${name} from this space?`;
}

/** Only the owner can break a lock; the service refuses anyone else. */
function breakQuestion(model: Model, { id, name }: Named): string | undefined {
  const holder = model.artifacts.find((artifact) => artifact.id === id)?.lockedBy;
  if (!isOwner(model) || holder === undefined || holder === model.me) return undefined;
  return `${named(model, holder)} holds the lock on “${name}”. Break it?`;
}

/** Settles the newest message that is directed to the user, or the one with that number. */
function settling(outcome: 'acknowledged' | 'declined'): Command['run'] {
  return async ({ space, settling }, model, { number }, note) => {
    const { id, sequence } = await messageMeant(space, model, number);
    await settling.settle({ id, sequence }, outcome, note);
  };
}

const moderation = { takes: 'participant', only: 'owner' } as const;
const editing = { takes: 'artifact', choices: artifacts } as const;
const removable = people('active', 'muted', 'waitingForApproval');

export const commands: Readonly<Record<string, Command>> = {
  help: { help: 'List the commands.', run: (_, model) => helpFor(model) },
  who: { help: 'List the participants.', run: (_, model) => participantsIn(model) },
  artifacts: { help: 'List the artifacts.', run: (_, model) => artifactsIn(model) },
  to: {
    takes: 'participant',
    takesText: 'some',
    help: 'Direct a message; more names follow with @.',
    choices: addressable,
    run: ({ direct }, model, _, typed) => {
      const { to, text } = mentioned(model, typed);
      return direct(text, { to });
    },
  },
  reply: {
    takesText: 'some',
    takesMessage: true,
    help: 'Reply to the newest message that is directed to you, or to #n.',
    run: async ({ direct, space }, model, { number }, text) => {
      const { id, answers } = await messageMeant(space, model, number);
      return direct(text, { replyTo: id, answers });
    },
  },
  decline: {
    takesText: 'any',
    takesMessage: true,
    help: 'Decline what is directed to you, with a note for the sender.',
    run: settling('declined'),
  },
  ack: {
    takesText: 'any',
    takesMessage: true,
    help: 'Acknowledge what is directed to you, without a reply.',
    run: settling('acknowledged'),
  },
  show: {
    ...editing,
    takesMessage: true,
    help: 'Print an artifact, or the whole message #n.',
    run: async ({ space }, model, { id, number }) => {
      if (!id) return shownWhole(space, model, number);
      const { name, version, content } = await space.call('getArtifact', { artifactId: id });
      return `“${harmless(name)}”, version ${version}\n${content.trimEnd()}`;
    },
  },
  edit: {
    ...editing,
    help: 'Edit an artifact in $EDITOR, under its lock.',
    run: ({ edit }, model, artifact) => underLock(model, artifact, edit(artifact.id)),
  },
  lock: {
    ...editing,
    help: 'Lock an artifact until /unlock or the end of the chat.',
    run: ({ locks }, model, artifact) => underLock(model, artifact, locks.take(artifact.id)),
  },
  unlock: {
    ...editing,
    help: 'Release the lock; the owner can break any lock.',
    question: breakQuestion,
    run: ({ locks }, _, { id }) => locks.release(id),
  },
  approve: {
    ...moderation,
    help: 'Approve a participant who is waiting to join.',
    choices: people('waitingForApproval'),
    run: async ({ space }, _, { id }) => void (await space.approve(id)),
  },
  kick: {
    ...moderation,
    help: 'Remove a participant, or decline a join request.',
    choices: removable,
    question: kickQuestion,
    run: async ({ space }, _, { id }) => void (await space.kick(id)),
  },
  expel: {
    ...moderation,
    help: 'Remove a participant and revoke their invitation.',
    choices: removable,
    question: (model, chosen) => kickQuestion(model, chosen).replace('?', ' and revoke the invitation they used?'),
    run: async ({ space }, _, { id }) => void (await space.kick(id, { revokeInvitation: true })),
  },
  mute: {
    ...moderation,
    help: 'Stop a participant from writing.',
    choices: people('active'),
    run: async ({ space }, _, { id }) => void (await space.mute(id)),
  },
  unmute: {
    ...moderation,
    help: 'Let a muted participant write again.',
    choices: people('muted'),
    run: async ({ space }, _, { id }) => void (await space.unmute(id)),
  },
  invite: {
    help: 'Create an invitation.',
    only: 'owner',
    run: async ({ space }) => {
      const { humanLink, agentLink } = await space.invite();
      return {
        kind: 'links',
        links: [
          ['For humans:', humanLink],
          ['For agents:', agentLink],
        ],
      };
    },
  },
  retry: { help: 'Resend messages that were not sent.', run: ({ retry }) => retry() },
  discard: { help: 'Discard messages that were not sent.', run: ({ discard }) => discard() },
  leave: {
    help: 'Leave the space; your key stops working.',
    only: 'others',
    question: () => 'Leave this space? You need an invitation to come back.',
    run: ({ leave }) => leave(),
  },
  quit: { help: 'Quit the chat; you stay a participant.', run: ({ quit }) => quit() },
};

/** Commands that this participant can use. */
export const commandsFor = (model: Model): [string, Command][] =>
  Object.entries(commands).filter(([, { only }]) => !only || (only === 'owner') === isOwner(model));

function helpFor(model: Model): Entry {
  const usages = commandsFor(model).map(([word, command]) => [usageOf(word, command), command.help] as const);
  return { kind: 'pairs', pairs: [...usages, ['', ''], ...keyList] };
}

function usageOf(word: string, { takes, takesText, takesMessage }: Command): string {
  const object = takes === 'participant' ? 'name' : takes;
  const named = takesMessage ? (object ? `<${object}|#n>` : '[#n]') : object && `<${object}>`;
  const text = takesText && (takesText === 'some' ? '<text>' : '[note]');
  return [`/${word}`, named, text].filter(Boolean).join(' ');
}
