import type { CallOptions, CatchUp, MessageView, Space } from '@parley/sdk';
import type { TerminalScreen } from './terminal/streams.ts';

/** An answer that was found in a text. */
export interface GivenAnswer {
  /** In a few words. */
  readonly what: string;
  give(call: CallOptions): Promise<unknown>;
}

/** What a message asks of its addressees that a reply does not settle. */
export interface MessageQuestion {
  /** What programs and models are told. Each is one line, in which the texts of participants are in quotes. */
  readonly facts: readonly string[];
  /** The words of the command that answers it. */
  readonly words: string;
  /** The tools that answer it in turn, and with what. */
  readonly tools: string;
  /** What a text must be to answer it. */
  readonly form: string;
  /** The answer in a text, if it has one. */
  answerIn(text: string): GivenAnswer | undefined;
  /** The facts for somebody whose output is the answer: all that has to be read before. */
  forOutput(call: CallOptions): Promise<readonly string[]>;
  /** Whether there is nothing left to answer for a participant, for example because it was answered in another way. */
  isOver(participantId: string, call: CallOptions): Promise<boolean>;
  /** For a person. */
  shownOn(screen: TerminalScreen): string;
}

/** Something that waits for the reader of a catch-up. */
export interface Waiting {
  readonly line: string;
  /** The id of what it is about, to which a message can refer. */
  readonly id?: string;
}

/** What all resources declare about messages, and about what waits besides them. Commands of one resource get it, because they cannot import the list of all. */
export interface AboutMessages {
  /** The question that a message asks, if it asks one. */
  questionIn(space: Space, message: MessageView, call?: CallOptions): Promise<MessageQuestion | undefined>;
  /** The command that shows what a message is about, or answers it. */
  commandAbout(message: MessageView): string | undefined;
  waitingIn(todo: CatchUp['todo']): readonly Waiting[];
}
