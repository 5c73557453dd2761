import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type Column<Table extends PgTable> = keyof Table['$inferSelect'] & string;

/** How one kind of thing that a space has is kept: its table, and the way into a row. */
export interface Noun<Table extends PgTable, Kept> {
  readonly table: Table;
  /** Names it within its space. */
  idOf(kept: Kept): string;
  /** `now` is when it is stored. */
  toRow(kept: Kept, spaceId: string, now: number): Table['$inferInsert'];
  /** What may change once a row is there. */
  readonly updates: readonly Column<Table>[];
}

/** One that belongs to the state of a space, which `rev` counts: it can be read back. */
export interface StateNoun<Table extends PgTable, Kept> extends Noun<Table, Kept> {
  fromRow(row: Table['$inferSelect']): Kept;
  /** The order in which the state holds them. */
  readonly order: readonly Column<Table>[];
  /** Which rows of a space the state holds, where it does not hold all. */
  remembered?(spaceId: SQL): SQL;
}
