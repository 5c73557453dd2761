import { account } from './account/index.ts';
import { artifacts } from './artifacts/index.ts';
import { comments } from './comments/index.ts';
import { decisions } from './decisions/index.ts';
import { deliveries } from './deliveries/index.ts';
import { files } from './files/index.ts';
import { invitations } from './invitations/index.ts';
import { links } from './links/index.ts';
import { messages } from './messages/index.ts';
import { meta } from './meta/index.ts';
import { participants } from './participants/index.ts';
import { proposals } from './proposals/index.ts';
import { spaces } from './spaces/index.ts';
import { tasks } from './tasks/index.ts';
import { versions } from './versions/index.ts';
import { wakes } from './wakes/index.ts';

export * from './account/exports.ts';
export * from './artifacts/exports.ts';
export * from './comments/exports.ts';
export * from './decisions/exports.ts';
export * from './deliveries/exports.ts';
export * from './files/exports.ts';
export * from './invitations/exports.ts';
export * from './links/exports.ts';
export * from './messages/exports.ts';
export * from './meta/exports.ts';
export * from './participants/exports.ts';
export * from './proposals/exports.ts';
export * from './spaces/exports.ts';
export * from './tasks/exports.ts';
export * from './versions/exports.ts';
export * from './wakes/exports.ts';

/** What the specification has before the log, the catch-up and the search, which `all.ts` adds. */
export const first = { meta, spaces, invitations, participants, messages, deliveries };

/** The only list of resources in core, in the order of the specification. */
export const resources = {
  ...first,
  wakes,
  artifacts,
  versions,
  proposals,
  comments,
  tasks,
  decisions,
  files,
  links,
  account,
};

type Resources = typeof resources;
type PartName = { [Name in keyof Resources]: keyof Resources[Name] }[keyof Resources];

/** A value that belongs to every member of a union. */
export type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What a resource declares by a name. */
export type Declared<Name extends PartName> = {
  [Each in keyof Resources]: Name extends keyof Resources[Each] ? Resources[Each][Name] : never;
}[keyof Resources];

/** One object with the fields of all. */
export type Merged<Union> = { [Field in keyof Intersection<Union>]: Intersection<Union>[Field] };

/** What all resources declare by a name, as one object. */
export type Part<Name extends PartName> = Merged<Declared<Name>>;

/** What each resource declares by a name, if it does. */
export const declared = <Name extends PartName>(name: Name): Declared<Name>[] =>
  Object.values<Partial<Record<PartName, unknown>>>(resources).flatMap(
    (each) => (each[name] as Declared<Name> | undefined) ?? [],
  );

/** What all resources declare by a name, as one object. */
export const part = <Name extends PartName>(name: Name): Part<Name> => Object.assign({}, ...declared(name)) as Part<Name>;
