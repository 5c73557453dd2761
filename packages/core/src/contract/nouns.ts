import * as account from './account.ts';
import * as artifacts from './artifacts.ts';
import * as catchUp from './catch-up.ts';
import * as deliveries from './deliveries.ts';
import * as files from './files.ts';
import * as invitations from './invitations.ts';
import * as links from './links.ts';
import * as messages from './messages.ts';
import * as meta from './meta.ts';
import * as participants from './participants.ts';
import * as proposals from './proposals.ts';
import * as spaces from './spaces.ts';
import * as tasks from './tasks.ts';
import * as versions from './versions.ts';
import * as wakes from './wakes.ts';

/** The only list of nouns in core, in the order of the specification. */
export const declarations = {
  meta,
  spaces,
  invitations,
  participants,
  messages,
  deliveries,
  catchUp,
  wakes,
  artifacts,
  versions,
  proposals,
  tasks,
  files,
  links,
  account,
};

type Declarations = typeof declarations;

/**
 * What a noun declares, each by the name of its export: its operations and their tag; if it has them, events, the facts that the log stores
 * for these, entities of the state, and what is missing where an id of it identifies nothing.
 */
export const partNames = ['operations', 'tag', 'events', 'facts', 'entities', 'missing'] as const;

type PartName = (typeof partNames)[number];

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never;

/** What a noun exports by a name. */
export type Exported<Name extends PartName> = {
  [Noun in keyof Declarations]: Name extends keyof Declarations[Noun] ? Declarations[Noun][Name] : never;
}[keyof Declarations];

/** One object with the fields of all. */
export type Merged<Union> = { [Field in keyof Intersection<Union>]: Intersection<Union>[Field] };

/** What all nouns export by a name, as one object. */
export type Part<Name extends PartName> = Merged<Exported<Name>>;

/** Every export of a noun by this name. */
export const exported = <Name extends PartName>(name: Name): Exported<Name>[] =>
  Object.values<Partial<Record<PartName, unknown>>>(declarations).flatMap(
    (noun) => (noun[name] as Exported<Name> | undefined) ?? [],
  );

/** What all nouns export by a name, as one object. */
export const part = <Name extends PartName>(name: Name): Part<Name> => Object.assign({}, ...exported(name)) as Part<Name>;
