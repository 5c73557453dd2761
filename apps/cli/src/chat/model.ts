import type { ArtifactSummary, ParticipantView } from '@parley/sdk';
import { nameOf } from '../watch/wording.ts';
import { emptyEditor, type Editor } from './editor.ts';
import type { HistoryDirection, Entry, PendingEntry } from './entry.ts';
import type { Answer, Meeting } from './meeting.ts';
import { fold } from './named.ts';

export interface Size {
  columns: number;
  rows: number;
}

/** A command with its argument resolved. */
export interface Order {
  question?: string | undefined;
  run(meeting: Meeting, model: Model): Promise<Answer | void> | Answer | void;
}

/** What a key press asks for outside the model. */
export type Wish =
  | { do: 'send'; text: string; direction?: HistoryDirection }
  | { do: 'run'; order: Order }
  | { do: 'quit' | 'end' | 'interrupt' | 'suspend' | 'redraw' };

/** A question to be answered with yes or no; it takes the place of the prompt. */
export interface Question {
  text: string;
  /** What happens after a yes. */
  yes: Wish;
}

/** Where the user was in the conversation when an earlier chat ended. */
export interface Left {
  /** The last message that was seen. */
  sequence: number;
  /** Who was there: participant ids, each with whether they were still present. */
  people?: Readonly<Record<string, boolean>> | undefined;
}

/** Everything that the screen is drawn from. */
export interface Model {
  readonly size: Size;
  readonly space: string;
  readonly me: string | undefined;
  /** In the order in which they were first seen, so that their numbers never change. */
  readonly people: readonly ParticipantView[];
  readonly artifacts: readonly ArtifactSummary[];
  readonly entries: readonly Entry[];
  /** The user's messages that are not part of the conversation yet, oldest first. */
  readonly pending: readonly PendingEntry[];
  /** How many lines of the conversation are below the screen. */
  readonly hidden: number;
  readonly connection: 'connecting' | 'live' | 'reconnecting';
  /** Number of messages that arrived while the user could not see them. */
  readonly unread: number;
  /** Whether the shell or an editor has the terminal. */
  readonly isAway: boolean;
  readonly editor: Editor;
  readonly question: Question | undefined;
  /** What Tab offers, until the next key. */
  readonly choices: readonly string[];
  /** Where the user was when an earlier chat ended, until what is new since then was shown. */
  readonly returning?: Left | undefined;
  /** Whether the welcome was shown. */
  readonly isGreeted?: boolean;
  /** Why the chat is over. */
  readonly over?: string;
  /** The space is closed or has expired. */
  readonly isClosed?: boolean;
  /** The user was removed. */
  readonly isOut?: boolean;
  /** The user left the space. */
  readonly hasLeft?: boolean;
}

export const blank = (size: Size, me?: string, returning?: Left): Model => ({
  size,
  returning,
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
  choices: [],
});

export const isOwner = ({ people, me }: Model): boolean =>
  people.some(({ participantId, isOwner }) => isOwner && participantId === me);

/** The number of a participant, which commands accept instead of a name. */
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

/** The model after the user left the space. */
export const left = (model: Model): Model => ({ ...model, hasLeft: true, over: 'You left this space.' });

/** Updates the known participants; nobody's number changes. */
export function met(model: Model, participants: readonly ParticipantView[]): Model {
  const news = new Map(participants.map((person) => [person.participantId, person]));
  const known = model.people.map((person) => ({ ...person, ...news.get(person.participantId) }));
  for (const { participantId } of known) news.delete(participantId);
  return { ...model, people: [...known, ...news.values()] };
}
