import type { catchUp as rules, Facts, Intersection, OperationName } from '@parley/core';
import type { Environment } from '../engine/environment.ts';
import type { ExportKind } from '../engine/exported.ts';
import type { Implementation } from '../engine/operation.ts';
import type { ErasableTexts, Pins, Reader } from '../engine/resource.ts';
import type { SearchKinds } from '../engine/searched.ts';
import type { Upkeep, UpkeepOptions } from '../engine/schedule/upkeep.ts';
import type { Database } from '../engine/store/database.ts';
import { Tables, type StoredEntities, type StoredName } from '../engine/store/tables.ts';
import type { EndingParts } from './account/ending.ts';
import { account } from './account/index.ts';
import { artifacts } from './artifacts/index.ts';
import { catchUp } from './catch-up/index.ts';
import { comments } from './comments/index.ts';
import { decisions } from './decisions/index.ts';
import { deliveries } from './deliveries/index.ts';
import { files } from './files/index.ts';
import { invitations } from './invitations/index.ts';
import { links } from './links/index.ts';
import { log } from './log/index.ts';
import { messages } from './messages/index.ts';
import type { MessageRetention } from './messages/upkeep.ts';
import { meta } from './meta/index.ts';
import { participants } from './participants/index.ts';
import { proposals } from './proposals/index.ts';
import { search } from './search/index.ts';
import { spaces } from './spaces/index.ts';
import { tasks } from './tasks/index.ts';
import { versions } from './versions/index.ts';
import { wakes } from './wakes/index.ts';

/** The only list of resources of the server, in the order of `/openapi.json`; the tables of spaces are the first. */
const resources = {
  meta,
  spaces,
  invitations,
  participants,
  messages,
  wakes,
  artifacts,
  versions,
  proposals,
  comments,
  tasks,
  decisions,
  files,
  deliveries,
  catchUp,
  search,
  links,
  account,
  log,
};

type Resources = typeof resources;
type Declared<Name extends PropertyKey> = {
  [Each in keyof Resources]: Name extends keyof Resources[Each] ? Resources[Each][Name] : never;
}[keyof Resources];

type PartName = 'operations' | 'tables' | 'views' | 'todo' | 'decided' | 'exports' | 'searches' | 'texts';

function declared<Name extends PartName | 'queries' | 'upkeep' | 'pins'>(name: Name): Declared<Name>[] {
  const all = Object.values(resources) as Partial<Record<Name, unknown>>[];
  return all.flatMap((each) => (each[name] as Declared<Name> | undefined) ?? []);
}

/** What all resources declare by a name, as one object. */
const part = <Name extends PartName>(name: Name) => Object.assign({}, ...declared(name)) as Intersection<Declared<Name>>;

/** A missing operation does not compile. */
export const operations: { [Name in OperationName]: Implementation<Name> } = part('operations');

export const tables = new Tables(
  part('tables') satisfies {
    [Name in StoredName]: { idOf(entity: StoredEntities[Name]): string };
  },
);

/** The views of events whose fields differ from those of their facts. */
export const eventViews = part('views');

/** What waits for a reader, by list. A missing list does not compile. */
export const todo: { [Name in rules.TodoName]: (reader: Reader) => rules.TodoItems[Name][] } = part('todo');

/** What has ended, by the event that says so. A missing event does not compile. */
export const decided: {
  [Event in keyof rules.DecidedItems]: (fact: Facts[Event], sequence: number) => rules.DecidedItems[Event] | undefined;
} = part('decided');

/** The kinds of lines in an export, in their order. */
export const exportKinds: Readonly<Record<string, ExportKind>> = part('exports');

/** How a search goes through each kind. A missing kind does not compile. */
export const searches: SearchKinds = part('searches');

/** The texts that can be erased, by the field that names what has them. */
export const erasable: Readonly<Record<string, ErasableTexts>> = part('texts');

/** What operations read outside of the state, by name. */
export type Queries = Intersection<ReturnType<Declared<'queries'>>>;

export const openQueries = (database: Database): Queries =>
  Object.assign({}, ...declared('queries').map((open) => open(database))) as Queries;

/** What entities keep other resources from pruning. */
export const pinsIn = (queries: Queries): Pins[] => declared('pins').map((of: (queries: Queries) => Pins) => of(queries));

type UpkeepEnvironment = Queries &
  Pick<Environment, 'mint' | 'pins' | 'retention'> &
  Omit<MessageRetention, 'messages'> &
  Pick<EndingParts, 'names' | 'over' | 'env'>;

/** What the resources need done without a caller. */
export const upkeepOf = (env: UpkeepEnvironment, options: UpkeepOptions): Upkeep[] =>
  declared('upkeep').map((of) => (of as (env: UpkeepEnvironment, options: UpkeepOptions) => Upkeep)(env, options));
