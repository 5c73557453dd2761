import type { ArtifactSummary, ParticipantView, SpaceEvent } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { artifactInWords, closings, nameOf, statusInWords } from '../watch/wording.ts';
import { emptyEditor, type Editor } from './editor.ts';
import { messageEntry, type Entry, type PendingEntry, type Tone } from './entry.ts';
import { fold } from './named.ts';
import { delivered } from './pending.ts';
import type { Wish } from './press.ts';
import { added } from './scroll.ts';
import { received } from './unread.ts';

export interface Size {
  columns: number;
  rows: number;
}

/** Something to be answered with yes or no before anything else is typed. */
export interface Question {
  text: string;
  /** What happens after a yes. */
  yes: Wish;
}

/** All that the screen is drawn from. */
export interface Model {
  readonly size: Size;
  readonly space: string;
  readonly me: string | undefined;
  /** In the order in which they were first seen, so that everyone keeps their number. */
  readonly people: readonly ParticipantView[];
  readonly artifacts: readonly ArtifactSummary[];
  readonly entries: readonly Entry[];
  /** The user's messages that are not part of the conversation yet, oldest first. */
  readonly pending: readonly PendingEntry[];
  /** How many lines of the conversation are below the screen. */
  readonly hidden: number;
  readonly connection: 'connecting' | 'live' | 'reconnecting';
  /** Messages that came while they could not be seen. */
  readonly unread: number;
  /** Whether the user looks at something else: the shell, or an editor. */
  readonly isAway: boolean;
  readonly editor: Editor;
  readonly question: Question | undefined;
  /** Whether the welcome was shown. */
  readonly isGreeted?: boolean;
  /** Why there is nothing more to come. */
  readonly over?: string;
  /** The user was removed. */
  readonly isOut?: boolean;
  /** The user left the space for good. */
  readonly hasLeft?: boolean;
}

export const blank = (size: Size, me?: string): Model => ({
  size,
  space: '',
  me,
  people: [],
  artifacts: [],
  entries: [],
  pending: [],
  hidden: 0,
  connection: 'connecting',
  unread: 0,
  isAway: false,
  editor: emptyEditor,
  question: undefined,
});

export const isOwner = ({ people, me }: Model): boolean =>
  people.some(({ participantId, isOwner }) => isOwner && participantId === me);

/** The number of a participant: commands take it in place of a name. */
export const numberOf = ({ people }: Model, participantId: string): number =>
  people.findIndex((person) => person.participantId === participantId) + 1;

/** What a command can call a participant: the name, or the number if the name looks like a number or is not unique. */
export function handleOf(model: Model, person: ParticipantView): string {
  const name = nameOf(person);
  const isThere = ({ status }: ParticipantView) => status !== 'left' && status !== 'kicked';
  const isAlone = model.people.filter((each) => isThere(each) && fold(nameOf(each)) === fold(name)).length === 1;
  return isAlone && !/^#?\d+$/.test(name) ? name : String(numberOf(model, person.participantId));
}

export const waitingIn = ({ people }: Model): ParticipantView[] => people.filter(({ status }) => status === 'waitingForApproval');

export const named = ({ people }: Model, id: string): string =>
  nameOf(people.find(({ participantId }) => participantId === id) ?? { name: 'Someone' });

export const noted = (model: Model, text: string, tone: Tone = 'quiet'): Model => added(model, { kind: 'note', text, tone });

/** The model after an event of the space. */
export function told(model: Model, event: SpaceEvent): Model {
  switch (event.type) {
    case 'ready':
      return { ...model, me: event.data.participantId };
    case 'context': {
      const { participants, artifacts, space } = event.data;
      const known = met({ ...model, space: space.name, artifacts }, participants);
      return model.isGreeted ? known : greeted(known);
    }
    case 'message': {
      const { timestamp } = event.data;
      const day = new Date(timestamp).toDateString();
      const last = model.entries.findLast((entry) => entry.kind === 'message');
      const dated = last?.day === day ? model : added(model, { kind: 'day', text: longDay(timestamp) });
      return delivered(received(dated, messageEntry(event.data)), event.data.id);
    }
    case 'participant-status': {
      const { participant, status, previousStatus } = event.data;
      const known = met(model, [{ ...participant, status }]);
      const isMe = participant.participantId === model.me;
      if (isMe && status === 'left') return left(known);
      if (isMe && status === 'kicked') return { ...known, isOut: true, over: 'The owner removed you from this space.' };
      if (status === 'waitingForApproval') return asked(known, participant);
      const isNews = !isMe || previousStatus !== undefined;
      return isNews ? noted(known, statusInWords(event.data)) : known;
    }
    case 'artifact': {
      const { artifact, actorId } = event.data;
      const isKnown = model.artifacts.some(({ id }) => id === artifact.id);
      const artifacts = isKnown
        ? model.artifacts.map((each) => (each.id === artifact.id ? artifact : each))
        : [...model.artifacts, artifact];
      return noted({ ...model, artifacts }, artifactInWords(event.data, named(model, actorId)));
    }
    case 'reset':
      return noted({ ...model, entries: [], hidden: 0, unread: 0 }, 'The conversation was reloaded from its beginning.');
    case 'space-closed':
      return { ...model, over: closings[event.data.reason] };
    // A newer service sends kinds of events that are not known here.
    default:
      return model;
  }
}

/** The model after the user left the space. */
export const left = (model: Model): Model => ({ ...model, hasLeft: true, over: 'You left this space.' });

/** The model with a first hint where nothing was said yet, and, for the owner, with everyone who waits for approval. */
function greeted(model: Model): Model {
  const names = model.artifacts.map(({ name }) => harmless(name).trim()).join(', ');
  const welcome = `No messages yet. /help lists the commands.${names && `\nArtifacts: ${names}`}`;
  const isSilent = !model.entries.some(({ kind }) => kind === 'message');
  const begun = { ...(isSilent ? noted(model, welcome) : model), isGreeted: true };
  return isOwner(begun) ? waitingIn(begun).reduce(asked, begun) : begun;
}

function asked(model: Model, person: ParticipantView): Model {
  const handle = handleOf(model, person);
  return noted(model, `${nameOf(person)} wants to join: /approve ${handle} or /kick ${handle}`, 'wanted');
}

/** Updates who is known; everyone keeps their number. */
export function met(model: Model, participants: readonly ParticipantView[]): Model {
  const news = new Map(participants.map((person) => [person.participantId, person]));
  const known = model.people.map((person) => news.get(person.participantId) ?? person);
  for (const { participantId } of known) news.delete(participantId);
  return { ...model, people: [...known, ...news.values()] };
}

const longDay = (timestamp: string): string => new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'full' });
