import type { Permission, Profile } from '@parley/mcp';
import type { CallOptions, CatchUp, MessageView, Space } from '@parley/sdk';
import type { Command } from 'commander';
import type { Context } from './context.ts';
import type { Meaning } from './failure.ts';
import type { MessageQuestion, Waiting } from './question.ts';

/** Something that an argument can name. */
export interface Named {
  id: string;
  name?: string | undefined;
  about: string;
}

/** A word that is completed. */
interface Completed {
  context: Context;
  /** The space that the command acts in. */
  space(): Promise<Space>;
  verb: string;
  /** The arguments before it. */
  given: readonly string[];
}

/** What an argument can be. */
export type Source = (word: Completed) => Promise<Named[]>;

/** What a catch-up says to a person under one heading. */
export interface Section {
  heading: string;
  lines: readonly string[];
}

/** All that the rest of the command line reads about a resource. */
export interface Resource {
  /** Its own heading in `parley --help`, with the commands below it. */
  help?: { heading: string; commands: readonly ((program: Command) => void)[] };
  /** What arguments and options of these names can be; `VERB NAME` goes before `NAME`. */
  sources?: Readonly<Record<string, Source>>;
  /** What its error codes mean, if that is more precise than their statuses. */
  failures?: Readonly<Record<string, Meaning>>;
  /** The command that takes what nobody holds, if its work has a lease. */
  claimedBy?: string;
  /** Other words for what its commands do, where their help does not use them. */
  synonyms?: Readonly<Record<string, string>>;
  /** The value of `parley mcp --tools` that lists its tools. */
  toolList?: Profile;
  /** The value of `parley mcp --allow` that only its tools need. */
  permission?: Permission;
  /** What an export has of it, besides its events. */
  exported?: string;
  /** What waits for the reader of a catch-up. */
  waiting?(todo: CatchUp['todo']): readonly Waiting[];
  /** The command that shows what a message is about. */
  commandAbout?(message: MessageView): string | undefined;
  /** What a message asks of its addressees that a reply does not settle. */
  question?(space: Space, message: MessageView, call: CallOptions): Promise<MessageQuestion | undefined>;
  /** What else a catch-up says. */
  caughtUp?(caught: CatchUp): readonly Section[];
}
