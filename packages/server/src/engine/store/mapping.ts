import type { Limits } from '@parley/core';
import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type Column<Table extends PgTable> = keyof Table['$inferSelect'] & string;

/** How an entity is stored: its table, and the conversion to a row. */
export interface TableMapping<Table extends PgTable, Entity> {
  readonly table: Table;
  /** Its id within the space. */
  idOf(entity: Entity): string;
  /** `now` is the instant of storing. */
  toRow(entity: Entity, spaceId: string, now: number): Table['$inferInsert'];
  /** Bytes that storing it adds to the stored size of its space; for entities of the state, core says how many. */
  bytesOf?(entity: Entity): number;
  /** A table whose rows are deleted with it, and the column there that contains its id. */
  readonly owns?: { readonly table: PgTable; readonly by: string };
  /** What the state forgets is not deleted: only these columns change, which are among `updates` too. */
  readonly buries?: readonly Column<Table>[];
  /** A space can have too many rows for one statement: a purge deletes them in portions. */
  readonly isMany?: true;
  /** How many of its rows are deleted at once, if fewer than of others. */
  readonly purgedAtOnce?: number;
  /** The columns that can change after the row is inserted. */
  readonly updates: readonly Column<Table>[];
  /** The stored version that a change was decided on, 0 for a new one: nothing is stored if the row has changed since. */
  versionOf?(entity: Entity): number;
  /** The column for the sequence of the first event of the decision that adds it. */
  readonly sequenceIn?: Column<Table>;
  /** Columns with a copy of the name of a participant, and the column with its id. */
  readonly names?: { readonly [Name in Column<Table>]?: Column<Table> };
  /** Columns with a list as JSON, whose items have `name` and `participantId`. */
  readonly namesIn?: readonly Column<Table>[];
  readonly quota?: Quota<Table, Entity>;
  /** Columns that depend on another table when the row is inserted: how that is joined to the row `r` of a space, and the SQL of each value. */
  readonly derived?: { join(space: string): string; readonly values: Readonly<Record<string, string>> };
}

/** Limits how many rows share the values of some columns, or how many a space has: nothing is stored that would exceed it. */
interface Quota<Table extends PgTable, Entity> {
  readonly columns: readonly Column<Table>[];
  /** Selects the rows `t` that count, in SQL. With literals, because a plan for any parameter cannot use a partial index; only the instant is one. */
  counts(now: string): string;
  /** The values in these columns of a new row that counts. */
  groupOf(entity: Entity): readonly string[] | undefined;
  readonly limit: keyof Limits | number;
  /** Whether what other processes store at the same moment counts too: a new row then changes the `rev`, so that only one of them passes. */
  readonly isExact?: boolean;
}

/** An entity of the state of a space, whose changes `rev` counts: it can be read back. */
export interface StateMapping<Table extends PgTable, Entity> extends TableMapping<Table, Entity> {
  fromRow(row: Table['$inferSelect']): Entity;
  /** The order in the state. */
  readonly order: readonly Column<Table>[];
  /** Selects the rows of a space that the state contains, if not all. */
  remembered?(spaceId: SQL): SQL;
}
