import type { ParticipantStatus } from '@parley/sdk';
import { nameOf } from '../watch/wording.ts';
import type { Entry } from './entry.ts';
import { keyList } from './key-list.ts';
import { participantsIn } from './listings.ts';
import { addressable, mentioned } from './mentions.ts';
import { isOwner, type Model } from './model.ts';
import type { NamedChoice } from './named.ts';
import { messageMeant } from './numbered.ts';
import type { Command } from './resource.ts';
import { resources } from './resources.ts';

const people =
  (...statuses: ParticipantStatus[]) =>
  ({ people }: Model): NamedChoice[] =>
    people
      .map((person, i) => ({ person, id: person.participantId, number: i + 1, name: nameOf(person) }))
      .filter(({ person }) => statuses.includes(person.status) && !person.isOwner);

function kickQuestion({ people }: Model, { id, name }: NamedChoice): string {
  const isWaiting = people.some(({ participantId, status }) => participantId === id && status === 'waitingForApproval');
  return isWaiting ? `Decline the join request from ${name}?` : `Remove ${name} from this space?`;
}

const moderation = { takes: 'participant', only: 'owner' } as const;
const removable = people('active', 'muted', 'waitingForApproval');

const part = (name: 'listings' | 'commands'): Readonly<Record<string, Command>> =>
  Object.assign({}, ...resources.map((each) => each[name]));

export const commands: Readonly<Record<string, Command>> = {
  help: { help: 'List the commands.', run: (_, model) => helpFor(model) },
  who: { help: 'List the participants.', run: (_, model) => participantsIn(model) },
  ...part('listings'),
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
  ...part('commands'),
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
