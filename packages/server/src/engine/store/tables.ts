import type { EntityName } from '@parley/core';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { StateMapping, TableMapping } from './mapping.ts';

/** What is stored for a space, by the name of its table. Each resource adds its own. */
export interface StoredEntities {}

export type StoredName = keyof StoredEntities;

/** What to store, by name. */
export type Saved = { readonly [Name in StoredName]?: readonly StoredEntities[Name][] };

/** Most writes change no entity. */
export const nothing: Saved = {};

/** Rows outside the state. A decision that depends on one must read it first. */
export type SideRows = Omit<Saved, EntityName | 'spaces'>;

type AnyMapping = TableMapping<PgTable, unknown>;

/** A mapping, for loops over all, which use only what all have in common. */
type NamedMapping = AnyMapping & { readonly name: StoredName };

/** The tables of all resources: commit, load, purge and the unit of work are loops over them. */
export class Tables {
  readonly all: readonly NamedMapping[];
  /** Those with a version that a change is decided on. */
  readonly versioned: readonly (NamedMapping & Required<Pick<AnyMapping, 'versionOf'>>)[];
  /** Those with a limit on rows that share some values. */
  readonly limited: readonly (NamedMapping & Required<Pick<AnyMapping, 'quota'>>)[];
  readonly #byName: ReadonlyMap<StoredName, NamedMapping>;

  constructor(mappings: { readonly [Name in StoredName]: Pick<TableMapping<PgTable, StoredEntities[Name]>, 'idOf'> }) {
    this.all = Object.entries(mappings).map(([name, mapping]) => ({
      ...(mapping as unknown as AnyMapping),
      name: name as StoredName,
    }));
    this.versioned = this.all.flatMap((each) => (each.versionOf ? [{ ...each, versionOf: each.versionOf }] : []));
    this.limited = this.all.flatMap((each) => (each.quota ? [{ ...each, quota: each.quota }] : []));
    this.#byName = new Map(this.all.map((each) => [each.name, each]));
  }

  of(name: StoredName): NamedMapping {
    return this.#byName.get(name)!;
  }

  ofState(name: EntityName): StateMapping<PgTable, unknown> {
    return this.#byName.get(name) as unknown as StateMapping<PgTable, unknown>;
  }
}
