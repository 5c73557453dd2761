import type { Space, SpaceEvent } from '@parley/sdk';
import type { Answer, Meeting } from './meeting.ts';
import type { Model } from './model.ts';
import type { NamedChoice } from './named.ts';

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
  choices?(model: Model): NamedChoice[];
  /** The question to confirm before anything that cannot be undone. */
  question?(model: Model, chosen: NamedChoice): string | undefined;
  run(meeting: Meeting, model: Model, chosen: NamedChoice, text: string): Promise<Answer | void> | Answer | void;
}

/** Where a resource reads what events do not say. */
export interface Seat {
  space: Space;
  /** Aborted when the chat ends. */
  signal: AbortSignal;
  change(change: (model: Model) => Model): void;
}

/** What the chat does about a resource, besides showing its events in words. */
export interface ChatResource {
  /** Commands that list; they are beside `/who`. */
  listings?: Readonly<Record<string, Command>>;
  commands?: Readonly<Record<string, Command>>;
  /** The model with what an event says about it. */
  known?(model: Model, event: SpaceEvent): Model;
  /** Hears every event, after the model has it. */
  follows?(seat: Seat): (event: SpaceEvent) => void;
  /** The events that change lines, and add none. */
  shows?: SpaceEvent['type'];
  /** What the status line says about it. */
  status?(model: Model): string;
  /** What somebody reads who comes into a space without messages. */
  welcome?(model: Model): string;
}
