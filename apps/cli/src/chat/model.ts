import type { ArtifactSummary, ParticipantView } from '@parley/sdk';
import { nameOf } from '../watch/wording.ts';
import { emptyEditor, type Editor } from './editor.ts';
import type { Entry, PendingEntry, Tone } from './entry.ts';
import { fold } from './named.ts';
import type { Wish } from './press.ts';
import { added } from './scroll.ts';

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

/** The model after the user left the space. */
export const left = (model: Model): Model => ({ ...model, hasLeft: true, over: 'You left this space.' });

/** Updates who is known; everyone keeps their number. */
export function met(model: Model, participants: readonly ParticipantView[]): Model {
  const news = new Map(participants.map((person) => [person.participantId, person]));
  const known = model.people.map((person) => news.get(person.participantId) ?? person);
  for (const { participantId } of known) news.delete(participantId);
  return { ...model, people: [...known, ...news.values()] };
}
