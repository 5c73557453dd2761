import type { ArtifactSummary, ParticipantView, SpaceEvent } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { artifactInWords, closings, nameOf, statusInWords } from '../watch/wording.ts';
import { emptyEditor, type Editor } from './editor.ts';
import { messageEntry, type Entry, type Tone } from './entry.ts';
import { fold } from './named.ts';
import { added } from './scroll.ts';

export interface Size {
  columns: number;
  rows: number;
}

/** All that the screen is drawn from. */
export interface Model {
  readonly size: Size;
  readonly space: string;
  readonly me: string | undefined;
  /** In the order in which they were first seen, so that everyone keeps their number. */
  readonly people: readonly ParticipantView[];
  readonly documents: readonly ArtifactSummary[];
  readonly entries: readonly Entry[];
  /** How many lines of the conversation are below the screen. */
  readonly hidden: number;
  readonly connection: 'connecting' | 'live' | 'reconnecting';
  /** Messages on their way. */
  readonly unsent: number;
  readonly editor: Editor;
  /** Whether it was told how things are at first. */
  readonly isGreeted?: boolean;
  /** Why there is nothing more to come. */
  readonly over?: string;
  /** The user left or was removed. */
  readonly isOut?: boolean;
}

export const blank = (size: Size, me?: string): Model => ({
  size,
  space: '',
  me,
  people: [],
  documents: [],
  entries: [],
  hidden: 0,
  connection: 'connecting',
  unsent: 0,
  editor: emptyEditor,
});

export const isOwner = ({ people, me }: Model): boolean =>
  people.some(({ participantId, isOwner }) => isOwner && participantId === me);

/** What the owner may call somebody whose name is hard to type, or not the only one. */
export const numberOf = ({ people }: Model, participantId: string): number =>
  people.findIndex((person) => person.participantId === participantId) + 1;

/** What the owner may call somebody by: the name, unless it looks like a number or is not the only one. */
export function handleOf(model: Model, person: ParticipantView): string {
  const name = nameOf(person);
  const isThere = ({ status }: ParticipantView) => status !== 'left' && status !== 'kicked';
  const isAlone = model.people.filter((each) => isThere(each) && fold(nameOf(each)) === fold(name)).length === 1;
  return isAlone && !/^#?\d+$/.test(name) ? name : String(numberOf(model, person.participantId));
}

export const waitingIn = ({ people }: Model): ParticipantView[] => people.filter(({ status }) => status === 'waitingForApproval');

export const named = ({ people }: Model, id: string): string =>
  nameOf(people.find(({ participantId }) => participantId === id) ?? { name: 'Somebody' });

export const noted = (model: Model, text: string, tone: Tone = 'quiet'): Model => added(model, { kind: 'note', text, tone });

/** The model after an event of the space. */
export function told(model: Model, event: SpaceEvent): Model {
  switch (event.type) {
    case 'ready':
      return { ...model, me: event.data.participantId };
    case 'context': {
      const { participants, artifacts, space } = event.data;
      const known = met({ ...model, space: space.name, documents: artifacts }, participants);
      return model.isGreeted ? known : greeted(known);
    }
    case 'message': {
      const { timestamp } = event.data;
      const day = new Date(timestamp).toDateString();
      const last = model.entries.findLast((entry) => entry.kind === 'message');
      const dated = last?.day === day ? model : noted(model, longDay(timestamp));
      return added(dated, messageEntry(event.data));
    }
    case 'participant-status': {
      const { participant, status, previousStatus } = event.data;
      const known = met(model, [{ ...participant, status }]);
      if (participant.participantId === model.me && (status === 'kicked' || status === 'left')) {
        return {
          ...known,
          isOut: true,
          over: status === 'kicked' ? 'The owner removed you from this space.' : 'You left this space.',
        };
      }
      if (status === 'waitingForApproval') return asked(known, participant);
      const isNews = participant.participantId !== model.me || previousStatus !== undefined;
      return isNews ? noted(known, statusInWords(event.data)) : known;
    }
    case 'artifact': {
      const { artifact, actorId } = event.data;
      const isKnown = model.documents.some(({ id }) => id === artifact.id);
      const documents = isKnown
        ? model.documents.map((each) => (each.id === artifact.id ? artifact : each))
        : [...model.documents, artifact];
      return noted({ ...model, documents }, artifactInWords(event.data, named(model, actorId)));
    }
    case 'reset':
      return noted({ ...model, entries: [], hidden: 0 }, 'The conversation is told anew.');
    case 'space-closed':
      return { ...model, over: closings[event.data.reason] };
    // A service that is newer tells of more.
    default:
      return model;
  }
}

/** The model with what whoever comes in needs to know first: that there is no past, and who waits at the door. */
function greeted(model: Model): Model {
  const documents = model.documents.map(({ name }) => harmless(name).trim()).join(', ');
  const welcome = `Nothing was said yet; /help shows the commands${documents && `\nDocuments: ${documents}`}`;
  const isSilent = !model.entries.some(({ kind }) => kind === 'message');
  const begun = { ...(isSilent ? noted(model, welcome) : model), isGreeted: true };
  return isOwner(begun) ? waitingIn(begun).reduce(asked, begun) : begun;
}

function asked(model: Model, person: ParticipantView): Model {
  const handle = handleOf(model, person);
  return noted(model, `${nameOf(person)} asks to be let in · /approve ${handle} lets them in, /kick ${handle} refuses`, 'wanted');
}

/** Brings up to date who is known, and keeps everybody's number. */
export function met(model: Model, participants: readonly ParticipantView[]): Model {
  const news = new Map(participants.map((person) => [person.participantId, person]));
  const known = model.people.map((person) => news.get(person.participantId) ?? person);
  for (const { participantId } of known) news.delete(participantId);
  return { ...model, people: [...known, ...news.values()] };
}

const longDay = (timestamp: string): string => new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'full' });
